import type { TermBag } from "./types.ts";

/** A slot's state: the round it was filled in above the counts, 8 bits each. */
const ROUND_SHIFT = 16;
const NAME_SHIFT = 8;
const MAX_ROUND = 2 ** ROUND_SHIFT - 1;
const MAX_COUNT = 255;

/** Counts the terms of one chunk at a time, in tables that are used again for the next. */
export class TermCounter {
  #mask = (1 << 12) - 1;
  #keys = new Uint32Array(this.#mask + 1);
  /** Slots of another round are free. */
  #states = new Uint32Array(this.#mask + 1);
  #distinct = new Uint32Array((this.#mask + 1) / 2);
  #size = 0;
  #round = 1;

  addToBody(term: number): void {
    const slot = this.#slot(term);
    const state = this.#states[slot] as number;
    if ((state & MAX_COUNT) < MAX_COUNT) this.#states[slot] = state + 1;
  }

  addToName(term: number): void {
    const slot = this.#slot(term);
    const state = this.#states[slot] as number;
    if (((state >>> NAME_SHIFT) & MAX_COUNT) < MAX_COUNT) this.#states[slot] = state + (1 << NAME_SHIFT);
  }

  /** What was counted since the last call. */
  take(): TermBag {
    const hashes = this.#distinct.slice(0, this.#size).sort();
    const bodyCounts = new Uint8Array(this.#size);
    const nameCounts = new Uint8Array(this.#size);
    for (let index = 0; index < hashes.length; index++) {
      const state = this.#states[this.#slot(hashes[index] as number)] as number;
      bodyCounts[index] = state;
      nameCounts[index] = state >>> NAME_SHIFT;
    }
    this.#size = 0;
    if (this.#round++ === MAX_ROUND) {
      this.#states.fill(0);
      this.#round = 1;
    }
    return { hashes, bodyCounts, nameCounts };
  }

  #slot(term: number): number {
    const keys = this.#keys;
    const states = this.#states;
    const mask = this.#mask;
    const round = this.#round;
    let slot = term & mask;
    while ((states[slot] as number) >>> ROUND_SHIFT === round) {
      if (keys[slot] === term) return slot;
      slot = (slot + 1) & mask;
    }
    if (this.#size === this.#distinct.length) {
      this.#grow();
      return this.#slot(term);
    }
    states[slot] = round << ROUND_SHIFT;
    keys[slot] = term;
    this.#distinct[this.#size++] = term;
    return slot;
  }

  #grow(): void {
    const { hashes, bodyCounts, nameCounts } = this.take();
    this.#mask = this.#mask * 2 + 1;
    this.#keys = new Uint32Array(this.#mask + 1);
    this.#states = new Uint32Array(this.#mask + 1);
    this.#distinct = new Uint32Array((this.#mask + 1) / 2);
    for (const [index, term] of hashes.entries()) {
      const counts = ((nameCounts[index] as number) << NAME_SHIFT) | (bodyCounts[index] as number);
      this.#states[this.#slot(term)] = (this.#round << ROUND_SHIFT) | counts;
    }
  }
}
