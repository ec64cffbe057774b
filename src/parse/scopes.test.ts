import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SyntaxParser } from "./parser.ts";
import { factsOf, referenceLines } from "./testing/facts.ts";
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

/** Each reference as `line name`, with `(local)` where it is bound to a local. */
function uses(language: LanguageId, text: string): string[] {
  return read(language, text).references.map(
    ({ name, line, boundLocally }) => `${line} ${name}${boundLocally ? " (local)" : ""}`,
  );
}

describe("names bound to locals", () => {
  it("hide imported functions in TypeScript", () => {
    const facts = read(
      "typescript",
      `
import { save } from "./save";
const honest = () => save();
function param(save: () => void) { save(); }
function localVar() { const save = () => 1; save(); }
function inner() { function save() {} save(); }
function caught() { try { } catch (save) { save(); } }
function loop(all: any[]) { for (const save of all) save(); }
function destruct({ save }: Deps, [other = save]: Deps[]) { save(); other(); }
function block() { { let save = 1; } save(); }
function member(deps: Deps) { deps.save(); save.now(); }
`,
    );
    expect(facts.status).toBe("parsed");
    expect(referenceLines(facts)).toEqual([
      "2 honest -> call save",
      "3 param -> call save (local)",
      "4 localVar -> call save",
      "5 inner -> call save",
      "6 caught -> call save (local)",
      "7 loop -> call save (local)",
      "8 destruct -> call save (local)",
      "8 destruct -> call other (local)",
      "9 block -> call save",
      "10 member -> call deps . save {Deps} (local)",
      "10 member -> call save . now",
    ]);
  });

  it("hide package functions in Go", () => {
    const facts = read(
      "go",
      `
package sched

func renew() {}

func direct() { renew() }
func byParam(renew func()) { renew() }
func byVar() { renew := func() {}; renew() }
func inBlock() {
	if renew := pick(); renew != nil { renew() }
	renew()
}
func ranged(all []func()) { for _, renew := range all { renew() } }
`,
    );
    expect(facts.status).toBe("parsed");
    expect(referenceLines(facts)).toEqual([
      "5 direct -> call renew",
      "6 byParam -> call renew (local)",
      "7 byVar -> call renew (local)",
      "9 inBlock -> call pick",
      "9 inBlock -> call renew (local)",
      "10 inBlock -> call renew",
      "12 ranged -> call renew (local)",
    ]);
  });
});

describe("functions handed on as values", () => {
  it("are references where they may be functions", () => {
    const facts = read(
      "typescript",
      `
function onClick() {}
function tick() {}
function visit(node: Tree) { node.children.forEach(visit); }
class Page {
  render() {}
  mount(button: Button, count: number) {
    button.addEventListener("click", onClick);
    setInterval(tick, 100);
    const table = { start: tick, onClick };
    const list = [tick, count];
    const then = flag ? tick : onClick;
    const or = given ?? tick;
    queue.push(this.render);
    return tick;
  }
}
`,
    );
    expect(facts.status).toBe("parsed");
    expect(referenceLines(facts)).toEqual([
      "3 visit -> call node.children . forEach (local)",
      "3 visit -> value visit",
      "7 Page.mount -> call button . addEventListener {Button} (local)",
      "7 Page.mount -> value onClick",
      "8 Page.mount -> call setInterval",
      "8 Page.mount -> value tick",
      "9 Page.mount -> value tick",
      "9 Page.mount -> value onClick",
      "10 Page.mount -> value tick",
      "11 Page.mount -> value tick",
      "11 Page.mount -> value onClick",
      "12 Page.mount -> value tick",
      "13 Page.mount -> call queue . push",
      "13 Page.mount -> value this . render {Page}",
      "14 Page.mount -> value tick",
    ]);
  });

  it("are references in Python", () => {
    const facts = read(
      "python",
      `
def work(n): return n
def score(n): return n

class Job:
    def step(self): pass

def run(rows, key):
    pool.submit(work, rows)
    sorted(rows, key=score)
    table = {"a": work}
    pick = score if rows else work
    Thread(target=Job().step)
    return key
`,
    );
    expect(facts.status).toBe("parsed");
    expect(referenceLines(facts)).toEqual([
      "8 run -> call pool . submit",
      "8 run -> value work",
      "9 run -> call sorted",
      "9 run -> value score",
      "10 run -> value work",
      "11 run -> value score",
      "11 run -> value work",
      "12 run -> call Thread",
      "12 run -> call Job",
      "12 run -> value Job() . step {Job}",
    ]);
  });
});

describe("named functions inside anonymous ones", () => {
  it("are definitions, not locals, where a callback holds them", () => {
    const text = "\ndescribe(() => {\n  const weights = () => 1;\n  function sizes() {}\n  weights(); sizes();\n});\n";
    expect(uses("typescript", text)).toEqual(["1 describe", "4 weights", "4 sizes"]);
  });

  it("hide a parameter further out, and are hidden by one further in", () => {
    const text =
      "\nrun((load) => {\n  load();\n  each(() => {\n    function load() {}\n    load();\n    each((load) => load());\n  });\n});\n";
    expect(uses("javascript", text)).toEqual([
      "1 run",
      "2 load (local)",
      "3 each",
      "5 load",
      "6 each",
      "6 load (local)",
    ]);
  });

  it("do not turn values of the callback into definitions", () => {
    expect(uses("go", "\npackage a\n\nvar _ = Describe(func() {\n\tvar stop func()\n\tstop()\n})\n")).toEqual([
      "3 Describe",
      "5 stop (local)",
    ]);
  });
});
