import { describe, expect, it } from "vitest";
import { TopK } from "./top-k.ts";

describe("TopK", () => {
  it("keeps the best of a stream, as sorting would", () => {
    for (const k of [0, 1, 3, 10, 100]) {
      const top = new TopK(k);
      const scores = Array.from({ length: 60 }, (_, index) => ((index * 37) % 61) / 61);
      for (const [id, score] of scores.entries()) top.offer(id, score);
      const wanted = scores.map((score, id) => ({ id, score })).sort((one, other) => other.score - one.score);
      expect(top.ranked()).toEqual(wanted.slice(0, k));
    }
  });

  it("never takes what is not a number", () => {
    const top = new TopK(2);
    top.offer(1, Number.NaN);
    top.offer(2, 0.5);
    expect(top.ranked()).toEqual([{ id: 2, score: 0.5 }]);
  });
});
