/** Receives the token ids of a text in order. */
export interface TokenSink {
  add(tokenId: number): void;
}

/** Turns a text into token ids of one model's vocabulary. */
export interface Tokenizer {
  tokenize(text: string, sink: TokenSink): void;
}
