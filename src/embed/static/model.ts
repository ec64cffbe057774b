import type { EmbedderId } from "../types.ts";
import type { SharedVocabulary } from "./vocabulary.ts";

/** How the vectors of a text's tokens become one: the weight of a token that occurs `n` times is √n or n. */
export type Pooling = "sqrt-count" | "mean";

/** How a text is cut into tokens. */
export type TokenizerData =
  | { readonly kind: "identifier-parts"; readonly vocabulary: SharedVocabulary }
  /** A Hugging Face `tokenizer.json`, and the token that stands for anything unknown, which is left out. */
  | { readonly kind: "huggingface"; readonly json: string; readonly unknownToken: string | null };

/**
 * A static embedding model: one vector a token, no network. Plain data over shared memory, so that it can be posted
 * to worker threads, which then all use the same copy.
 */
export interface StaticModel {
  readonly id: EmbedderId;
  readonly dimensions: number;
  /** Row-major table of vectors. */
  readonly vectors: Int8Array | Float32Array;
  /** Factor of each token's vector, or null for 1. */
  readonly tokenWeights: Float32Array | null;
  /** Row of each token in `vectors`, or null where the token id is the row. */
  readonly tokenRows: Int32Array | null;
  readonly tokenCount: number;
  readonly tokenizer: TokenizerData;
  readonly pooling: Pooling;
}
