import { readFileSync } from "node:fs";
import { builtPath } from "../../assets.ts";

/** Dot products of the query at `query` with `rows` rows from `row` on, written to `out`; see `dot.wat`. */
type DotProducts = (query: number, row: number, rows: number, dimensions: number, out: number) => void;

const PAGE_BYTES = 65_536;
/** WebAssembly's own limit with 32-bit addresses: 4 GB. */
const MAX_PAGES = 65_536;
/** Rows a call, so that results fit a small buffer that stays in the processor's cache. */
export const BATCH_ROWS = 4_096;
/** Numbers in a row are padded to a multiple of this. */
const LANES = 16;

/**
 * Largest absolute value of a quantised query number. A sum of n products with 8-bit numbers stays below
 * n · 127 · 2,047 < 2³¹ up to 8,259 dimensions, and the query's rounding error becomes negligible.
 */
const QUERY_LIMIT = 2_047;
export const MAX_DIMENSIONS = 8_192;
export const ROW_LIMIT = 127;

/** Rows of 8-bit numbers in WebAssembly memory, and the SIMD kernel that multiplies them with a query. */
export class DotKernel {
  /** Numbers a row takes in memory. */
  readonly stride: number;
  readonly #memory: WebAssembly.Memory;
  readonly #dots: DotProducts;
  readonly #outAddress: number;
  readonly #rowsAddress: number;
  #numbers: Int8Array;

  /** @throws RangeError when a vector of this length could overflow the sums */
  constructor(dimensions: number) {
    if (!(dimensions >= 1 && dimensions <= MAX_DIMENSIONS)) {
      throw new RangeError(`vectors of ${dimensions} dimensions are not supported (1 to ${MAX_DIMENSIONS})`);
    }
    this.stride = Math.ceil(dimensions / LANES) * LANES;
    this.#outAddress = this.stride * 2;
    this.#rowsAddress = this.#outAddress + BATCH_ROWS * 4;
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(this.#rowsAddress / PAGE_BYTES), maximum: MAX_PAGES });
    this.#numbers = new Int8Array(this.#memory.buffer);
    const module = new WebAssembly.Module(readFileSync(builtPath("kernels", "dot.wasm")));
    const instance = new WebAssembly.Instance(module, { host: { memory: this.#memory } });
    this.#dots = instance.exports["dots"] as DotProducts;
  }

  /** All of the memory, for writing rows where {@link rowStart} says; valid until the next {@link reserve}. */
  get numbers(): Int8Array {
    return this.#numbers;
  }

  /** Where a row begins in {@link numbers}. */
  rowStart(row: number): number {
    return this.#rowsAddress + row * this.stride;
  }

  /** Rows that fit without growing. */
  get capacity(): number {
    return Math.floor((this.#numbers.length - this.#rowsAddress) / this.stride);
  }

  /**
   * Makes room for so many rows, at least doubling what there is. Views taken before are void afterwards.
   * @throws RangeError past WebAssembly's 4 GB
   */
  reserve(rows: number): void {
    if (rows <= this.capacity) return;
    const pages = this.#numbers.length / PAGE_BYTES;
    const needed = Math.ceil((this.#rowsAddress + rows * this.stride) / PAGE_BYTES);
    if (needed > MAX_PAGES) throw new RangeError("the vectors need more than 4 GB");
    this.#memory.grow(Math.min(MAX_PAGES, Math.max(needed, pages * 2)) - pages);
    this.#numbers = new Int8Array(this.#memory.buffer);
  }

  /** The numbers of rows `[from, to)`; valid until the next {@link reserve}. */
  rows(from: number, to: number): Int8Array {
    return this.#numbers.subarray(this.rowStart(from), this.rowStart(to));
  }

  /** Sets the query; returns what one unit of its quantised numbers stands for. */
  setQuery(query: Float32Array): number {
    const numbers = new Int16Array(this.#memory.buffer, 0, this.stride).fill(0);
    const largest = query.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    if (largest === 0) return 0;
    for (const [index, value] of query.entries()) numbers[index] = Math.round((value / largest) * QUERY_LIMIT);
    return largest / QUERY_LIMIT;
  }

  /**
   * The query's integer dot products with the rows from `from` on, at most `to` and at most {@link BATCH_ROWS} of them.
   * Shares memory; valid until the next call.
   */
  dots(from: number, to: number): Int32Array {
    const count = Math.min(BATCH_ROWS, to - from);
    if (count > 0) this.#dots(0, this.rowStart(from), count, this.stride, this.#outAddress);
    return new Int32Array(this.#memory.buffer, this.#outAddress, Math.max(0, count));
  }
}
