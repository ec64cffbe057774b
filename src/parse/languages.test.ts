import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { extractFacts } from "./extract.ts";
import { SyntaxParser } from "./parser.ts";
import type { Definition, FileFacts, LanguageId } from "./types.ts";

/** A sample in each language, beside it (`.facts`) what is to be found in it, one fact a line. */
const samples: readonly (readonly [LanguageId, string])[] = [
  ["rust", "rust.rs"],
  ["java", "java.java"],
  ["c", "c.c"],
  ["cpp", "cpp.cpp"],
  ["csharp", "csharp.cs"],
  ["php", "php.php"],
  ["ruby", "ruby.rb"],
  ["kotlin", "kotlin.kt"],
  ["swift", "swift.swift"],
  ["scala", "scala.scala"],
  ["bash", "bash.sh"],
  ["lua", "lua.lua"],
  ["elixir", "elixir.ex"],
  ["haskell", "haskell.hs"],
  ["zig", "zig.zig"],
];

const folder = join(dirname(fileURLToPath(import.meta.url)), "samples");
let parser: SyntaxParser;

beforeAll(async () => {
  parser = await SyntaxParser.create({ timeoutMs: 60_000 });
});

afterAll(() => parser.close());

function factsOf(language: LanguageId, text: string): FileFacts {
  const parsed = parser.parse(language, text);
  if (parsed.kind !== "tree") throw new Error(`${language} was not parsed: ${parsed.kind}`);
  try {
    return extractFacts(parser, parsed, text);
  } finally {
    parsed.tree.delete();
  }
}

function qualifiedName(definition: Definition | undefined): string {
  if (definition === undefined) return "(file)";
  return definition.scope === "" ? definition.name : `${definition.scope}.${definition.name}`;
}

function definitionLine(definition: Definition): string {
  const bases = definition.bases.length === 0 ? "" : ` < ${definition.bases.join(", ")}`;
  return `${definition.startLine}-${definition.endLine} ${definition.kind} ${qualifiedName(definition)}${bases}`;
}

function definitionLines(facts: FileFacts): string[] {
  return facts.definitions.map(definitionLine);
}

function referenceLines(facts: FileFacts): string[] {
  return facts.references.map(({ line, enclosing, kind, receiver, name }) => {
    const from = qualifiedName(facts.definitions[enclosing]);
    return `${line} ${from} -> ${kind} ${receiver === null ? name : `${receiver} . ${name}`}`;
  });
}

function importLines(facts: FileFacts): string[] {
  return facts.imports.map(({ kind, source, imported, local }) => `${kind} ${source} ${imported} ${local}`);
}

function edges(facts: FileFacts): string[] {
  return referenceLines(facts).map((line) => line.slice(line.indexOf(" ") + 1));
}

describe.each(samples)("%s", (language, file) => {
  it("finds exactly the definitions and references of the sample", () => {
    const facts = factsOf(language, readFileSync(join(folder, file), "utf8"));
    const expected = readFileSync(join(folder, `${language}.facts`), "utf8")
      .trimEnd()
      .split("\n");
    expect([...definitionLines(facts), ...referenceLines(facts)]).toEqual(expected);
    expect(facts.status).toBe("parsed");
  });
});

describe("imports", () => {
  it.each<[LanguageId, string, string[]]>([
    [
      "rust",
      "use a::b::{C, D as E, f::G};\npub use a::h::I;\nuse super::j::*;\n",
      [
        "import a::b C C",
        "import a::b D E",
        "import f G G",
        "import a::h I I",
        "re-export a::h I I",
        "import super::j * *",
      ],
    ],
    [
      "java",
      "import a.b.C;\nimport static a.b.D.e;\nimport a.f.*;\nclass X {}\n",
      ["import a.b C C", "import a.b.D e e", "import a.f * *"],
    ],
    [
      "kotlin",
      "import a.b.C\nimport a.b.D as E\nimport a.f.*\n",
      ["import a.b C C", "import a.b D E", "import a.f * *"],
    ],
    ["php", "<?php\nuse A\\B\\C;\nuse A\\{D, E as F};\n", ["import A\\B C C", "import A D D", "import A E F"]],
    ["lua", 'local json = require("lib.json")\n', ["import lib.json * json"]],
    [
      "elixir",
      "alias A.B.C\nalias A.D, as: E\nalias A.{F, G}\n",
      ["import A.B.C * C", "import A.D * E", "import A F F", "import A G G"],
    ],
    [
      "haskell",
      "import qualified A.B as C\nimport A.D (e, F)\nmain = e\n",
      ["import A.B * C", "import A.D e e", "import A.D F F"],
    ],
    ["zig", 'const std = @import("std");\nconst C = @import("c.zig").C;\n', ["import std * std", "import c.zig C C"]],
    ["csharp", "using Json = A.B.C;\n", ["import A.B C Json"]],
    ["cpp", '#include "a/b.hpp"\nusing a::C;\n', ["import a/b.hpp * hpp", "import a C C"]],
  ])("of %s name source, member and local name", (language, text, expected) => {
    const found = importLines(factsOf(language, text));
    expect(found.map((line) => (language === "cpp" ? line.replace(/ hpp$| b$/, " hpp") : line))).toEqual(expected);
  });
});

