import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shippedPath } from "../assets.ts";
import { SyntaxParser } from "../parse/parser.ts";
import { detectLanguage } from "../parse/registry.ts";
import type { LanguageId } from "../parse/types.ts";
import { analyse } from "./analyse.ts";
import { type ChunkingOptions, sizesOf } from "./size.ts";
import type { Chunk } from "./types.ts";

const usual: ChunkingOptions = { sizeTokens: 512, overlapTokens: 50 };
/** 180 characters: most definitions are over the limit. */
const small: ChunkingOptions = { sizeTokens: 60, overlapTokens: 10 };

let parser: SyntaxParser;

beforeAll(async () => {
  parser = await SyntaxParser.create({ timeoutMs: 60_000 });
});

afterAll(() => parser.close());

function chunksOf(language: LanguageId, text: string, options = usual): readonly Chunk[] {
  return analyse(parser, language, text, options).chunks;
}

/** The lines of a text as chunks count them: a final line break begins no line. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** What holds for the chunks of every text: none over the limit, each what its lines say, every line in one. */
function expectSound(text: string, chunks: readonly Chunk[], options: ChunkingOptions): void {
  const { limit } = sizesOf(options);
  const lines = linesOf(text);
  const covered = new Set<number>();
  for (const chunk of chunks) {
    expect(chunk.text.length).toBeLessThanOrEqual(limit);
    expect(chunk.text).not.toBe("");
    const whole = lines.slice(chunk.startLine - 1, chunk.endLine).join("");
    if (chunk.startLine === chunk.endLine) expect(whole).toContain(chunk.text);
    else expect(chunk.text).toBe(whole);
    for (let line = chunk.startLine; line <= chunk.endLine; line += 1) covered.add(line);
  }
  expect(covered.size).toBe(text.trim() === "" ? 0 : lines.length);
}

/** Code does not overlap: its chunks side by side are the file. */
function expectWholeCode(text: string, chunks: readonly Chunk[], options: ChunkingOptions): void {
  expectSound(text, chunks, options);
  expect(chunks.map((chunk) => chunk.text).join("")).toBe(text);
}

/** `first-last kind scope.symbol` of each chunk. */
function outline(chunks: readonly Chunk[]): string[] {
  return chunks.map(({ startLine, endLine, kind, scope, symbol }) =>
    `${startLine}-${endLine} ${kind} ${scope === "" ? "" : `${scope}.`}${symbol ?? ""}`.trimEnd(),
  );
}

function chunkWith(chunks: readonly Chunk[], text: string): Chunk {
  const holding = chunks.filter((chunk) => chunk.text.includes(text));
  expect(holding).toHaveLength(1);
  return holding[0] as Chunk;
}

function filesIn(folder: string, endings: readonly string[]): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => join(folder, path))
    .sort();
}

/** The first lines of a file, so that huge ones stay affordable. */
function textOf(path: string, most = 300_000): string {
  const text = readFileSync(path, "utf8");
  return text.length <= most ? text : text.slice(0, text.lastIndexOf("\n", most) + 1);
}

describe("real files are covered line by line, within the limit", () => {
  const sources = filesIn(shippedPath("src"), [".ts"]);
  it.each([
    ["usual", usual],
    ["small", small],
  ])("this project's own sources, %s chunks", (_size, options) => {
    expect(sources.length).toBeGreaterThan(50);
    for (const path of sources) {
      const text = textOf(path);
      expectWholeCode(text, chunksOf("typescript", text, options), options);
    }
  });

  const compiler = shippedPath("node_modules", "typescript", "lib");
  it.skipIf(!existsSync(compiler)).each(["lib.es5.d.ts", "lib.dom.d.ts", "typescript.js"])("%s", (name) => {
    const text = textOf(join(compiler, name));
    expectWholeCode(text, chunksOf(detectLanguage(name).id, text), usual);
  });

  const pythons = existsSync("/usr/lib") ? readdirSync("/usr/lib").filter((name) => /^python3\.\d+$/.test(name)) : [];
  const modules = ["argparse.py", "ast.py", "asyncio/base_events.py", "enum.py", "html/entities.py", "typing.py"]
    .map((name) => join("/usr/lib", pythons[0] ?? "python3", name))
    .filter((path) => existsSync(path));
  it.skipIf(modules.length === 0).each([
    ["usual", usual],
    ["small", small],
  ])("Python's library, %s chunks", (_size, options) => {
    for (const path of modules) {
      const text = textOf(path);
      expectWholeCode(text, chunksOf("python", text, options), options);
    }
  });

  const prose = ["README.md", "LICENSE", "package.json"]
    .map((name) => shippedPath(name))
    .filter((path) => existsSync(path));
  it.each([
    ["usual", usual],
    ["small", small],
  ])("prose and data of this project, %s chunks", (_size, options) => {
    expect(prose.length).toBeGreaterThan(0);
    for (const path of prose) {
      const text = textOf(path);
      expectSound(text, chunksOf(detectLanguage(path).id, text, options), options);
    }
  });
});

