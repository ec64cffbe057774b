import { describe, expect, it } from "vitest";
import { EngineResults, interleave } from "./results.ts";
import type { TextMatch } from "./types.ts";

function matchAt(line: number): TextMatch {
  const place = { line, endLine: line, column: 1, text: `line ${line}`, isCut: false, ranges: [{ start: 0, end: 4 }] };
  return { ...place, before: [], after: [], rule: null, variables: null };
}

function fill(paths: readonly string[], needed: number, perFile: number): EngineResults {
  const results = new EngineResults("ripgrep", needed, Number.POSITIVE_INFINITY);
  for (const path of paths) {
    const matches = Array.from({ length: Math.min(perFile, needed) }, (_, index) => matchAt(index + 1));
    results.add({ path, count: perFile, matches });
  }
  return results;
}

describe("EngineResults", () => {
  it("keeps the same matches in whatever order the files come", () => {
    const paths = Array.from({ length: 400 }, (_, index) => `f${String(index).padStart(3, "0")}/a.ts`);
    const forward = fill(paths, 120, 100);
    const backward = fill([...paths].reverse(), 120, 100);
    const firstOf = (results: EngineResults) =>
      results
        .matches()
        .slice(0, 120)
        .map(({ path, line }) => `${path}:${line}`);
    expect(firstOf(backward)).toEqual(firstOf(forward));
    expect(firstOf(forward).at(-1)).toBe("f001/a.ts:20");
    expect([forward.matchCount, backward.files().length]).toEqual([40_000, 400]);
  });

  it("wants no more beyond its cap", () => {
    const results = new EngineResults("ripgrep", 10, 5);
    expect(results.add({ path: "a", count: 4, matches: [matchAt(1)] })).toBe(true);
    expect(results.add({ path: "b", count: 4, matches: [matchAt(1)] })).toBe(false);
    expect(results.isCapped).toBe(true);
  });
});

describe("interleave", () => {
  it("lets lists take turns", () => {
    expect(interleave([["1", "2", "3"], ["a"], []])).toEqual(["1", "a", "2", "3"]);
    expect(interleave([])).toEqual([]);
  });
});
