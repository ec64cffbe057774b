/** Keeps the `k` best of a stream of scored documents in a binary min-heap, so that nothing has to be sorted whole. */
export class TopK {
  readonly #ids: Uint32Array;
  readonly #scores: Float64Array;
  #size = 0;
  /** A score has to lie above this to get in. */
  threshold = Number.NEGATIVE_INFINITY;

  constructor(k: number) {
    this.#ids = new Uint32Array(k);
    this.#scores = new Float64Array(k);
    if (k === 0) this.threshold = Number.POSITIVE_INFINITY;
  }

  offer(id: number, score: number): void {
    if (!(score > this.threshold)) return;
    if (this.#size < this.#ids.length) this.#rise(id, score);
    else this.#replaceWorst(id, score);
    if (this.#size === this.#ids.length) this.threshold = this.#scores[0] as number;
  }

  /** Best first; equal scores by ascending id. */
  ranked(): { readonly id: number; readonly score: number }[] {
    return Array.from({ length: this.#size }, (_, index) => ({
      id: this.#ids[index] as number,
      score: this.#scores[index] as number,
    })).sort((one, other) => other.score - one.score || one.id - other.id);
  }

  #rise(id: number, score: number): void {
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#scores[parent] as number) <= score) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, id, score);
  }

  #replaceWorst(id: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && (this.#scores[child + 1] as number) < (this.#scores[child] as number)) child++;
      if ((this.#scores[child] as number) >= score) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, id, score);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#ids[from] as number, this.#scores[from] as number);
  }

  #put(at: number, id: number, score: number): void {
    this.#ids[at] = id;
    this.#scores[at] = score;
  }
}
