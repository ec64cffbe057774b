import { characterClass, SEPARATOR } from "./characters.ts";
import { FNV_OFFSET, fnvStep } from "./hash.ts";
import { MAX_WORD_LENGTH, partsOf, wordsOf } from "./identifiers.ts";
import { TermCounter } from "./term-counter.ts";
import type { TermBag, WeightedTerms } from "./types.ts";
import { WordCache, type WordNumbers } from "./word-cache.ts";
import { partTerm, termsOfWord, wholeTerm } from "./word-terms.ts";

/** What the lexical terms of a chunk come from. */
export interface TermSource {
  readonly text: string;
  readonly symbol: string | null;
  readonly scope: string;
  readonly signature: string | null;
}

/** Reads the words of texts along with the terms, so that a text is walked through once for both. */
export interface WordFollower {
  /** Numbers of a word, asked once for many occurrences. */
  readonly numbersOf: WordNumbers;
  /** Told of each number of each word of a text, in order. */
  add(number: number): void;
}

/** Derives term bags. Holds nothing but memory that makes the next chunk faster. */
export class TermExtractor {
  readonly #follower: WordFollower | null;
  readonly #cache: WordCache;
  readonly #counter = new TermCounter();
  #units = new Uint16Array(16_384);
  /** The same memory. */
  #bytes = Buffer.from(this.#units.buffer);

  /** @param follower told of the words of chunks' texts, but not of their names, scopes and signatures */
  constructor(follower: WordFollower | null = null) {
    this.#follower = follower;
    this.#cache = new WordCache(follower?.numbersOf);
  }

  /** The terms of a chunk: every word of its text, and again those of its name, scope and signature. */
  chunkTerms(chunk: TermSource): TermBag {
    this.#count(chunk.text, this.#follower, false);
    if (chunk.symbol !== null) this.#count(chunk.symbol, null, true);
    if (chunk.scope !== "") this.#count(chunk.scope, null, true);
    if (chunk.signature !== null) this.#count(chunk.signature, null, true);
    return this.#counter.take();
  }

  /**
   * A text's UTF-16 code units and a zero behind them; valid until the next call. Chunks are slices of their file's
   * text, whose single characters are slow to read.
   */
  #unitsOf(text: string): Uint16Array {
    if (this.#units.length <= text.length) {
      this.#units = new Uint16Array(2 * text.length + 1);
      this.#bytes = Buffer.from(this.#units.buffer);
    }
    this.#bytes.write(text, "utf16le");
    this.#units[text.length] = 0;
    return this.#units;
  }

  #count(text: string, follower: WordFollower | null, isName: boolean): void {
    const counter = this.#counter;
    const cache = this.#cache;
    const { pool } = cache;
    const length = text.length;
    const units = this.#unitsOf(text);
    let index = 0;
    while (index < length) {
      let unit = units[index] as number;
      if (characterClass(unit) === SEPARATOR) {
        index++;
        continue;
      }
      const start = index;
      let first = FNV_OFFSET;
      let second = 0;
      do {
        first = fnvStep(first, unit);
        second = (Math.imul(second, 0x9e3779b1) + unit) | 0;
        index++;
        unit = units[index] as number;
      } while (index < length && characterClass(unit) !== SEPARATOR);
      if (index - start > MAX_WORD_LENGTH) {
        if (follower !== null) for (const number of follower.numbersOf(text.slice(start, index))) follower.add(number);
        continue;
      }
      const slot = cache.slot(text, start, index, first, second);
      const termStart = cache.start(slot);
      const termEnd = termStart + cache.termCount(slot);
      for (let at = termStart; at < termEnd; at++) {
        const term = pool[at] as number;
        if (isName) counter.addToName(term);
        else counter.addToBody(term);
      }
      if (follower === null) continue;
      const end = termStart + cache.count(slot);
      for (let at = termEnd; at < end; at++) follower.add(pool[at] as number);
    }
  }
}

/** Pure but for its memory of words, so that one a thread is enough. */
const extractor = new TermExtractor();

/** The terms of a chunk, as {@link TermExtractor.chunkTerms}. */
export function chunkTerms(chunk: TermSource): TermBag {
  return extractor.chunkTerms(chunk);
}

/** Words that carry the grammar of a question rather than its subject. Code is never stripped of them, queries are. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  (
    "a an and any are as at be been but by can could did do does for from had has have how i in into is it its me my " +
    "of on or our should so than that the their them then there these they this those to us was we were what when " +
    "where which who why will with would you your"
  ).split(" "),
);

/** Weight of a compound guessed from two neighbouring query words, against 1 for a word of the query. */
const COMPOUND_WEIGHT = 0.5;

/**
 * The terms of a query. Question words are left out unless there is nothing else. Each word gives its parts and
 * itself as a whole identifier, and neighbours give the compound they may form in code: "rate limiter" also looks
 * for `RateLimiter` and `rate_limiter`.
 */
export function queryTerms(query: string): WeightedTerms {
  const words = wordsOf(query);
  const telling = words.filter((word) => !QUESTION_WORDS.has(word.toLowerCase()));
  const kept = telling.length > 0 ? telling : words;
  const split = kept.map(partsOf).filter((parts) => parts.length > 0);
  const weights = new Map<number, number>();
  for (const parts of split) for (const part of parts) weights.set(partTerm(part), 1);
  const wordCount = weights.size;
  for (const parts of split) weights.set(wholeTerm(parts), 1);
  for (const [index, parts] of split.entries()) {
    const compound = wholeTerm([...(split[index - 1] ?? []), ...parts]);
    if (!weights.has(compound)) weights.set(compound, COMPOUND_WEIGHT);
  }
  return { hashes: Uint32Array.from(weights.keys()), weights: Float32Array.from(weights.values()), wordCount };
}

/** The distinct terms of a relative path's folders and file name, ascending. */
export function pathTerms(path: string): Uint32Array {
  const terms = new Set<number>();
  for (const word of wordsOf(path)) for (const term of termsOfWord(word)) terms.add(term);
  return Uint32Array.from(terms).sort();
}
