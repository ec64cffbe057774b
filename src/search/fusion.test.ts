import { describe, expect, it } from "vitest";
import { fuse } from "./fusion.ts";

describe("fuse", () => {
  it("puts what both measures like before what one likes", () => {
    const fused = fuse(
      [
        { document: 0, lexical: 10, semantic: 0.1 },
        { document: 1, lexical: 9, semantic: 0.85 },
        { document: 2, lexical: 0, semantic: 0.9 },
      ],
      false,
    );
    expect(fused.map(({ document }) => document)).toEqual([1, 2, 0]);
    for (const { fused: score } of fused) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it("lets one measure decide alone when there is no other", () => {
    const words = [1, 3, 2].map((lexical, document) => ({ document, lexical, semantic: null }));
    expect(fuse(words, false).map(({ document }) => document)).toEqual([1, 2, 0]);
    const meaning = [0.1, 0.3, 0.2].map((semantic, document) => ({ document, lexical: null, semantic }));
    expect(fuse(meaning, false).map(({ document }) => document)).toEqual([1, 2, 0]);
    expect(fuse(meaning, false)[0]?.fused).toBeCloseTo(1, 5);
  });

  it("trusts the letters more when the query is a name", () => {
    const candidates = [
      { document: 0, lexical: 10, semantic: 0 },
      { document: 1, lexical: 1, semantic: 1 },
    ];
    expect(fuse(candidates, true)[0]?.document).toBe(0);
    const [first, second] = fuse(candidates, true);
    expect((first?.fused ?? 0) - (second?.fused ?? 0)).toBeGreaterThan(0.3);
  });

  it("handles none, one and equal candidates", () => {
    expect(fuse([], false)).toEqual([]);
    expect(fuse([{ document: 4, lexical: 2, semantic: null }], false)[0]?.fused).toBeCloseTo(1, 5);
    const equals = [5, 3].map((document) => ({ document, lexical: 2, semantic: 0.5 }));
    expect(fuse(equals, false).map(({ document }) => document)).toEqual([3, 5]);
  });
});
