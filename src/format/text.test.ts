import picocolors from "picocolors";
import { describe, expect, it } from "vitest";
import type { GraphAnswer, GraphNode, GraphRoot } from "../graph/types.ts";
import type { SearchHit } from "../search/types.ts";
import { excerptOf, highlight, queryWords } from "./excerpt.ts";
import { compactSearchText, searchText } from "./text-search.ts";
import { bytesText } from "./text-status.ts";
import { graphText } from "./text-trace.ts";

const plain = picocolors.createColors(false);
const coloured = picocolors.createColors(true);
const esc = String.fromCharCode(0x1b);

const hit: SearchHit = {
  score: 0.5,
  file: `evil${esc}]0;OWNED\u0007.ts`,
  startLine: 3,
  endLine: 5,
  content: `one\n${esc}[2J two\nretry()\u202e`,
  language: "typescript",
  kind: "function",
  symbol: "coded",
  scope: "",
  tokens: null,
};

describe("searchText", () => {
  it("shows place, score, symbol and numbered lines, with control characters visible", () => {
    expect(searchText({ query: "retry", hits: [hit], notes: [] }, plain)).toBe(
      [
        "evil\\x1b]0;OWNED\\x07.ts:3-5  0.500  coded (function)",
        "  3 | one",
        "  4 | \\x1b[2J two",
        "  5 | retry()\\u202e",
        "",
      ].join("\n"),
    );
  });

  it("colours only when asked, and only with its own codes", () => {
    const text = searchText({ query: "retry", hits: [hit], notes: [] }, coloured);
    expect(text).toContain(`${esc}[1mretry${esc}[22m()`);
    expect(text).not.toContain(`${esc}[2J`);
    expect(text).not.toContain(`${esc}]0;`);
  });

  it("takes one line a result when compact", () => {
    expect(
      compactSearchText({ query: "x", hits: [hit, hit], notes: [] }, plain)
        .trimEnd()
        .split("\n"),
    ).toHaveLength(2);
  });
});

describe("excerptOf", () => {
  const lines = Array.from({ length: 40 }, (_, index) =>
    index === 30 ? "const retryDelay = backoff();" : `line ${index}`,
  );

  it("keeps short texts whole", () => {
    expect(excerptOf("a\nb\n", [], 10)).toEqual({ firstLine: 0, lines: ["a", "b"], linesBefore: 0, linesAfter: 0 });
  });

  it("shows the window that holds the query's words", () => {
    const excerpt = excerptOf(lines.join("\n"), queryWords("Retry delay with backoff"), 10);
    expect(excerpt.lines).toHaveLength(10);
    expect(excerpt.lines).toContain("const retryDelay = backoff();");
    expect(excerpt.linesBefore + excerpt.linesAfter).toBe(30);
  });

  it("begins at the top where no word occurs", () => {
    expect(excerptOf(lines.join("\n"), queryWords("nothing"), 10).firstLine).toBe(0);
  });
});

describe("highlight", () => {
  it("marks words in any case and takes special characters as they are", () => {
    expect(highlight("Retry a.b", ["retry", "a.b"], (text) => `<${text}>`)).toBe("<Retry> <a.b>");
  });
});

describe("graphText", () => {
  const site = (line: number) => ({ file: "a.ts", line, context: "c()" });
  const leaf: GraphNode = {
    id: 1,
    name: "c",
    qualifiedName: "B.c",
    kind: "method",
    file: "b.ts",
    line: 2,
    edge: { kinds: ["call"], confidence: "inferred", sites: [1, 2, 3, 4].map(site) },
    children: [],
    repeated: null,
  };
  const outside: GraphNode = {
    ...leaf,
    id: 2,
    name: "log",
    qualifiedName: "log",
    kind: null,
    file: null,
    line: null,
    edge: { kinds: ["call"], confidence: "exact", sites: [site(5)] },
    repeated: "shared",
  };
  const root: GraphRoot = {
    ...leaf,
    id: 0,
    name: "a",
    qualifiedName: "a",
    file: "a.ts",
    line: 1,
    edge: null,
    children: [leaf, outside],
    callers: [{ ...leaf, name: "main", qualifiedName: "main", repeated: "cycle" }],
  };
  const answer: GraphAnswer = {
    query: "a",
    direction: "callees",
    depth: 2,
    roots: [root],
    nodeCount: 3,
    maxDepth: 1,
    truncated: false,
    definitions: [],
    notes: [],
  };

  it("draws a tree with call sites and what is not exact", () => {
    expect(graphText(answer, plain)).toBe(
      [
        "a  a.ts:1",
        "├─ B.c  b.ts:2  called at 1, 2, 3 and 1 more (inferred)",
        "└─ log  (outside)  called at 5  (see above)",
        "3 symbols, depth 1",
        "",
      ].join("\n"),
    );
  });

  it("draws both directions, for each root", () => {
    expect(graphText({ ...answer, direction: "both", roots: [root, { ...root, callers: [] }] }, plain)).toBe(
      [
        "a  a.ts:1  calls",
        "├─ B.c  b.ts:2  called at 1, 2, 3 and 1 more (inferred)",
        "└─ log  (outside)  called at 5  (see above)",
        "a  a.ts:1  is called by",
        "└─ main  b.ts:2  called at 1, 2, 3 and 1 more (inferred)  (cycle)",
        "",
        "a  a.ts:1  calls",
        "├─ B.c  b.ts:2  called at 1, 2, 3 and 1 more (inferred)",
        "└─ log  (outside)  called at 5  (see above)",
        "a  a.ts:1  is called by",
        "3 symbols, depth 1",
        "",
      ].join("\n"),
    );
  });
});

describe("bytesText", () => {
  it("picks a readable unit", () => {
    expect([0, 999, 1_500, 2_340_000].map(bytesText)).toEqual(["0 B", "999 B", "1.5 KB", "2.3 MB"]);
  });
});
