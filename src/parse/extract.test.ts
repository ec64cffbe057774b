import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SyntaxParser } from "./parser.ts";
import { definitionLines, factsOf, importLines, referenceLines } from "./testing/facts.ts";
import type { FileFacts, LanguageId } from "./types.ts";

let parser: SyntaxParser;

beforeAll(async () => {
  parser = await SyntaxParser.create({ timeoutMs: 60_000 });
});

afterAll(() => parser.close());

/** @param text after its first line break */
function read(language: LanguageId, text: string): FileFacts {
  return factsOf(parser, language, text.slice(1));
}

describe("Go", () => {
  it("finds generics, embedding, method values and package variables", () => {
    const facts = read(
      "go",
      `
package shapes

import (
	"fmt"
	log "example.com/x/logging"
	_ "example.com/drivers/v2"
)

const limit, most = 1, 2

var ErrFull = errors.New("full")
var shared *Box[int]

// Box holds a value.
type Box[T any] struct {
	Inner
	*pkg.Base
	value T
	left, right int
}

type Namer interface {
	fmt.Stringer
	Name() string
}

type Handler func(int) error
type Alias = Box[int]

func (b *Box[T]) Get() T { return b.value }
func (Inner) Ping() {}

func Map[T, U any](in []T, f func(T) U) []U { return nil }

func conv(n int) string { return fmt.Sprint(n) }

func use(out Outer) {
	out.Ping()
	Map[int, string](nil, conv)
	box := Box[int]{value: 1}
	box.Get()
	ping := out.Ping
	ping()
	handlers := map[string]Handler{"a": conv}
	defer func() { log.Print(conv(1)) }()
	go out.Inner.Ping()
	pkg.Make[int](1).Run()
	var other = &Box[int]{}
	other.Get()
}
`,
    );
    expect(facts.status).toBe("parsed");
    expect(definitionLines(facts)).toEqual([
      "9-9 constant limit",
      "9-9 constant most",
      "11-11 +variable ErrFull",
      "12-12 variable shared: Box",
      "14-20 +struct Box < Inner, pkg.Base",
      "18-18 field Box.value: T",
      "19-19 field Box.left: int",
      "19-19 field Box.right: int",
      "22-25 +interface Namer < fmt.Stringer",
      "24-24 +method Namer.Name: string",
      "27-27 +type Handler: func(int) error",
      "28-28 +type Alias: Box",
      "30-30 +method Box.Get: T",
      "31-31 +method Inner.Ping",
      "33-33 +function Map: []U",
      "35-35 function conv: string",
      "37-50 function use",
    ]);
    expect(referenceLines(facts)).toEqual([
      "11 (file) -> call errors . New",
      "16 Box -> inherit Inner",
      "17 Box -> inherit pkg . Base",
      "23 Namer -> inherit fmt . Stringer",
      "35 conv -> call fmt . Sprint",
      "38 use -> call out . Ping {Outer} (local)",
      "39 use -> call Map",
      "39 use -> value conv",
      "40 use -> new Box",
      "41 use -> call box . Get {Box} (local)",
      "42 use -> value out . Ping {Outer} (local)",
      "43 use -> call ping (local)",
      "44 use -> value conv",
      "45 use -> call log . Print",
      "45 use -> call conv",
      "46 use -> call out.Inner . Ping (local)",
      "47 use -> call pkg . Make",
      "47 use -> call pkg.Make[int](1) . Run",
      "48 use -> new Box",
      "49 use -> call other . Get {Box} (local)",
    ]);
    expect(importLines(facts)).toEqual([
      "import fmt * as fmt",
      "import example.com/x/logging * as log",
      "import example.com/drivers/v2 * as _",
    ]);
  });

  it("finds every name that one declaration binds", () => {
    const facts = read(
      "go",
      `
package a

const limit, most = 1, 2
const low, high int = 1, 2

var one, two = First{}, Second{}
var three, four int

type Box struct{ left, right int }
`,
    );
    expect(definitionLines(facts)).toEqual([
      "3-3 constant limit",
      "3-3 constant most",
      "4-4 constant low: int",
      "4-4 constant high: int",
      "6-6 variable one: First",
      "6-6 variable two",
      "7-7 variable three: int",
      "7-7 variable four: int",
      "9-9 +struct Box",
      "9-9 field Box.left: int",
      "9-9 field Box.right: int",
    ]);
  });
});

