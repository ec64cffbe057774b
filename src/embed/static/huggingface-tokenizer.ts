import { Tokenizer as TokenizerPipeline } from "@huggingface/tokenizers";
import type { Tokenizer, TokenSink } from "./tokenizer.ts";

/** The tokenizer of a Model2Vec folder: a `tokenizer.json`, without special tokens and without the unknown token. */
export class HuggingFaceTokenizer implements Tokenizer {
  readonly #pipeline: TokenizerPipeline;
  readonly #unknownId: number | undefined;

  /** @throws Error when the JSON is no tokenizer this library knows */
  constructor(json: string, unknownToken: string | null) {
    this.#pipeline = new TokenizerPipeline(JSON.parse(json), {});
    this.#unknownId = unknownToken === null ? undefined : this.#pipeline.token_to_id(unknownToken);
  }

  tokenize(text: string, sink: TokenSink): void {
    for (const id of this.#pipeline.encode(text, { add_special_tokens: false }).ids) {
      if (id !== this.#unknownId) sink.add(id);
    }
  }
}
