import { termsOfWord } from "./word-terms.ts";

/** What else of a word is wanted beside its terms, such as a model's tokens. */
export type WordNumbers = (word: string) => readonly number[];

const SLOTS = 1 << 17;
const MAX_WORDS = SLOTS / 2;
const POOL_SIZE = 1 << 20;

/** What a slot holds behind the first hash: the second one, the start in the pool plus one (0: free), and both counts. */
const SLOT_NUMBERS = 4;
const SECOND = 1;
const START = 2;
const COUNTS = 3;

/**
 * Remembers the terms of words, and behind them any other numbers that are derived from a word alone. They are found by two 32-bit hashes of the word (64 bits: among the words of a large project
 * a collision is less likely than a disk error). An open-addressing table in typed arrays, so that looking a word up
 * allocates nothing. When it is full it starts anew, which bounds its memory at 6 MB.
 */
export class WordCache {
  /** Terms and other numbers of all words, one after the other. */
  readonly pool = new Uint32Array(POOL_SIZE);
  /** A slot's numbers lie side by side, so that a look touches one line of the processor's cache. */
  readonly #slots = new Int32Array(SLOTS * SLOT_NUMBERS);
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
    const slots = this.#slots;
    let slot = slotOf(first);
    while (slots[slot + START] !== 0) {
      if (slots[slot] === first && slots[slot + SECOND] === second) return slot;
      slot = (slot + SLOT_NUMBERS) & (SLOTS * SLOT_NUMBERS - 1);
    }
    return this.#add(text.slice(start, end), slot, first, second);
  }

  /** Where a word's numbers begin in the pool. */
  start(slot: number): number {
    return (this.#slots[slot + START] as number) - 1;
  }

  termCount(slot: number): number {
    return (this.#slots[slot + COUNTS] as number) & 0xffff;
  }

  /** Of terms and other numbers together. */
  count(slot: number): number {
    return (this.#slots[slot + COUNTS] as number) >>> 16;
  }

  #add(word: string, freeSlot: number, first: number, second: number): number {
    const terms = termsOfWord(word);
    const more = this.#moreOf?.(word) ?? [];
    const count = terms.length + more.length;
    let slot = freeSlot;
    if (this.#words === MAX_WORDS || this.#used + count > POOL_SIZE) {
      this.#slots.fill(0);
      this.#words = 0;
      this.#used = 0;
      slot = slotOf(first);
    }
    this.#slots[slot] = first;
    this.#slots[slot + SECOND] = second;
    this.#slots[slot + START] = this.#used + 1;
    this.#slots[slot + COUNTS] = (count << 16) | terms.length;
    this.pool.set(terms, this.#used);
    this.pool.set(more, this.#used + terms.length);
    this.#used += count;
    this.#words++;
    return slot;
  }
}

/** Where the search for a word begins. */
function slotOf(first: number): number {
  return ((first ^ (first >>> 15)) & (SLOTS - 1)) * SLOT_NUMBERS;
}