describe("code", () => {
  const go = `package stock

import "fmt"

// Shelf holds boxes.
// It is not safe for use by several goroutines.
type Shelf struct {
	boxes map[string]int
	limit int
}

// Put adds boxes of one kind and reports how many of them the shelf
// holds now. It fails when the shelf has no room for all of them.
func (s *Shelf) Put(kind string, count int) (int, error) {
	if s.total()+count > s.limit {
		return 0, fmt.Errorf("no room for %d boxes of %s on the shelf", count, kind)
	}
	s.boxes[kind] += count
	return s.boxes[kind], nil
}

func (s *Shelf) total() int {
	sum := 0
	for _, count := range s.boxes {
		sum += count
	}
	return sum
}
`;

  it("is cut along its definitions, each with the comment above it", () => {
    const options: ChunkingOptions = { sizeTokens: 160, overlapTokens: 0 };
    const chunks = chunksOf("go", go, options);
    expectWholeCode(go, chunks, options);
    expect(outline(chunks)).toEqual(["1-11 struct Shelf", "12-21 method Shelf.Put", "22-28 method Shelf.total"]);
    expect(chunks[1]?.signature).toBe("func (s *Shelf) Put(kind string, count int) (int, error)");
  });

  it("is one chunk when the file is small", () => {
    const chunks = chunksOf("typescript", "export function one() {}\n\nexport function two() {}\n");
    expect(outline(chunks)).toEqual(["1-3 function one"]);
  });

  it("merges tiny neighbours instead of making hundreds of chunks", () => {
    const text = Array.from({ length: 120 }, (_, index) => `export const get${index} = () => ${index};\n`).join("");
    const chunks = chunksOf("typescript", text);
    expectWholeCode(text, chunks, usual);
    expect(chunks.length).toBeLessThan(12);
    expect(chunks.length).toBeGreaterThan(3);
  });

  it("does not merge members of a class with what stands outside of it", () => {
    const method = (name: string): string => `  ${name}() {\n${`    this.log("${name}");\n`.repeat(8)}  }\n`;
    const text = `class Till {\n${method("open")}${method("close")}}\nfunction ring() { return 1; }\n`;
    const options: ChunkingOptions = { sizeTokens: 120, overlapTokens: 0 };
    const chunks = chunksOf("javascript", text, options);
    expectWholeCode(text, chunks, options);
    expect(outline(chunks)).toEqual([
      "1-1 class Till",
      "2-11 method Till.open",
      "12-22 method Till.close",
      "23-23 function ring",
    ]);
  });

  it("keeps decorators and doc comments with what they decorate", () => {
    const filler = (name: string): string =>
      `  ${name}(order: Order): string {\n${`    this.printer.feed(order, "${name}");\n`.repeat(14)}    return order.id;\n  }\n\n`;
    const text =
      `@Controller("/orders")\nexport class OrderDesk {\n${filler("first")}` +
      `  /** Shows one order. */\n  @Get("/orders/:id")\n  @Cached(60)\n${filler("show")}${filler("last")}}\n`;
    const options: ChunkingOptions = { sizeTokens: 300, overlapTokens: 0 };
    const chunks = chunksOf("typescript", text, options);
    expectWholeCode(text, chunks, options);
    const shown = chunkWith(chunks, "show(order: Order)");
    expect(shown.text.startsWith("  /** Shows one order. */\n  @Get(")).toBe(true);
    expect([shown.symbol, shown.scope, shown.signature]).toEqual(["show", "OrderDesk", "show(order: Order): string"]);
    expect(chunkWith(chunks, "@Controller").text).toContain("export class OrderDesk");
  });

  it("keeps Python decorators with their functions", () => {
    const body = `    audit("listed")\n`.repeat(20);
    const text = `import web\n\n\ndef before():\n${body}\n\n# All of them.\n@web.route("/orders")\n@web.cached\nasync def list_orders():\n${body}\n\ndef after():\n${body}`;
    const options: ChunkingOptions = { sizeTokens: 180, overlapTokens: 0 };
    const chunks = chunksOf("python", text, options);
    expectWholeCode(text, chunks, options);
    const found = chunkWith(chunks, "async def list_orders");
    expect(found.text.startsWith('# All of them.\n@web.route("/orders")\n@web.cached\n')).toBe(true);
    expect(found.symbol).toBe("list_orders");
  });

  it("cuts a function over the limit where statements begin, each part with function and class", () => {
    const steps = Array.from(
      { length: 700 },
      (_, index) => `        this.step(\n            ${index},\n            "label ${index}");\n`,
    ).join("");
    const text = `class Importer {\n    void run() {\n${steps}        lateStep();\n    }\n\n    void lateStep() {\n    }\n}\n`;
    const chunks = chunksOf("java", text);
    expectWholeCode(text, chunks, usual);
    const parts = chunks.filter(({ symbol }) => symbol === "run");
    expect(parts.length).toBeGreaterThan(20);
    for (const part of parts) {
      expect([part.kind, part.scope, part.signature]).toEqual(["method", "Importer", "void run()"]);
      if (part.startLine > 2) expect(part.text.startsWith("        this.step(\n")).toBe(true);
    }
    // A good cut does not waste the room there is.
    expect(parts.slice(0, -1).every(({ text: part }) => part.length > sizesOf(usual).limit / 3)).toBe(true);
    const late = chunkWith(chunks, "        lateStep();");
    expect(late.startLine).toBeLessThanOrEqual(2103);
    expect(late.endLine).toBeGreaterThanOrEqual(2103);
  });

  it("loses no line of a long string or table", () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `    "key_${index}": ${index},\n`);
    rows[700] = '    "MIDDLE_MARKER": 700,\n';
    const table = `TABLE = {\n${rows.join("")}}\n\n\ndef use_keys():\n    return TABLE\n`;
    const chunks = chunksOf("python", table);
    expectWholeCode(table, chunks, usual);
    expect(chunkWith(chunks, "MIDDLE_MARKER").startLine).toBeLessThanOrEqual(702);
    expect(chunkWith(chunks, "def use_keys").symbol).toBe("use_keys");

    const verse = Array.from({ length: 400 }, (_, index) => `line ${index} of a text without any code in it\n`);
    verse[200] = "MIDDLE_MARKER\n";
    const page = `export const page = \`\n${verse.join("")}\`;\n\nexport function pickRoute() {\n  return page;\n}\n`;
    const pieces = chunksOf("typescript", page);
    expectWholeCode(page, pieces, usual);
    expect(chunkWith(pieces, "MIDDLE_MARKER").endLine).toBeGreaterThanOrEqual(202);
    expect(chunkWith(pieces, "function pickRoute").symbol).toBe("pickRoute");
  });

  it("cuts within a line that is over the limit, never within a surrogate pair", () => {
    const text = `const word = "${"naïve 😀😀😀😀😀".repeat(2000)}";\n`;
    const chunks = chunksOf("javascript", text, small);
    expectWholeCode(text, chunks, small);
    expect(chunks.length).toBeGreaterThan(100);
    for (const chunk of chunks) {
      expect([chunk.startLine, chunk.endLine]).toEqual([1, 1]);
      expect(Buffer.from(chunk.text).toString()).toBe(chunk.text);
    }
  });

  it("cuts a giant file of one line, at punctuation", () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `function f${index}(){return g(${index})}`).join(";");
    const chunks = chunksOf("javascript", text);
    expectWholeCode(text, chunks, usual);
    expect(chunks.slice(0, -1).every((chunk) => /[\s;,}\])>]$/.test(chunk.text))).toBe(true);
  });

  it("covers a file of comments alone", () => {
    const text = "// Nothing is defined here,\n// only said.\n\n/* And more\n * of it. */\n";
    const chunks = chunksOf("typescript", text);
    expect(outline(chunks)).toEqual(["1-5 block"]);
    expectWholeCode(text, chunks, usual);
    const long = "# a comment that goes on\n".repeat(500);
    expectWholeCode(long, chunksOf("python", long), usual);
  });

  it("covers 10,000 lines, with and without a break after the last", () => {
    const text = Array.from(
      { length: 2500 },
      (_, index) => `def f${index}(a):\n    b = a + ${index}\n    return b\n\n`,
    ).join("");
    for (const variant of [text, text.trimEnd()]) {
      const chunks = chunksOf("python", variant);
      expectWholeCode(variant, chunks, usual);
      expect(chunks.every(({ symbol }) => symbol !== null)).toBe(true);
    }
  });

  it("covers a broken file", () => {
    const text = `${go}\nfunc broken( {\n\tif {\n${'\tfmt.Println("more")\n'.repeat(300)}`;
    expectWholeCode(text, chunksOf("go", text, small), small);
  });

  it("keeps the definitions that share a line together", () => {
    const text = `class A { m() { ${"one(); ".repeat(20)}} n() { ${"two(); ".repeat(20)}} } class B {}\nlet x = 1;\n`;
    expectWholeCode(text, chunksOf("javascript", text, small), small);
  });
});

