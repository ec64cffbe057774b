/** Sizes in tokens, as the configuration has them. */
export interface ChunkingOptions {
  readonly sizeTokens: number;
  readonly overlapTokens: number;
}

/**
 * Characters one token is taken for. Code and prose come to 3–4 characters a token in the tokenizers of embedding
 * models; the low end keeps chunks within a model's limit without running a tokenizer.
 */
export const charactersPerToken = 3;

/** Smallest limit that still holds a line of code. */
const minLimit = 120;

/** Sizes that steer chunking, in UTF-16 code units. */
export interface ChunkSizes {
  /** No chunk is longer. */
  readonly limit: number;
  /** Neighbours are merged while the shorter stays below this. */
  readonly tiny: number;
  /** Merged tiny neighbours grow to this at most. */
  readonly merged: number;
  /** Text repeated from the piece before, for plain text. */
  readonly overlap: number;
}

/** Sizes for a configuration given in tokens. */
export function sizesOf(options: ChunkingOptions): ChunkSizes {
  const limit = Math.max(minLimit, options.sizeTokens * charactersPerToken);
  return {
    limit,
    tiny: Math.floor(limit / 5),
    merged: Math.floor(limit / 2),
    overlap: Math.min(options.overlapTokens * charactersPerToken, Math.floor(limit / 2)),
  };
}