describe("Python", () => {
  it("finds nested, async and decorated definitions", () => {
    const facts = read(
      "python",
      `
from __future__ import annotations
import os.path, sys as system
from .jobs import ship as send, Order
from . import jobs
from pkg.sub import *

LIMIT = 3
cache: dict[str, int] = {}
twice = lambda n: clean(n)

def clean(n): return n

def outer():
    @cached
    def inner():
        return clean(1)
    return inner()

async def later(order: Order):
    await order.send()
    async with Session() as session:
        await session.get()

class Svc(Base, metaclass=Meta):
    """Serves."""
    limit = 3
    owner: Order = None

    def __init__(self, store: Store):
        self.store = store
        self.queue = Queue()

    async def load(self):
        clean(2)
        self.stream()
        self.store.save()
        self.queue.put(clean)
        super().load()

    async def stream(self):
        yield 1

    @classmethod
    def make(cls) -> Svc:
        return cls()

    class Part:
        def load(self):
            return clean(3)

def main():
    svc = Svc.make()
    svc.load()
    run(work, key=clean)

@app.route("/orders")
@traced
def orders(): return [clean(n) for n in main()]

if __name__ == "__main__":
    main()
`,
    );
    expect(facts.status).toBe("parsed");
    expect(definitionLines(facts)).toEqual([
      "7-7 +constant LIMIT",
      "8-8 +variable cache: dict",
      "9-9 +function twice",
      "11-11 +function clean",
      "13-17 +function outer",
      "14-16 +function outer.inner",
      "19-22 +function later",
      "24-49 +class Svc < Base",
      "26-26 +field Svc.limit",
      "27-27 +field Svc.owner: Order",
      "29-31 +constructor Svc.__init__",
      "30-30 +field Svc.store: Store",
      "31-31 +field Svc.queue: Queue",
      "33-38 +method Svc.load",
      "40-41 +method Svc.stream",
      "43-45 +method Svc.make: Svc",
      "47-49 +class Svc.Part",
      "48-49 +method Svc.Part.load",
      "51-54 +function main",
      "56-58 +function orders",
    ]);
    expect(referenceLines(facts)).toEqual([
      "9 twice -> call clean",
      "14 outer.inner -> decorator cached",
      "16 outer.inner -> call clean",
      "17 outer -> call inner",
      "20 later -> call order . send {Order} (local)",
      "21 later -> call Session",
      "22 later -> call session . get {Session} (local)",
      "24 Svc -> inherit Base",
      "24 Svc -> value Meta",
      "31 Svc.__init__ -> call Queue",
      "34 Svc.load -> call clean",
      "35 Svc.load -> call self . stream {Svc} (local)",
      "36 Svc.load -> call self.store . save {Store} (local)",
      "37 Svc.load -> call self.queue . put {Queue} (local)",
      "37 Svc.load -> value clean",
      "38 Svc.load -> call super",
      "38 Svc.load -> call super() . load {Base}",
      "43 Svc.make -> decorator classmethod",
      "45 Svc.make -> call cls (local)",
      "49 Svc.Part.load -> call clean",
      "52 main -> call Svc . make {Svc}",
      "53 main -> call svc . load (local)",
      "54 main -> call run",
      "54 main -> value work",
      "54 main -> value clean",
      "56 orders -> decorator app . route",
      "57 orders -> decorator traced",
      "58 orders -> call clean",
      "58 orders -> call main",
      "61 (file) -> call main",
    ]);
    expect(importLines(facts)).toEqual([
      "import os.path * as os.path",
      "import sys * as system",
      "import .jobs ship as send",
      "import .jobs Order",
      "import . jobs",
      "import pkg.sub *",
    ]);
  });
});

describe("size", () => {
  it.each([32_767, 32_768, 32_769, 65_536, 262_144])("of %d characters hides nothing at the end", (size) => {
    const head = "def head(): pass\n";
    const tail = "def tail(): head()\n";
    const room = size - head.length - tail.length;
    const filler = '"filler with an umlaut: ü"\n'.repeat(room / 27).padEnd(room, "\n");
    const facts = read("python", `\n${head}${filler}${tail}`);
    expect(facts.definitions.map(({ name }) => name)).toEqual(["head", "tail"]);
    expect(referenceLines(facts).map((line) => line.replace(/^\d+ /, ""))).toEqual(["tail -> call head"]);
  });

  const levels = 20_000;
  const nested = (open: string, close: string): string => open.repeat(levels) + close.repeat(levels);
  it.each<[string, LanguageId, string, string[]]>([
    ["blocks", "javascript", `function deep() {${nested("if (1) {", "}")}}\nfunction shallow() {}\n`, ["shallow"]],
    ["arrays", "javascript", `const a = ${nested("[", "]")};\nfunction shallow() {}\n`, ["a", "shallow"]],
    ["functions", "javascript", `a(${nested("() => (", ")")});\nfunction shallow() {}\n`, ["shallow"]],
    [
      "chains",
      "typescript",
      `const c = start${".then(step)".repeat(levels)};\nfunction shallow() {}\n`,
      ["c", "shallow"],
    ],
    ["brackets", "python", `a = ${nested("(", ")")}\ndef shallow(): pass\n`, ["shallow"]],
    ["blocks", "c", `void deep(void) ${nested("{", "}")}\nvoid shallow(void) {}\n`, ["deep", "shallow"]],
    ["literals", "go", `package a\n\nvar a = ${nested("[]any{", "}")}\n\nfunc shallow() {}\n`, ["a", "shallow"]],
  ])("of nesting, as in 20,000 levels of %s (%s), costs no other definition", (_what, language, text, expected) => {
    const names = read(language, `\n${text}`).definitions.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(expected));
  });
});
