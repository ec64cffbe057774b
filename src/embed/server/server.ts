import type { EmbedderId } from "../types.ts";
import type { ServerFault } from "./faults.ts";

/** Limits of one request. */
export interface RequestContext {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One kind of embedding server, reduced to single requests. All retrying, splitting and checking is done above it.
 * Every method throws {@link ServerFault}, or GrepaiError CANCELLED on abort.
 */
export interface EmbeddingServer {
  readonly id: Pick<EmbedderId, "provider" | "model">;
  /** The model as it is asked for. */
  readonly model: string;

  /** One unchecked vector a text, in order; undefined where the answer holds none. */
  embed(texts: readonly string[], context: RequestContext): Promise<readonly unknown[]>;

  /** Tokens the model reads at most, or null where the server does not tell. Fails when the model is missing. */
  contextTokens(context: RequestContext): Promise<number | null>;

  /** Succeeds when the server is there and has the model, as far as can be told cheaply. */
  check(context: RequestContext): Promise<void>;

  /** A fault as a sentence that names the server's address and the remedy. */
  explain(fault: ServerFault): string;
}
