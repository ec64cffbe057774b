import { chunkTerms, TermExtractor } from "../../text/terms.ts";
import type { TermBag } from "../../text/types.ts";
import { emphasis, type PassageSource, staticHeadLine } from "../passage.ts";
import { StaticEncoder } from "./encoder.ts";
import type { StaticModel } from "./model.ts";

/**
 * Derives a passage's terms and its vector in one walk through its text. Both look at each word, and a word's terms
 * and tokens are remembered together.
 */
export class PassageReader {
  readonly #encoder: StaticEncoder;
  /** Null where tokens reach over words, so that text and vector have to be read apart. */
  readonly #together: TermExtractor | null;

  constructor(model: StaticModel) {
    const encoder = new StaticEncoder(model, { forMany: true });
    this.#encoder = encoder;
    const { words } = encoder;
    this.#together =
      words === null
        ? null
        : new TermExtractor({ numbersOf: (word) => words.tokensOf(word), add: (token) => encoder.addToken(token) });
  }

  /** Of a vector. */
  get dimensions(): number {
    return this.#encoder.dimensions;
  }

  /**
   * The terms of a passage.
   * @param vector receives the passage's unit vector as {@link StaticEncoder.encodePassage} gives it
   */
  read(passage: PassageSource, vector: Float32Array): TermBag {
    if (this.#together === null) {
      this.#encoder.encodePassage(passage, vector);
      return chunkTerms(passage.chunk);
    }
    this.#encoder.addText(staticHeadLine(passage), emphasis);
    const terms = this.#together.chunkTerms(passage.chunk);
    this.#encoder.finish(vector);
    return terms;
  }
}
