import { type PassageSource, passageText } from "../passage.ts";
import { HuggingFaceTokenizer } from "./huggingface-tokenizer.ts";
import { IdentifierTokenizer } from "./identifier-tokenizer.ts";
import type { StaticModel } from "./model.ts";
import { PlainSums, type TokenSums, VectorSums } from "./token-sums.ts";
import type { Tokenizer, TokenSink } from "./tokenizer.ts";

/** Counts the tokens of one text at a time in arrays made once, so that a text costs no memory. */
class TokenCounter implements TokenSink {
  readonly counts: Int32Array;
  /** Distinct tokens in order of appearance, the first `distinct` entries. */
  readonly tokens: Int32Array;
  distinct = 0;
  /** What an occurrence counts. */
  #step = 1;

  constructor(tokenCount: number) {
    this.counts = new Int32Array(tokenCount);
    this.tokens = new Int32Array(tokenCount);
  }

  add(tokenId: number): void {
    const count = this.counts[tokenId];
    if (count === undefined) return;
    if (count === 0) this.tokens[this.distinct++] = tokenId;
    this.counts[tokenId] = count + this.#step;
  }

  /** Counts a text as if it were there so many times. */
  addTimes(times: number, tokenizer: Tokenizer, text: string): void {
    this.#step = times;
    tokenizer.tokenize(text, this);
    this.#step = 1;
  }

  clear(): void {
    for (let index = 0; index < this.distinct; index++) this.counts[this.tokens[index] as number] = 0;
    this.distinct = 0;
  }
}

function tokenizerOf(model: StaticModel): Tokenizer {
  const { tokenizer } = model;
  return tokenizer.kind === "identifier-parts"
    ? new IdentifierTokenizer(tokenizer.vocabulary)
    : new HuggingFaceTokenizer(tokenizer.json, tokenizer.unknownToken);
}

/**
 * Embeds texts with a static model: the weighted sum of their tokens' vectors, scaled to unit length. All of a text
 * counts, however long. One encoder a thread; the model's tables are shared.
 */
export class StaticEncoder {
  readonly dimensions: number;
  readonly #model: StaticModel;
  readonly #tokenizer: Tokenizer;
  readonly #counter: TokenCounter;
  readonly #sums: TokenSums;
  readonly #rows: Int32Array;
  readonly #weights: Float32Array;

  /** @param options.forMany texts are many: a copy of the table that is faster to add up pays */
  constructor(model: StaticModel, options: { readonly forMany?: boolean } = {}) {
    this.#model = model;
    this.dimensions = model.dimensions;
    this.#tokenizer = tokenizerOf(model);
    this.#counter = new TokenCounter(model.tokenCount);
    this.#sums = (options.forMany === true ? VectorSums.for(model) : null) ?? new PlainSums(model);
    this.#rows = new Int32Array(model.tokenCount);
    this.#weights = new Float32Array(model.tokenCount);
  }

  /**
   * The unit vector of a text; all zeros when it holds no token the model knows.
   * @param into where to write it, of `dimensions` elements; a new array otherwise
   */
  encode(text: string, into: Float32Array = new Float32Array(this.dimensions)): Float32Array {
    this.addText(text);
    return this.finish(into);
  }

  /** The unit vector of a chunk at its path. */
  encodePassage(passage: PassageSource, into?: Float32Array): Float32Array {
    return this.encode(passageText(passage, "static"), into);
  }

  /** Adds a text, as if it were there so many times, to what {@link finish} encodes. */
  addText(text: string, times = 1): void {
    this.#counter.addTimes(times, this.#tokenizer, text);
  }

  /** Adds a token to what {@link finish} encodes. */
  addToken(tokenId: number): void {
    this.#counter.add(tokenId);
  }

  /** The tokens of words as the tokenizer of identifiers finds them within any text; null for other tokenizers. */
  get words(): IdentifierTokenizer | null {
    return this.#tokenizer instanceof IdentifierTokenizer ? this.#tokenizer : null;
  }

  /** The unit vector of all that was added since the last call; all zeros when the model knows nothing of it. */
  finish(into: Float32Array): Float32Array {
    const { counts, tokens, distinct } = this.#counter;
    const { tokenWeights, tokenRows, pooling } = this.#model;
    for (let index = 0; index < distinct; index++) {
      const token = tokens[index] as number;
      const count = counts[token] as number;
      this.#rows[index] = tokenRows?.[token] ?? token;
      this.#weights[index] = (pooling === "mean" ? count : Math.sqrt(count)) * (tokenWeights?.[token] ?? 1);
    }
    this.#sums.sum(this.#rows, this.#weights, distinct, into);
    this.#counter.clear();
    scaleToUnit(into);
    return into;
  }
}

function scaleToUnit(vector: Float32Array): void {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return;
  const factor = 1 / Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] as number) * factor;
}