describe("files without content", () => {
  it.each(["", "\n", " \n\t\n"])("%j has no chunks", (text) => {
    expect(chunksOf("go", text)).toEqual([]);
    expect(chunksOf("markdown", text)).toEqual([]);
    expect(chunksOf("text", text)).toEqual([]);
  });

  it("have none where a long run of lines is empty", () => {
    const text = `def first():\n    pass\n${"\n".repeat(5_000)}def second():\n    pass\n`;
    const chunks = chunksOf("python", text);
    expect(chunks.map(({ symbol }) => symbol).filter((symbol) => symbol !== null)).toEqual(["first", "second"]);
    expect(chunks.every((chunk) => chunk.text.trim() !== "")).toBe(true);
  });
});

describe("Markdown", () => {
  const paragraph = (word: string): string => `${`All there is to say about ${word}. `.repeat(12)}\n`;

  it("is cut at headings, with the path of headings above", () => {
    const text =
      `# Manual\n\n${paragraph("it")}\n## Setup\n\n${paragraph("setup")}\n### Linux\n\n${paragraph("Linux")}\n` +
      `Usage\n-----\n\n${paragraph("usage")}\n\`\`\`sh\n# no heading\n${"run --it again and again\n".repeat(12)}\`\`\`\n`;
    const options: ChunkingOptions = { sizeTokens: 260, overlapTokens: 0 };
    const chunks = chunksOf("markdown", text, options);
    expectSound(text, chunks, options);
    expect(outline(chunks)).toEqual([
      "1-4 section Manual",
      "5-8 section Manual.Setup",
      "9-12 section Manual.Setup.Linux",
      "13-32 section Manual.Usage",
    ]);
  });

  it("joins a heading without text of its own with the section below it", () => {
    const text = `# Manual\n\n## Setup\n\n${paragraph("setup")}\n## Usage\n\n${paragraph("usage")}`;
    const options: ChunkingOptions = { sizeTokens: 260, overlapTokens: 0 };
    expect(outline(chunksOf("markdown", text, options))).toEqual([
      "1-6 section Manual.Setup",
      "7-9 section Manual.Usage",
    ]);
  });

  it("cuts a section over the limit and keeps its heading on each part", () => {
    const text = `# Long\n\n${Array.from({ length: 20 }, (_, index) => `${paragraph(`part ${index}`)}\n`).join("")}`;
    const chunks = chunksOf("markdown", text);
    expectSound(text, chunks, usual);
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.every(({ symbol, kind }) => symbol === "Long" && kind === "section")).toBe(true);
  });
});

