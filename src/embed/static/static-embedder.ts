import { GrepaiError } from "../../errors.ts";
import type { CheckedEmbedder, EmbedderHealth, EmbedderId, EmbedKind, EmbedOptions, EmbedOutcome } from "../types.ts";
import { StaticEncoder } from "./encoder.ts";
import { loadStaticModel } from "./load.ts";
import type { StaticModel } from "./model.ts";

/** Texts between two looks at the abort signal. */
const textsPerTurn = 512;

/** The embedder that needs no server. Its model is read on first use. */
export class StaticEmbedder implements CheckedEmbedder {
  readonly isLocal = true;
  readonly #folder: string;
  #model: StaticModel | null = null;
  #queryEncoder: StaticEncoder | null = null;
  #passageEncoder: StaticEncoder | null = null;

  /** @param folder of the model, absolute */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The model, for worker threads that encode by themselves.
   * @throws GrepaiError EMBEDDER_UNAVAILABLE when it is missing or damaged
   */
  model(): StaticModel {
    this.#model ??= loadStaticModel(this.#folder);
    return this.#model;
  }

  async id(): Promise<EmbedderId> {
    return this.model().id;
  }

  async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly EmbedOutcome[]> {
    const encoder = this.#encoderFor(kind);
    const outcomes: EmbedOutcome[] = [];
    for (const text of texts) {
      if (outcomes.length > 0 && outcomes.length % textsPerTurn === 0) await new Promise(setImmediate);
      if (signal?.aborted) throw new GrepaiError("CANCELLED", "Embedding was cancelled.");
      const vector = encoder.encode(text);
      const isKnown = vector.some((value) => value !== 0);
      outcomes.push(isKnown ? { ok: true, vector } : { ok: false, reason: "it holds no word the model knows" });
    }
    return outcomes;
  }

  /** Passages are encoded as the workers do that read files, to the last bit. */
  #encoderFor(kind: EmbedKind): StaticEncoder {
    if (kind === "query") {
      this.#queryEncoder ??= new StaticEncoder(this.model());
      return this.#queryEncoder;
    }
    this.#passageEncoder ??= new StaticEncoder(this.model(), { forMany: true });
    return this.#passageEncoder;
  }

  async health(): Promise<EmbedderHealth> {
    try {
      this.model();
      return { status: "connected" };
    } catch (error) {
      if (!(error instanceof GrepaiError)) throw error;
      return { status: "unavailable", reason: error.message };
    }
  }
}
