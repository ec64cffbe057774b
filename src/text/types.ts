/**
 * The lexical terms of one chunk. A term is the 32-bit hash of its text, so that no dictionary has to be kept:
 * among 300,000 terms about ten pairs collide, which no ranking notices.
 */
export interface TermBag {
  /** Ascending, distinct. */
  readonly hashes: Uint32Array;
  /** Occurrences in the chunk's text, capped at 255; same order. */
  readonly bodyCounts: Uint8Array;
  /** Occurrences in symbol, scope and signature, capped at 255; same order. */
  readonly nameCounts: Uint8Array;
}

/** The terms of a query, distinct. */
export interface WeightedTerms {
  readonly hashes: Uint32Array;
  /** What a match of each counts; 1 for a word as the user wrote it. */
  readonly weights: Float32Array;
  /** The first so many are the words' parts; those behind are whole identifiers and guessed compounds. */
  readonly wordCount: number;
}
