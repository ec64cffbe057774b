import { termsOfWord } from "./word-terms.ts";

/** What else of a word is wanted beside its terms, such as a model's tokens. */
export type WordNumbers = (word: string) => readonly number[];

const SLOTS = 1 << 17;
const MAX_WORDS = SLOTS / 2;
const POOL_SIZE = 1 << 20;

/**
 * Remembers the terms of words, and behind them any other numbers that are derived from a word alone. They are found by two 32-bit hashes of the word (64 bits: among the words of a large project
 * a collision is less likely than a disk error). An open-addressing table in typed arrays, so that looking a word up
 * allocates nothing. When it is full it starts anew, which bounds its memory at 6 MB.
 */
export class WordCache {
  /** Terms and other numbers of all words, one after the other. */
  readonly pool = new Uint32Array(POOL_SIZE);
  readonly #first = new Int32Array(SLOTS);
  readonly #second = new Int32Array(SLOTS);
  /** Start in the pool plus one; 0 marks a free slot. */
  readonly #starts = new Uint32Array(SLOTS);
  readonly #termCounts = new Uint16Array(SLOTS);
  readonly #counts = new Uint16Array(SLOTS);
  readonly #moreOf: WordNumbers | null;
  #words = 0;
  #used = 0;

  constructor(moreOf: WordNumbers | null = null) {
    this.#moreOf = moreOf;
  }

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

  termCount(slot: number): number {
    return this.#termCounts[slot] as number;
  }

  /** Of terms and other numbers together. */
  count(slot: number): number {
    return this.#counts[slot] as number;
  }

  #add(word: string, freeSlot: number, first: number, second: number): number {
    const terms = termsOfWord(word);
    const more = this.#moreOf?.(word) ?? [];
    const count = terms.length + more.length;
    let slot = freeSlot;
    if (this.#words === MAX_WORDS || this.#used + count > POOL_SIZE) {
      this.#starts.fill(0);
      this.#words = 0;
      this.#used = 0;
      slot = (first ^ (first >>> 15)) & (SLOTS - 1);
    }
    this.#first[slot] = first;
    this.#second[slot] = second;
    this.#starts[slot] = this.#used + 1;
    this.#termCounts[slot] = terms.length;
    this.#counts[slot] = count;
    this.pool.set(terms, this.#used);
    this.pool.set(more, this.#used + terms.length);
    this.#used += count;
    this.#words++;
    return slot;
  }
}
