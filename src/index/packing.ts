import type { TermBag } from "../text/types.ts";
import type { PackedTerms } from "./protocol.ts";

/** Lays the term bags of a file's chunks end to end. */
export function packTerms(bags: readonly TermBag[]): PackedTerms {
  const offsets = new Uint32Array(bags.length + 1);
  for (const [index, bag] of bags.entries()) offsets[index + 1] = (offsets[index] ?? 0) + bag.hashes.length;
  const total = offsets[bags.length] ?? 0;
  const packed = {
    offsets,
    hashes: new Uint32Array(total),
    bodyCounts: new Uint8Array(total),
    nameCounts: new Uint8Array(total),
  };
  for (const [index, bag] of bags.entries()) {
    const start = offsets[index] ?? 0;
    packed.hashes.set(bag.hashes, start);
    packed.bodyCounts.set(bag.bodyCounts, start);
    packed.nameCounts.set(bag.nameCounts, start);
  }
  return packed;
}

/** The term bag of chunk `index`, as views into the packed buffers. */
export function termsOfChunk(packed: PackedTerms, index: number): TermBag {
  const start = packed.offsets[index] ?? 0;
  const end = packed.offsets[index + 1] ?? start;
  return {
    hashes: packed.hashes.subarray(start, end),
    bodyCounts: packed.bodyCounts.subarray(start, end),
    nameCounts: packed.nameCounts.subarray(start, end),
  };
}

/** Cuts vectors that lie end to end into one view a chunk. */
export function splitVectors(flat: Float32Array, count: number): readonly Float32Array[] {
  const dimensions = count === 0 ? 0 : flat.length / count;
  return Array.from({ length: count }, (_, index) => flat.subarray(index * dimensions, (index + 1) * dimensions));
}
