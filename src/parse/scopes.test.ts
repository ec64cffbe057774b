import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { extractFacts } from "./extract.ts";
import { SyntaxParser } from "./parser.ts";
import type { LanguageId } from "./types.ts";

let parser: SyntaxParser;

beforeAll(async () => {
  parser = await SyntaxParser.create({ timeoutMs: 60_000 });
});

afterAll(() => parser.close());

/** Each reference as `name` with `(local)` where it is bound to a local. */
function uses(language: LanguageId, text: string): string[] {
  const parsed = parser.parse(language, text);
  if (parsed.kind !== "tree") throw new Error(`${language} was not parsed: ${parsed.kind}`);
  try {
    return extractFacts(parser, parsed, text).references.map(
      ({ name, line, boundLocally }) => `${line} ${name}${boundLocally ? " (local)" : ""}`,
    );
  } finally {
    parsed.tree.delete();
  }
}

describe("named functions inside anonymous ones", () => {
  it("are definitions, not locals, where a callback holds them", () => {
    const text = "describe(() => {\n  const weights = () => 1;\n  function sizes() {}\n  weights(); sizes();\n});\n";
    expect(uses("typescript", text)).toEqual(["1 describe", "4 weights", "4 sizes"]);
  });

  it("hide a parameter further out, and are hidden by one further in", () => {
    const text =
      "run((load) => {\n  load();\n  each(() => {\n    function load() {}\n    load();\n    each((load) => load());\n  });\n});\n";
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
    expect(uses("go", "package a\n\nvar _ = Describe(func() {\n\tvar stop func()\n\tstop()\n})\n")).toEqual([
      "3 Describe",
      "5 stop (local)",
    ]);
  });
});
