import { describe, expect, it } from "vitest";
import { estimateTokens } from "../text/tokens.ts";
import { type Fillable, fillBudget } from "./budget.ts";
import type { SearchHit } from "./types.ts";

function hitAt(file: string, content: string, startLine = 1): SearchHit {
  const endLine = startLine + content.split("\n").length - 1;
  return {
    ...{ score: 0.5, file, startLine, endLine, content },
    ...{ language: "typescript", kind: "function", symbol: "f", scope: "", tokens: null },
  };
}

/** `count` lines of five tokens each, none like those of another name. */
function code(name: string, count: number): string {
  return Array.from({ length: count }, (_, line) => `${name}(${line});`).join("\n");
}

const piece = (hit: SearchHit, whole: SearchHit | null = null): Fillable => ({ hit, whole: () => whole });
const budget = (maxTokens: number) => ({ maxTokens, costOf: ({ content }: SearchHit) => estimateTokens(content) });
const places = (hits: readonly SearchHit[]) => hits.map(({ file, startLine, endLine }) => [file, startLine, endLine]);

describe("fillBudget", () => {
  it("takes the best that fit, in their order, and makes way for smaller ones", () => {
    const found = [
      piece(hitAt("a", code("one", 10))),
      piece(hitAt("b", code("two", 40))),
      piece(hitAt("c", code("three", 5))),
    ];
    const { hits, leftOut } = fillBudget(found, budget(100), 10);
    expect(hits.map(({ file }) => file)).toEqual(["a", "c"]);
    expect(leftOut).toBe(1);
    for (const hit of hits) expect(hit.tokens).toBe(estimateTokens(hit.content));
    expect(fillBudget(found, budget(10_000), 2).hits.map(({ file }) => file)).toEqual(["a", "b"]);
  });

  it("passes over copies, and over what overlaps a hit that is taken", () => {
    const found = [
      piece(hitAt("a", code("one", 10))),
      piece(hitAt("copy", code("one", 10))),
      piece(hitAt("a", code("two", 5), 8)),
      piece(hitAt("a", code("three", 5), 11)),
    ];
    const { hits, leftOut } = fillBudget(found, budget(10_000), 10);
    expect(places(hits)).toEqual([
      ["a", 1, 10],
      ["a", 11, 15],
    ]);
    expect(leftOut).toBe(0);
  });

  it("completes a piece to its whole definition when that leaves room for others", () => {
    const whole = hitAt("a", code("one", 20));
    const start = piece(hitAt("a", code("one", 10)), whole);
    const end = piece(hitAt("a", code("one", 10), 11), whole);
    const all = estimateTokens(whole.content);
    expect(places(fillBudget([start, end], budget(2 * all), 10).hits)).toEqual([["a", 1, 20]]);
    expect(places(fillBudget([start, end], budget(2 * all - 2), 10).hits)).toEqual([["a", 1, 10]]);
  });

  it("shows the head of the first where nothing fits", () => {
    const { hits } = fillBudget([piece(hitAt("a", code("one", 40), 7))], budget(30), 10);
    expect(places(hits)).toEqual([["a", 7, 7 + (hits[0]?.content.split("\n").length ?? 0) - 1]]);
    expect(hits[0]?.tokens).toBeLessThanOrEqual(30);
    expect(hits[0]?.content.startsWith("one(0);")).toBe(true);
    const wide = hitAt("a", "one ".repeat(100));
    expect(fillBudget([piece(wide)], budget(30), 10).hits).toEqual([{ ...wide, content: "", tokens: 0 }]);
    expect(fillBudget([], budget(30), 10)).toEqual({ hits: [], leftOut: 0 });
  });
});
