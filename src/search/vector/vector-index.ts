import { GONE } from "../lexical/segment.ts";
import { TopK } from "../top-k.ts";
import { BATCH_ROWS, DotKernel, ROW_LIMIT } from "./kernel.ts";

/**
 * Vectors quantised to 8 bits with one scale a vector, searched by an exact scan. A document without a vector has
 * the scale 0 and is never found.
 */
export class VectorIndex {
  readonly dimensions: number;
  readonly #kernel: DotKernel;
  #scales = new Float32Array(0);
  #size = 0;

  /** @throws RangeError for a vector length that the kernel does not support */
  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#kernel = new DotKernel(dimensions);
  }

  /** Restores what {@link saved} gave; copies. */
  static restore(dimensions: number, rows: Int8Array, scales: Float32Array): VectorIndex {
    const index = new VectorIndex(dimensions);
    index.#kernel.reserve(scales.length);
    index.#kernel.rows(0, scales.length).set(rows);
    index.#scales = scales.slice();
    index.#size = scales.length;
    return index;
  }

  get size(): number {
    return this.#size;
  }

  /** Numbers a row takes in {@link saved}. */
  get stride(): number {
    return this.#kernel.stride;
  }

  /**
   * Adds the next document's vector, or none. A vector of another length, or with a value that is not finite, is
   * refused and counts as none.
   */
  append(vector: Float32Array | null): boolean {
    const row = this.#size++;
    this.#kernel.reserve(this.#size);
    if (this.#scales.length < this.#size) {
      const larger = new Float32Array(Math.max(256, this.#size * 2));
      larger.set(this.#scales);
      this.#scales = larger;
    }
    this.#scales[row] = 0;
    const numbers = this.#kernel.numbers;
    const start = this.#kernel.rowStart(row);
    numbers.fill(0, start, start + this.stride);
    if (vector === null || vector.length !== this.dimensions) return false;
    let largest = 0;
    for (let index = 0; index < vector.length; index++) {
      const value = Math.abs(vector[index] as number);
      if (!(value <= Number.MAX_VALUE)) return false;
      if (value > largest) largest = value;
    }
    if (largest === 0) return false;
    const factor = ROW_LIMIT / largest;
    for (let index = 0; index < vector.length; index++) {
      numbers[start + index] = Math.round((vector[index] as number) * factor);
    }
    this.#scales[row] = largest / ROW_LIMIT;
    return true;
  }

  has(document: number): boolean {
    return (this.#scales[document] as number) > 0;
  }

  /**
   * The documents most similar to the query among those that `allowed` marks, by exact scan of all rows or of the
   * given ranges `[from, to)`.
   */
  nearest(
    query: Float32Array,
    k: number,
    allowed: Uint8Array,
    ranges: readonly (readonly [from: number, to: number])[] = [[0, this.#size]],
  ): TopK {
    const top = new TopK(k);
    const unit = this.#kernel.setQuery(query);
    const scales = this.#scales;
    for (const [from, to] of ranges) {
      for (let start = from; start < to; start += BATCH_ROWS) {
        const dots = this.#kernel.dots(start, to);
        for (let index = 0; index < dots.length; index++) {
          const row = start + index;
          const scale = scales[row] as number;
          const score = (dots[index] as number) * scale * unit;
          if (score > top.threshold && scale > 0 && allowed[row] === 1) top.offer(row, score);
        }
      }
    }
    return top;
  }

  /** The similarity of each of these documents to the query; null where there is no vector. */
  similarities(query: Float32Array, documents: readonly number[]): (number | null)[] {
    const unit = this.#kernel.setQuery(query);
    return documents.map((document) => {
      const scale = this.#scales[document] as number;
      if (scale === 0) return null;
      const [dot = 0] = this.#kernel.dots(document, document + 1);
      return dot * scale * unit;
    });
  }

  /** Drops and renumbers documents. @param renumbering as for `mergeSegments` */
  renumber(renumbering: Uint32Array): void {
    const { stride } = this;
    const rows = this.#kernel.rows(0, this.#size);
    let size = 0;
    for (let document = 0; document < this.#size; document++) {
      if (renumbering[document] === GONE) continue;
      rows.copyWithin(size * stride, document * stride, (document + 1) * stride);
      this.#scales[size++] = this.#scales[document] as number;
    }
    this.#size = size;
  }

  /** How many of the documents that `live` marks have no vector. */
  missing(live: Uint8Array): number {
    let missing = 0;
    for (let document = 0; document < this.#size; document++) {
      if (live[document] === 1 && this.#scales[document] === 0) missing++;
    }
    return missing;
  }

  /** The quantised vectors; shares memory, valid until the next change. */
  saved(): { readonly rows: Int8Array; readonly scales: Float32Array } {
    return { rows: this.#kernel.rows(0, this.#size), scales: this.#scales.subarray(0, this.#size) };
  }
}
