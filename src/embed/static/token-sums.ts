import { readFileSync } from "node:fs";
import { builtPath } from "../../assets.ts";
import type { StaticModel } from "./model.ts";

/** Adds up the rows of a model's table that stand for a text's tokens. */
export interface TokenSums {
  /**
   * Writes the sum of `count` rows, each times its weight.
   * @param rows numbers of the rows, the first `count` entries
   * @param into of `dimensions` elements, all overwritten
   */
  sum(rows: Int32Array, weights: Float32Array, count: number, into: Float32Array): void;
}

/** Works on the table where it lies: nothing to set up, for the few texts of queries, and for any table. */
export class PlainSums implements TokenSums {
  readonly #vectors: StaticModel["vectors"];
  readonly #dimensions: number;

  constructor({ vectors, dimensions }: StaticModel) {
    this.#vectors = vectors;
    this.#dimensions = dimensions;
  }

  sum(rows: Int32Array, weights: Float32Array, count: number, into: Float32Array): void {
    into.fill(0);
    for (let index = 0; index < count; index += 4) this.#addFour(rows, weights, count, index, into);
  }

  /** Adds four rows in one sweep: half the time of one by one. */
  #addFour(rows: Int32Array, weights: Float32Array, count: number, index: number, into: Float32Array): void {
    const vectors = this.#vectors;
    // Past the last, any row with the weight 0 does.
    const start = (at: number) => (at < count ? (rows[at] as number) * this.#dimensions : 0);
    const weight = (at: number) => (at < count ? (weights[at] as number) : 0);
    const first = start(index);
    const second = start(index + 1);
    const third = start(index + 2);
    const fourth = start(index + 3);
    const a = weight(index);
    const b = weight(index + 1);
    const c = weight(index + 2);
    const d = weight(index + 3);
    for (let at = 0; at < into.length; at++) {
      into[at] =
        (into[at] as number) +
        (vectors[first + at] as number) * a +
        (vectors[second + at] as number) * b +
        (vectors[third + at] as number) * c +
        (vectors[fourth + at] as number) * d;
    }
  }
}

/** `weighted-sum.wat` says what the parameters are. */
type WeightedSum = (rows: number, weights: number, count: number, dimensions: number, out: number) => void;

const pageBytes = 65_536;
/** Numbers a row must have a multiple of. */
const lanes = 16;

/**
 * Works in WebAssembly's SIMD instructions on a copy of the table, which pays for thousands of texts: a seventh of the
 * time of {@link PlainSums}.
 */
export class VectorSums implements TokenSums {
  readonly #dimensions: number;
  readonly #weightedSum: WeightedSum;
  readonly #tableAddress: number;
  readonly #addresses: Int32Array;
  readonly #weights: Float32Array;
  readonly #out: Float32Array;

  private constructor({ vectors, dimensions, tokenCount }: StaticModel) {
    this.#dimensions = dimensions;
    const weightsAddress = 4 * dimensions;
    const addressesAddress = weightsAddress + 4 * tokenCount;
    this.#tableAddress = Math.ceil((addressesAddress + 4 * tokenCount) / lanes) * lanes;
    const pages = Math.ceil((this.#tableAddress + vectors.length) / pageBytes);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    this.#out = new Float32Array(memory.buffer, 0, dimensions);
    this.#weights = new Float32Array(memory.buffer, weightsAddress, tokenCount);
    this.#addresses = new Int32Array(memory.buffer, addressesAddress, tokenCount);
    new Int8Array(memory.buffer).set(vectors, this.#tableAddress);
    const module = new WebAssembly.Module(readFileSync(builtPath("kernels", "weighted-sum.wasm")));
    const instance = new WebAssembly.Instance(module, { host: { memory } });
    this.#weightedSum = instance.exports["weightedSum"] as WeightedSum;
  }

  /** Null for a table that is not of 8-bit numbers or whose rows do not fill whole registers. */
  static for(model: StaticModel): VectorSums | null {
    const fits = model.vectors instanceof Int8Array && model.dimensions % lanes === 0;
    return fits ? new VectorSums(model) : null;
  }

  sum(rows: Int32Array, weights: Float32Array, count: number, into: Float32Array): void {
    if (count === 0) {
      into.fill(0);
      return;
    }
    for (let index = 0; index < count; index++) {
      this.#addresses[index] = this.#tableAddress + (rows[index] as number) * this.#dimensions;
      this.#weights[index] = weights[index] as number;
    }
    this.#weightedSum(
      this.#addresses.byteOffset,
      this.#weights.byteOffset,
      count,
      this.#dimensions,
      this.#out.byteOffset,
    );
    into.set(this.#out);
  }
}