describe("plain text", () => {
  const text = Array.from({ length: 400 }, (_, index) => `${index} is the number of this line.\n`).join("");

  it("repeats the end of the chunk before, no more than the overlap", () => {
    const chunks = chunksOf("text", text);
    expectSound(text, chunks, usual);
    expect(chunks.length).toBeGreaterThan(5);
    const { overlap } = sizesOf(usual);
    for (const [index, chunk] of chunks.entries()) {
      expect([chunk.kind, chunk.symbol]).toEqual(["text", null]);
      const next = chunks[index + 1];
      if (next === undefined) continue;
      expect(next.startLine).toBeLessThanOrEqual(chunk.endLine);
      const shared = linesOf(text)
        .slice(next.startLine - 1, chunk.endLine)
        .join("");
      expect(shared.length).toBeLessThanOrEqual(overlap);
      expect(next.text.startsWith(shared)).toBe(true);
    }
  });

  it("does not overlap where none is asked for", () => {
    const options: ChunkingOptions = { sizeTokens: 512, overlapTokens: 0 };
    const chunks = chunksOf("text", text, options);
    expect(chunks.map((chunk) => chunk.text).join("")).toBe(text);
  });

  it("is cut between paragraphs where it can be", () => {
    const paragraphs = Array.from({ length: 30 }, (_, index) => `${`Sentence of paragraph ${index}.\n`.repeat(12)}\n`);
    const chunks = chunksOf("text", paragraphs.join(""), { sizeTokens: 512, overlapTokens: 0 });
    expect(chunks.every((chunk) => chunk.text.endsWith("\n\n"))).toBe(true);
  });

  it("of one giant line is cut within the limit", () => {
    const line = "word ".repeat(50_000);
    const chunks = chunksOf("text", line);
    expectSound(line, chunks, usual);
    expect(chunks.map((chunk) => chunk.text).join("")).toBe(line);
  });
});