describe("known weak places of the grammars", () => {
  it("keeps C functions whose braces are split by #ifdef, and takes no keyword for a name", () => {
    const facts = factsOf(
      "c",
      "int low(int n) {\n#ifdef STRICT\n  if (n > 0 && n < 9) {\n#else\n  if (n > 0) {\n#endif\n    return n;\n  }\n" +
        "  return other();\n}\nvoid warm(int n) {\n  if (n < 1) {\n    heat(n);\n  }\n#ifdef COOL\n  else if (n > 9) {\n" +
        "    cool(n);\n  }\n#endif\n  else {\n    rest();\n  }\n}\nint last(void) { return low(1); }\n",
    );
    expect(facts.definitions.map(({ name }) => name)).toEqual(["low", "warm", "last"]);
    expect(edges(facts)).toEqual([
      "low -> call other",
      "warm -> call heat",
      "warm -> call cool",
      "warm -> call rest",
      "last -> call low",
    ]);
  });

  it("reads C# classes with primary constructors", () => {
    const facts = factsOf(
      "csharp",
      "public class Till(Printer printer) : IDisposable {\n  public void Ring() { printer.Print(new Slip(1).Text()); }\n" +
        "  public void Dispose() => Close();\n}\n",
    );
    expect(definitionLines(facts)).toEqual([
      "1-4 class Till < IDisposable",
      "1-1 field Till.printer",
      "2-2 method Till.Ring",
      "3-3 method Till.Dispose",
    ]);
    expect(edges(facts)).toEqual([
      "Till -> inherit IDisposable",
      "Till.Ring -> call printer . Print",
      "Till.Ring -> new Slip",
      "Till.Ring -> call new Slip(1) . Text",
      "Till.Dispose -> call Close",
    ]);
  });

  it("reads Kotlin classes written on one line and extension functions", () => {
    const facts = factsOf(
      "kotlin",
      "class Shelf { fun count(): Int = listOf(1).map { twice(it) }.sum() }\n\nfun Shelf.label(): String = text(count())\n",
    );
    expect(definitionLines(facts)).toEqual(["1-1 class Shelf", "1-1 method Shelf.count", "3-3 method Shelf.label"]);
    expect(edges(facts)).toEqual([
      "Shelf.count -> call listOf",
      "Shelf.count -> call listOf(1) . map",
      "Shelf.count -> call twice",
      "Shelf.count -> call listOf(1).map { twice(it) } . sum",
      "Shelf.label -> call text",
      "Shelf.label -> call count",
    ]);
  });

  it("finds Swift calls behind an operator", () => {
    const facts = factsOf("swift", "func sum() -> Int { return first() + second() * third.of(1) }\n");
    expect(edges(facts)).toEqual(["sum -> call first", "sum -> call second", "sum -> call third . of"]);
  });

  it("finds calls among the tokens of Rust macros", () => {
    const facts = factsOf("rust", 'fn run() { log!("{}", width(store.size()), nested!(deep(1))); }\n');
    expect(edges(facts)).toEqual([
      "run -> macro log",
      "run -> call width",
      "run -> call store . size",
      "run -> macro nested",
      "run -> call deep",
    ]);
  });

  it("keeps method references of Java as values and constructor calls as such", () => {
    const facts = factsOf(
      "java",
      "class Sum {\n  Sum(int n) { boot(); }\n  int run(List<Integer> all) { return all.stream().map(Sum::twice).toList().size(); }\n" +
        "  static int main1() { return new Sum(1).run(null); }\n}\n",
    );
    expect(edges(facts)).toContain("Sum.run -> value Sum . twice");
    expect(edges(facts)).toContain("Sum.main1 -> new Sum");
    expect(edges(facts)).toContain("Sum.main1 -> call new Sum(1) . run");
  });
});
