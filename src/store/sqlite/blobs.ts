import { createHash } from "node:crypto";
import type { Chunk } from "../../chunk/types.ts";
import type { LanguageId } from "../../parse/types.ts";
import type { TermBag } from "../../text/types.ts";

/*
 * Typed arrays as blobs. Numbers lie in the machine's byte order, which is little-endian on every platform that the
 * database engine ships for.
 */

/** Bytes a term takes: its hash and its two counts. */
const bytesPerTerm = 6;

/** All hashes, then all body counts, then all name counts. */
export function encodeTerms({ hashes, bodyCounts, nameCounts }: TermBag): Uint8Array {
  const bytes = new Uint8Array(hashes.length * bytesPerTerm);
  bytes.set(new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength), 0);
  bytes.set(bodyCounts, hashes.byteLength);
  bytes.set(nameCounts, hashes.byteLength + bodyCounts.length);
  return bytes;
}

export function decodeTerms(blob: Uint8Array): TermBag {
  const count = blob.length / bytesPerTerm;
  const bytes = aligned(blob);
  const { buffer, byteOffset } = bytes;
  return {
    hashes: new Uint32Array(buffer, byteOffset, count),
    bodyCounts: bytes.subarray(4 * count, 5 * count),
    nameCounts: bytes.subarray(5 * count, 6 * count),
  };
}

/** The vector's own bytes, not a copy. */
export function encodeVector(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function decodeVector(blob: Uint8Array): Float32Array {
  const { buffer, byteOffset, length } = aligned(blob);
  return new Float32Array(buffer, byteOffset, length / 4);
}

/** Largest number of a vector in its short form. */
const shortLimit = 127;
const scaleBytes = 4;

/**
 * A vector in a quarter of the room: its scale as a 32-bit float, then one signed byte a value. Searches look at no
 * more of it, and writing the vectors of a static model whole took a third of the file.
 */
export function encodeShortVector(vector: Float32Array): Uint8Array {
  const blob = new Uint8Array(scaleBytes + vector.length);
  let largest = 0;
  for (let index = 0; index < vector.length; index++) largest = Math.max(largest, Math.abs(vector[index] as number));
  if (largest === 0) return blob;
  new DataView(blob.buffer).setFloat32(0, largest / shortLimit, true);
  const factor = shortLimit / largest;
  for (let index = 0; index < vector.length; index++) {
    blob[scaleBytes + index] = Math.round((vector[index] as number) * factor);
  }
  return blob;
}

export function decodeShortVector(blob: Uint8Array): Float32Array {
  const { buffer, byteOffset, length } = blob;
  const scale = new DataView(buffer, byteOffset).getFloat32(0, true);
  const numbers = new Int8Array(buffer, byteOffset + scaleBytes, length - scaleBytes);
  const vector = new Float32Array(numbers.length);
  for (let index = 0; index < numbers.length; index++) vector[index] = (numbers[index] as number) * scale;
  return vector;
}

/** The same bytes as a plain array at an offset that 32-bit views accept, copied only where they are not. */
export function aligned(blob: Uint8Array): Uint8Array {
  if (blob.byteOffset % 4 !== 0) return Uint8Array.from(blob);
  return new Uint8Array(blob.buffer, blob.byteOffset, blob.byteLength);
}

/**
 * Key of all that a server sees of a chunk, 16 bytes: equal keys have equal vectors in the same vector space. The
 * path is no part of it, so that a rename costs nothing.
 */
export function vectorKey(language: LanguageId, chunk: Chunk): Uint8Array {
  const { scope, symbol, signature, kind, text } = chunk;
  const head = JSON.stringify([language, kind, scope, symbol, signature]);
  return createHash("sha256").update(head).update(text).digest().subarray(0, 16);
}
