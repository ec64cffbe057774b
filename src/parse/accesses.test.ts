import { beforeAll, describe, expect, it } from "vitest";
import { SyntaxParser } from "./parser.ts";
import { accessLines, factsOf } from "./testing/facts.ts";

let parser: SyntaxParser;

beforeAll(async () => {
  parser = await SyntaxParser.create();
});

function accesses(language: string, ...lines: readonly string[]): readonly string[] {
  return accessLines(factsOf(parser, language, lines.join("\n")));
}

describe("reads and writes in TypeScript", () => {
  it("of fields, with the receiver's type where it is known", () => {
    expect(
      accesses(
        "typescript",
        "class Box {",
        "  size = 1;",
        "  grow(other: Box, n: number) {",
        "    this.size = other.size + n;",
        "    this.size += 2;",
        "    this.size++;",
        "    if (this.size > n) delete other.size;",
        "    const { size } = other;",
        "    return size;",
        "  }",
        "}",
      ),
    ).toEqual([
      "4 Box.grow -> write this . size {Box}",
      "4 Box.grow -> read other . size {Box} (local)",
      "5 Box.grow -> update this . size {Box}",
      "6 Box.grow -> update this . size {Box}",
      "7 Box.grow -> read this . size {Box}",
      "7 Box.grow -> write other . size {Box} (local)",
      "8 Box.grow -> read other . size {Box} (local)",
    ]);
  });

  it("of what the file defines or imports, and not of locals, parameters and keys of the same name", () => {
    expect(
      accesses(
        "typescript",
        'import { limit } from "./limits";',
        'import * as all from "./all";',
        "let count = 0;",
        "function step(x: number) {",
        "  count = count + limit;",
        "  count += 1;",
        "  if (limit) all.x;",
        "  return { count: x, limit };",
        "}",
        "function other(count: number) {",
        "  const limit = count;",
        "  count = 2;",
        "  return limit + count;",
        "}",
      ),
    ).toEqual([
      "5 step -> write count",
      "5 step -> read count",
      "5 step -> read limit",
      "6 step -> update count",
      "7 step -> read limit",
      "7 step -> read all . x",
    ]);
  });
});

describe("reads and writes in Go", () => {
  it("of fields, package variables and keyed literals (names on the right are values handed on)", () => {
    expect(
      accesses(
        "go",
        "package p",
        'import "os"',
        "type Box struct{ Size int; Next *Box }",
        "var total = 0",
        "func (b *Box) Grow(n int) int {",
        "  b.Size = n",
        "  b.Size += total",
        "  b.Size++",
        "  total--",
        "  c := Box{Size: n, Next: b}",
        "  os.Args = nil",
        "  return c.Size + b.Next.Size",
        "}",
      ),
    ).toEqual([
      "6 Box.Grow -> write b . Size {Box} (local)",
      "7 Box.Grow -> update b . Size {Box} (local)",
      "8 Box.Grow -> update b . Size {Box} (local)",
      "9 Box.Grow -> update total",
      "10 Box.Grow -> write Box . Size {Box}",
      "10 Box.Grow -> write Box . Next {Box}",
      "11 Box.Grow -> write os . Args",
      "12 Box.Grow -> read c . Size {Box} (local)",
      "12 Box.Grow -> read b . Next {Box} (local)",
      "12 Box.Grow -> read b.Next . Size {Box} (local)",
    ]);
  });
});

describe("reads and writes in Python", () => {
  it("of fields and module variables, also those that a function takes from outside", () => {
    expect(
      accesses(
        "python",
        "from conf import LIMIT",
        "count = 0",
        "class Box:",
        "    def __init__(self, size):",
        "        self.size = size",
        "        self.parts = []",
        "    def grow(self, other: 'Box'):",
        "        global count",
        "        count = count + LIMIT",
        "        self.size += other.size",
        "        self.size, x = 1, 2",
        "        del self.parts",
        "        return dict(count=self.parts)",
        "def local():",
        "    count = 1",
        "    return count + 1",
      ),
    ).toEqual([
      "5 Box.__init__ -> write self . size {Box} (local)",
      "6 Box.__init__ -> write self . parts {Box} (local)",
      "9 Box.grow -> write count",
      "9 Box.grow -> read count",
      "9 Box.grow -> read LIMIT",
      "10 Box.grow -> update self . size {Box} (local)",
      "10 Box.grow -> read other . size {Box} (local)",
      "11 Box.grow -> write self . size {Box} (local)",
      "12 Box.grow -> write self . parts {Box} (local)",
      "13 Box.grow -> read self . parts {Box} (local)",
    ]);
  });
});
