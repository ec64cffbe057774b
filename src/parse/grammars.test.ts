import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SyntaxParser } from "./parser.ts";
import { detectLanguage, languages } from "./registry.ts";

let parser: SyntaxParser;

beforeAll(async () => {
  parser = await SyntaxParser.create({ timeoutMs: 60_000 });
});

afterAll(() => parser.close());

describe("every language with a grammar", () => {
  const withGrammar = languages.filter(({ grammar }) => grammar !== null).map(({ id }) => id);

  it.each(withGrammar)("%s compiles its query and finds no error in an empty text", (id) => {
    const grammar = parser.grammarOf(id);
    expect(grammar?.query.patternCount()).toBeGreaterThan(5);
    expect((grammar?.roles ?? []).some(({ role }) => role === "definition")).toBe(true);
    const parsed = parser.parse(id, "\n");
    if (parsed.kind !== "tree") throw new Error(`${id} was not parsed`);
    expect(parsed.tree.rootNode.hasError).toBe(false);
    parsed.tree.delete();
  });

  it("is told apart from those read as text", () => {
    expect(withGrammar).toHaveLength(20);
    expect(parser.parse("markdown", "# Title\n")).toEqual({ kind: "text" });
    expect(parser.parse("no such language", "x")).toEqual({ kind: "text" });
  });
});

describe("the language of a file", () => {
  it.each([
    ["src/card.ts", "typescript"],
    ["mod.mts", "typescript"],
    ["com.cts", "typescript"],
    ["types.d.ts", "typescript"],
    ["Card.tsx", "tsx"],
    ["View.jsx", "javascript"],
    ["app.js", "javascript"],
    ["app.mjs", "javascript"],
    ["app.cjs", "javascript"],
    ["APP.JS", "javascript"],
    ["stubs.pyi", "python"],
    ["main.go", "go"],
    ["dir.with.py/notes.txt", "text"],
    ["Makefile", "makefile"],
    ["Dockerfile.dev", "dockerfile"],
    ["README.md", "markdown"],
    ["unknown.xyz", "text"],
  ])("%s is %s", (path, language) => {
    expect(detectLanguage(path).id).toBe(language);
  });

  it.each([
    ["#!/bin/sh", "bash"],
    ["#!/usr/bin/env python3.12", "python"],
    ["#!/usr/bin/env -S node --no-warnings", "javascript"],
    ["#!/opt/other", "text"],
    ["no interpreter", "text"],
  ])("without an ending is told by %s", (firstLine, language) => {
    expect(detectLanguage("bin/run", firstLine).id).toBe(language);
    expect(detectLanguage("bin/run.go", firstLine).id).toBe("go");
  });
});

describe("parsing", () => {
  it("gives up after the time limit and works on afterwards", async () => {
    const hasty = await SyntaxParser.create({ timeoutMs: 0 });
    expect(hasty.parse("javascript", "f(1);\n".repeat(200_000))).toEqual({ kind: "failed" });
    expect(hasty.failures).toBe(1);
    hasty.close();
    const parsed = parser.parse("javascript", "f(1);\n");
    if (parsed.kind !== "tree") throw new Error("not parsed");
    expect(parsed.tree.rootNode.childCount).toBe(1);
    parsed.tree.delete();
  });
});
