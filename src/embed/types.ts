/** Whether a text is looked for or looked through; some models want a different prefix for each. */
export type EmbedKind = "query" | "passage";

export interface EmbedOptions {
  readonly kind: EmbedKind;
  readonly signal?: AbortSignal;
}

/** Identity of a vector space. Vectors of different ids are never compared. */
export interface EmbedderId {
  readonly provider: string;
  readonly model: string;
  readonly dimensions: number;
}

/** The vector of one text, or why there is none; one bad text never fails its batch. */
export type EmbedOutcome =
  | { readonly ok: true; readonly vector: Float32Array }
  | { readonly ok: false; readonly reason: string };

/** Turns texts into unit vectors. */
export interface Embedder {
  /**
   * Resolves the identity, asking the server for the dimensions where needed.
   * @throws GrepaiError EMBEDDER_UNAVAILABLE when the server or the model cannot be reached
   */
  id(signal?: AbortSignal): Promise<EmbedderId>;

  /**
   * One outcome a text, in order. Texts too long for the model are split and their vectors averaged.
   * @throws GrepaiError EMBEDDER_UNAVAILABLE when the server is down, hangs or answers nonsense; CANCELLED on abort
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly EmbedOutcome[]>;

  /** Vectors are computed faster than they are looked up, so that none need be kept for reuse across paths. */
  readonly isLocal: boolean;
}

/** What the status reports of an embedder. */
export type EmbedderHealth =
  | { readonly status: "connected" }
  | { readonly status: "unavailable"; readonly reason: string };

/** An embedder that can be asked whether it works, as `status` does. */
export interface CheckedEmbedder extends Embedder {
  /** Answers within two seconds and never throws, unless aborted. */
  health(signal?: AbortSignal): Promise<EmbedderHealth>;
}
