/** A list of unsigned numbers in a typed array that grows by doubling. */
export class GrowableUint32 {
  #array: Uint32Array;
  #size: number;

  constructor(initial: Uint32Array = new Uint32Array(0)) {
    this.#array = initial;
    this.#size = initial.length;
  }

  get size(): number {
    return this.#size;
  }

  get capacity(): number {
    return this.#array.length;
  }

  at(index: number): number {
    return this.#array[index] as number;
  }

  push(value: number): void {
    if (this.#size === this.#array.length) {
      const larger = new Uint32Array(Math.max(256, this.#size * 2));
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[this.#size++] = value;
  }

  /** All values; shares memory, valid until the next push. */
  values(): Uint32Array {
    return this.#array.subarray(0, this.#size);
  }

  /** Keeps the elements whose index passes, in order, and gives spare room back. */
  keep(passes: (index: number) => boolean): void {
    this.#array = this.values().filter((_, index) => passes(index));
    this.#size = this.#array.length;
  }
}
