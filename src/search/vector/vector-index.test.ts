import { describe, expect, it } from "vitest";
import { GONE } from "../lexical/segment.ts";
import { BATCH_ROWS, DotKernel, MAX_DIMENSIONS } from "./kernel.ts";
import { VectorIndex } from "./vector-index.ts";

/** A unit vector that depends on its seed alone. */
function unitVector(seed: number, dimensions: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, (_, index) =>
    Math.sin(seed * 12.9898 + index * 78.233 + seed * index),
  );
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] as number), 0);
}

function indexOf(vectors: readonly (Float32Array | null)[], dimensions: number): VectorIndex {
  const index = new VectorIndex(dimensions);
  for (const vector of vectors) index.append(vector);
  return index;
}

const all = (count: number) => new Uint8Array(count).fill(1);

describe("DotKernel", () => {
  it.each([1, 7, 16, 33, 256, 384, 1_000, MAX_DIMENSIONS])("equals plain sums at %i dimensions", (dimensions) => {
    const rows = dimensions > 1_000 ? 3 : 4_099;
    const kernel = new DotKernel(dimensions);
    kernel.reserve(rows);
    const query = unitVector(5, dimensions);
    const numbers = kernel.rows(0, rows);
    for (let row = 0; row < rows; row++) {
      for (let index = 0; index < dimensions; index++) {
        numbers[row * kernel.stride + index] = ((row * 31 + index * 17 + 5) % 255) - 127;
      }
    }
    const unit = kernel.setQuery(query);
    const largest = query.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    expect(unit).toBeCloseTo(largest / 2_047, 12);
    const quantised = query.map((value) => Math.round((value / largest) * 2_047));
    let seen = 0;
    for (let start = 1; start < rows; start += BATCH_ROWS) {
      for (const [at, result] of kernel.dots(start, rows).entries()) {
        const row = start + at;
        let expected = 0;
        for (let index = 0; index < dimensions; index++) {
          expected += (quantised[index] as number) * (numbers[row * kernel.stride + index] as number);
        }
        if (result !== expected) throw new Error(`row ${row}: ${result} instead of ${expected}`);
        seen++;
      }
    }
    expect(seen).toBe(rows - 1);
  });

  it("does not overflow at the extremes", () => {
    const kernel = new DotKernel(MAX_DIMENSIONS);
    kernel.reserve(1);
    kernel.rows(0, 1).fill(127);
    kernel.setQuery(new Float32Array(MAX_DIMENSIONS).fill(1));
    expect([...kernel.dots(0, 1)]).toEqual([MAX_DIMENSIONS * 127 * 2_047]);
    expect(kernel.dots(1, 1)).toHaveLength(0);
  });

  it("refuses vectors that could overflow", () => {
    expect(() => new DotKernel(MAX_DIMENSIONS + 1)).toThrow(RangeError);
    expect(() => new DotKernel(0)).toThrow(RangeError);
  });
});

describe("VectorIndex", () => {
  const dimensions = 40;
  const vectors = Array.from({ length: 600 }, (_, seed) => unitVector(seed, dimensions));

  it("finds what an exact comparison in floats finds", () => {
    const index = indexOf(vectors, dimensions);
    const query = unitVector(1234, dimensions);
    const exact = vectors
      .map((vector, id) => ({ id, score: dot(query, vector) }))
      .sort((one, other) => other.score - one.score);
    const found = index.nearest(query, 20, all(600)).ranked();
    for (const { id, score } of found) expect(score).toBeCloseTo(dot(query, vectors[id] as Float32Array), 2);
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(exact.slice(0, 10).map(({ id }) => id)));
    const [similarity] = index.similarities(query, [17]);
    expect(similarity).toBeCloseTo(dot(query, vectors[17] as Float32Array), 2);
  });

  it("finds each vector by itself, and only what is allowed", () => {
    const index = indexOf(vectors, dimensions);
    const allowed = all(600);
    for (let seed = 0; seed < 600; seed += 50) {
      const query = vectors[seed] as Float32Array;
      expect(index.nearest(query, 1, allowed).ranked()[0]?.id).toBe(seed);
      allowed[seed] = 0;
      expect(
        index
          .nearest(query, 600, allowed)
          .ranked()
          .map(({ id }) => id),
      ).not.toContain(seed);
      expect(
        index
          .nearest(query, 600, all(600), [
            [0, seed],
            [seed + 1, 600],
          ])
          .ranked(),
      ).toHaveLength(599);
    }
  });

  it("counts missing, zero, non-finite and wrongly sized vectors as none", () => {
    const bad = [
      null,
      new Float32Array(dimensions),
      new Float32Array(dimensions).fill(Number.NaN),
      new Float32Array(dimensions).fill(Number.POSITIVE_INFINITY),
      new Float32Array(dimensions - 1).fill(0.1),
    ];
    const index = indexOf([...bad, vectors[0] as Float32Array], dimensions);
    expect(
      index
        .nearest(vectors[0] as Float32Array, 10, all(6))
        .ranked()
        .map(({ id }) => id),
    ).toEqual([5]);
    expect(index.similarities(vectors[0] as Float32Array, [0, 3])).toEqual([null, null]);
    expect(index.has(2)).toBe(false);
  });

  it("finds nothing with an empty index and survives a query of zeros", () => {
    expect(new VectorIndex(8).nearest(new Float32Array(8), 5, all(0)).ranked()).toEqual([]);
    expect(
      indexOf(vectors.slice(0, 3), dimensions).nearest(new Float32Array(dimensions), 5, all(3)).ranked(),
    ).toHaveLength(3);
  });

  it("renumbers, grows on, and comes back from what it saved", () => {
    const index = indexOf(vectors, dimensions);
    let next = 0;
    index.renumber(Uint32Array.from(vectors, (_, document) => (document % 3 === 0 ? next++ : GONE)));
    expect(index.size).toBe(200);
    for (const vector of vectors) index.append(vector);
    const { rows, scales } = index.saved();
    const restored = VectorIndex.restore(dimensions, rows, scales);
    for (const some of [index, restored]) {
      expect(
        some
          .nearest(vectors[300] as Float32Array, 2, all(800))
          .ranked()
          .map(({ id }) => id),
      ).toEqual([100, 500]);
    }
  });
});
