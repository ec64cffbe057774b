import { type PassageSource, passageText } from "../passage.ts";
import { HuggingFaceTokenizer } from "./huggingface-tokenizer.ts";
import { IdentifierTokenizer } from "./identifier-tokenizer.ts";
import type { StaticModel } from "./model.ts";
import type { Tokenizer, TokenSink } from "./tokenizer.ts";

/** Counts the tokens of one text at a time in arrays made once, so that a text costs no memory. */
class TokenCounter implements TokenSink {
  readonly counts: Int32Array;
  /** Distinct tokens in order of appearance, the first `distinct` entries. */
  readonly tokens: Int32Array;
  distinct = 0;

  constructor(tokenCount: number) {
    this.counts = new Int32Array(tokenCount);
    this.tokens = new Int32Array(tokenCount);
  }

  add(tokenId: number): void {
    const count = this.counts[tokenId];
    if (count === undefined) return;
    if (count === 0) this.tokens[this.distinct++] = tokenId;
    this.counts[tokenId] = count + 1;
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

  constructor(model: StaticModel) {
    this.#model = model;
    this.dimensions = model.dimensions;
    this.#tokenizer = tokenizerOf(model);
    this.#counter = new TokenCounter(model.tokenCount);
  }

  /**
   * The unit vector of a text; all zeros when it holds no token the model knows.
   * @param into where to write it, of `dimensions` elements; a new array otherwise
   */
  encode(text: string, into: Float32Array = new Float32Array(this.dimensions)): Float32Array {
    const counter = this.#counter;
    this.#tokenizer.tokenize(text, counter);
    into.fill(0);
    for (let index = 0; index < counter.distinct; index += 4) this.#addFourTokens(into, index);
    counter.clear();
    scaleToUnit(into);
    return into;
  }

  /** The unit vector of a chunk at its path. */
  encodePassage(passage: PassageSource, into?: Float32Array): Float32Array {
    return this.encode(passageText(passage, "static"), into);
  }

  /** Adds the distinct tokens from `index` on, four in one sweep: half the time of one by one. */
  #addFourTokens(into: Float32Array, index: number): void {
    const { vectors, dimensions } = this.#model;
    const first = this.#start(index);
    const second = this.#start(index + 1);
    const third = this.#start(index + 2);
    const fourth = this.#start(index + 3);
    const a = this.#weight(index);
    const b = this.#weight(index + 1);
    const c = this.#weight(index + 2);
    const d = this.#weight(index + 3);
    for (let at = 0; at < dimensions; at++) {
      into[at] =
        (into[at] as number) +
        (vectors[first + at] as number) * a +
        (vectors[second + at] as number) * b +
        (vectors[third + at] as number) * c +
        (vectors[fourth + at] as number) * d;
    }
  }

  /** Where the vector of the distinct token at `index` starts; any vector's start past the last. */
  #start(index: number): number {
    if (index >= this.#counter.distinct) return 0;
    const token = this.#counter.tokens[index] as number;
    return (this.#model.tokenRows?.[token] ?? token) * this.dimensions;
  }

  /** Factor of the distinct token at `index`; 0 past the last. */
  #weight(index: number): number {
    if (index >= this.#counter.distinct) return 0;
    const { tokenWeights, pooling } = this.#model;
    const token = this.#counter.tokens[index] as number;
    const count = this.#counter.counts[token] as number;
    return (pooling === "mean" ? count : Math.sqrt(count)) * (tokenWeights?.[token] ?? 1);
  }
}

function scaleToUnit(vector: Float32Array): void {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return;
  const factor = 1 / Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] as number) * factor;
}
