import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SyntaxParser } from "./parser.ts";
import { definitionLines, factsOf, referenceLines } from "./testing/facts.ts";
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

describe("a file saved half way through an edit", () => {
  it("keeps the definitions after an unclosed call", () => {
    const facts = read(
      "typescript",
      `
export function one() { return two(); }

export function broken(a: number {
  if (a) {
    return one(

export function two() { return 2; }

export class Keeper {
  keep() { return two(); }
}
`,
    );
    expect(facts.status).toBe("partial");
    expect(definitionLines(facts)).toEqual([
      "1-1 +function one",
      "3-5 +function broken",
      "7-7 +function two",
      "9-11 +class Keeper",
      "10-10 +method Keeper.keep",
    ]);
    expect(referenceLines(facts)).toEqual(["1 one -> call two", "10 Keeper.keep -> call two"]);
  });

  it("keeps the definitions after an unclosed template string", () => {
    const facts = read(
      "typescript",
      `
export function one() { return \`open \${two()\`; }

export function two() { return 2; }

export class Keeper { keep() { return two(); } }
`,
    );
    expect(facts.status).toBe("partial");
    expect(definitionLines(facts)).toEqual([
      "1-2 +function one",
      "3-3 +function two",
      "5-5 +class Keeper",
      "5-5 +method Keeper.keep",
    ]);
    expect(referenceLines(facts)).toEqual(["1 one -> call two", "5 Keeper.keep -> call two"]);
  });

  it("keeps the definitions of Python", () => {
    const facts = read(
      "python",
      `
def one():
    return two(

def two():
    return 2

class Keeper:
    def keep(self):
        return two()
`,
    );
    expect(facts.status).toBe("partial");
    expect(definitionLines(facts)).toEqual([
      "1-2 +function one",
      "4-5 +function two",
      "7-9 +class Keeper",
      "8-9 +method Keeper.keep",
    ]);
    expect(referenceLines(facts)).toEqual(["9 Keeper.keep -> call two"]);
  });

  it("keeps the definitions of Go", () => {
    const facts = read(
      "go",
      `
package a

func one() int {
	return two(
	if {

func two() int { return 2 }

type Keeper struct{ n int }

func (k Keeper) Keep() int { return two() }
`,
    );
    expect(facts.status).toBe("partial");
    expect(definitionLines(facts)).toEqual([
      "3-3 function one: int",
      "7-7 function two: int",
      "9-9 +struct Keeper",
      "9-9 field Keeper.n: int",
      "11-11 +method Keeper.Keep: int",
    ]);
    expect(referenceLines(facts)).toEqual(["11 Keeper.Keep -> call two"]);
  });
});

describe("recovery", () => {
  const good = `
export function one() { return two(); }

export function two() { return 2; }

export class Keeper { keep() { return two(); } }
`;

  it("leaves no trace once the file is whole again", () => {
    const before = read("typescript", good);
    const during = read("typescript", good.replace("return two(); }", "return two(; "));
    expect(during.status).toBe("partial");
    expect(during.definitions.map(({ name }) => name)).toEqual(["one", "two", "Keeper", "keep"]);
    expect(read("typescript", good)).toEqual(before);
    expect(before.status).toBe("parsed");
  });

  it("keeps C functions around braces that conditionals split", () => {
    const facts = read(
      "c",
      `
int fallback(void) { return 1; }
#ifdef FAST
int pick(int want) {
#else
int pick(int want, int more) {
#endif
  if (want) {
    return fallback();
  }
  return 0;
}

int after(void) { return pick(1); }
`,
    );
    expect(facts.definitions.map(({ name }) => name)).toEqual(expect.arrayContaining(["fallback", "pick", "after"]));
    expect(facts.definitions.map(({ name }) => name)).not.toContain("if");
    expect(referenceLines(facts)).toEqual(expect.arrayContaining(["8 pick -> call fallback", "13 after -> call pick"]));
  });

  it("does not take a file of another language for code", () => {
    const facts = read("typescript", "\nDear reader,\n\nthis (is [not {code.\n");
    expect(facts.status).toBe("partial");
    expect(facts.definitions).toEqual([]);
  });

  it("survives what no grammar allows", () => {
    for (const language of ["go", "typescript", "tsx", "javascript", "python", "c", "java", "ruby"]) {
      const facts = read(language, `\n${"}])('\"`${".repeat(500)}\n\u0000\uffff\ud800\n`);
      expect(facts.language).toBe(language);
      expect(["parsed", "partial"]).toContain(facts.status);
    }
  });
});
