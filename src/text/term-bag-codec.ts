import { GrepaiError } from "../errors.ts";
import type { TermBag } from "./types.ts";

const BYTES_PER_TERM = 6;

/**
 * A bag as one blob: all hashes (32 bits each, in this machine's byte order, as the index never leaves it), then the
 * body counts, then the name counts.
 */
export function encodeTermBag(bag: TermBag): Uint8Array {
  const count = bag.hashes.length;
  const blob = new Uint8Array(count * BYTES_PER_TERM);
  blob.set(new Uint8Array(bag.hashes.buffer, bag.hashes.byteOffset, bag.hashes.byteLength));
  blob.set(bag.bodyCounts, count * 4);
  blob.set(bag.nameCounts, count * 5);
  return blob;
}

/**
 * The bag of a blob. Shares the blob's memory, but for hashes that do not lie on a 4-byte boundary.
 * @throws GrepaiError INDEX_DAMAGED when the length cannot be that of a bag
 */
export function decodeTermBag(blob: Uint8Array): TermBag {
  const count = blob.byteLength / BYTES_PER_TERM;
  if (!Number.isInteger(count)) {
    throw new GrepaiError(
      "INDEX_DAMAGED",
      "The index holds a damaged list of terms; run `grepai index` to rebuild it.",
    );
  }
  // A Buffer's slice shares memory; the constructor copies.
  const aligned = blob.byteOffset % 4 === 0 ? blob : new Uint8Array(blob.subarray(0, count * 4));
  return {
    hashes: new Uint32Array(aligned.buffer, aligned.byteOffset, count),
    bodyCounts: blob.subarray(count * 4, count * 5),
    nameCounts: blob.subarray(count * 5),
  };
}
