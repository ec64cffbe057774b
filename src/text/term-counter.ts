import type { TermBag } from "./types.ts";

/** Counts the terms of one chunk at a time, in tables that are used again for the next. */
export class TermCounter {
  #mask = (1 << 12) - 1;
  #keys = new Uint32Array(this.#mask + 1);
  /** Round in which the slot was last filled; older ones are free. */
  #rounds = new Uint32Array(this.#mask + 1);
  #body = new Uint8Array(this.#mask + 1);
  #name = new Uint8Array(this.#mask + 1);
  #distinct = new Uint32Array((this.#mask + 1) / 2);
  #size = 0;
  #round = 1;

  addToBody(term: number): void {
    const slot = this.#slot(term);
    if ((this.#body[slot] as number) < 255) (this.#body[slot] as number)++;
  }

  addToName(term: number): void {
    const slot = this.#slot(term);
    if ((this.#name[slot] as number) < 255) (this.#name[slot] as number)++;
  }

  /** What was counted since the last call. */
  take(): TermBag {
    const hashes = this.#distinct.slice(0, this.#size).sort();
    const bodyCounts = new Uint8Array(this.#size);
    const nameCounts = new Uint8Array(this.#size);
    for (let index = 0; index < this.#size; index++) {
      const slot = this.#slot(hashes[index] as number);
      bodyCounts[index] = this.#body[slot] as number;
      nameCounts[index] = this.#name[slot] as number;
    }
    this.#size = 0;
    this.#round++;
    return { hashes, bodyCounts, nameCounts };
  }

  #slot(term: number): number {
    let slot = term & this.#mask;
    while (this.#rounds[slot] === this.#round) {
      if (this.#keys[slot] === term) return slot;
      slot = (slot + 1) & this.#mask;
    }
    if (this.#size === this.#distinct.length) {
      this.#grow();
      return this.#slot(term);
    }
    this.#rounds[slot] = this.#round;
    this.#keys[slot] = term;
    this.#body[slot] = 0;
    this.#name[slot] = 0;
    this.#distinct[this.#size++] = term;
    return slot;
  }

  #grow(): void {
    const counted = this.take();
    this.#mask = this.#mask * 2 + 1;
    this.#keys = new Uint32Array(this.#mask + 1);
    this.#rounds = new Uint32Array(this.#mask + 1);
    this.#body = new Uint8Array(this.#mask + 1);
    this.#name = new Uint8Array(this.#mask + 1);
    this.#distinct = new Uint32Array((this.#mask + 1) / 2);
    for (const [index, term] of counted.hashes.entries()) {
      const slot = this.#slot(term);
      this.#body[slot] = counted.bodyCounts[index] as number;
      this.#name[slot] = counted.nameCounts[index] as number;
    }
  }
}
