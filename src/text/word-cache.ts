import { termsOfWord } from "./word-terms.ts";

const SLOTS = 1 << 17;
const MAX_WORDS = SLOTS / 2;
const POOL_SIZE = 1 << 20;

/**
 * Remembers the terms of words, found by two 32-bit hashes of the word (64 bits: among the words of a large project
 * a collision is less likely than a disk error). An open-addressing table in typed arrays, so that looking a word up
 * allocates nothing. When it is full it starts anew, which bounds its memory at 6 MB.
 */
export class WordCache {
  /** Terms of all words, one after the other. */
  readonly pool = new Uint32Array(POOL_SIZE);
  readonly #first = new Int32Array(SLOTS);
  readonly #second = new Int32Array(SLOTS);
  /** Start in the pool plus one; 0 marks a free slot. */
  readonly #starts = new Uint32Array(SLOTS);
  readonly #counts = new Uint16Array(SLOTS);
  #words = 0;
  #used = 0;

  /**
   * The slot of `text[start, end)`, whose hashes the caller has computed while reading it. Valid until the next call.
   */
  slot(text: string, start: number, end: number, first: number, second: number): number {
    let slot = (first ^ (first >>> 15)) & (SLOTS - 1);
    while (this.#starts[slot] !== 0) {
      if (this.#first[slot] === first && this.#second[slot] === second) return slot;
      slot = (slot + 1) & (SLOTS - 1);
    }
    return this.#add(text.slice(start, end), slot, first, second);
  }

  start(slot: number): number {
    return (this.#starts[slot] as number) - 1;
  }

  count(slot: number): number {
    return this.#counts[slot] as number;
  }

  #add(word: string, freeSlot: number, first: number, second: number): number {
    const terms = termsOfWord(word);
    let slot = freeSlot;
    if (this.#words === MAX_WORDS || this.#used + terms.length > POOL_SIZE) {
      this.#starts.fill(0);
      this.#words = 0;
      this.#used = 0;
      slot = (first ^ (first >>> 15)) & (SLOTS - 1);
    }
    this.#first[slot] = first;
    this.#second[slot] = second;
    this.#starts[slot] = this.#used + 1;
    this.#counts[slot] = terms.length;
    this.pool.set(terms, this.#used);
    this.#used += terms.length;
    this.#words++;
    return slot;
  }
}
