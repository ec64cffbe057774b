import type { EmbedOutcome } from "../types.ts";
import { type FaultKind, ServerFault } from "./faults.ts";
import { type RetryPolicy, withRetry } from "./retry.ts";
import type { EmbeddingServer } from "./server.ts";
import { estimateTokens, splitText } from "./split.ts";
import { averageVectors, toUnitVector } from "./vectors.ts";

/** A text this short is not cut further: it is not length that the server minds. */
const minSplitCharacters = 64;

/** Faults that one text may have brought upon its batch. */
const perhapsOneText: ReadonlySet<FaultKind> = new Set(["too-long", "bad-text", "cut"]);

/** What is known of the lengths that a model takes, in estimated tokens. */
export interface LengthLimit {
  /** The longest that was embedded. */
  accepted: number;
  /** The shortest that was refused as too long, or what the server says is its context. */
  refused: number;
  /** Length of the pieces that longer texts are cut into. */
  piece: number;
}

/** What the requests of one call share. */
export interface BatchContext {
  readonly server: EmbeddingServer;
  readonly prefix: string;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly signal: AbortSignal | undefined;
  readonly limit: LengthLimit;
}

/**
 * Embeds texts in as few requests as the server allows. A batch that fails for what may be one text's fault is halved
 * until that text is alone; a text that is too long is cut and its pieces' vectors averaged.
 * @throws ServerFault when the server as a whole fails; GrepaiError CANCELLED
 */
export async function embedBatch(texts: readonly string[], context: BatchContext): Promise<readonly EmbedOutcome[]> {
  try {
    return await request(texts, context);
  } catch (error) {
    if (!(error instanceof ServerFault) || !perhapsOneText.has(error.kind)) throw error;
    const [only] = texts;
    if (texts.length === 1 && only !== undefined) return [await embedCulprit(only, error, context)];
    const middle = Math.ceil(texts.length / 2);
    const first = await embedBatch(texts.slice(0, middle), context);
    return [...first, ...(await embedBatch(texts.slice(middle), context))];
  }
}

/** Whether a text is likely too long, by what the server took and refused before. */
export function exceedsLimit(text: string, { accepted, refused }: LengthLimit): boolean {
  const tokens = estimateTokens(text);
  return tokens >= refused && tokens > accepted;
}

/** Nothing is known but that this length is too much, so half of it is tried. */
function learnRefusal(text: string, limit: LengthLimit): void {
  const tokens = Math.max(1, estimateTokens(text));
  limit.refused = Math.min(limit.refused, tokens);
  limit.piece = Math.min(limit.piece, tokens / 2);
}

/** Embeds a text in pieces that the model is likely to take. */
export async function embedInPieces(text: string, context: BatchContext): Promise<EmbedOutcome> {
  const count = Math.max(2, Math.ceil(estimateTokens(text) / context.limit.piece));
  const pieces = splitText(text, count);
  const outcomes = await embedBatch(pieces, context);
  return averageVectors(
    outcomes,
    pieces.map((piece) => piece.length),
  );
}

async function request(texts: readonly string[], context: BatchContext): Promise<readonly EmbedOutcome[]> {
  const { server, prefix, limit, signal } = context;
  const inputs = prefix === "" ? texts : texts.map((text) => prefix + text);
  const vectors = await withRetry(context.retry, signal, (remainingMs) =>
    server.embed(inputs, { timeoutMs: Math.min(context.timeoutMs, remainingMs), signal }),
  );
  if (vectors.length !== texts.length) {
    if (texts.length === 1) return [{ ok: false, reason: `the server gave ${vectors.length} vectors for it` }];
    throw new ServerFault("bad-text", `it gave ${vectors.length} vectors for ${texts.length} texts`);
  }
  for (const text of texts) limit.accepted = Math.max(limit.accepted, estimateTokens(text));
  return vectors.map(toUnitVector);
}

/** What to do with a text that made a request fail by itself. */
async function embedCulprit(text: string, fault: ServerFault, context: BatchContext): Promise<EmbedOutcome> {
  if (fault.kind === "bad-text") return { ok: false, reason: fault.message };
  if (fault.kind === "cut") {
    // Once may be chance; twice on the same text means that the server breaks on it, most likely on its length.
    const outcome = await requestUnlessCut(text, context);
    if (outcome !== null) return outcome;
  }
  if (text.length >= 2 * minSplitCharacters) {
    learnRefusal(text, context.limit);
    return embedInPieces(text, context);
  }
  if (fault.kind === "cut") await context.server.check({ timeoutMs: context.timeoutMs, signal: context.signal });
  return { ok: false, reason: fault.message };
}

/** The outcome of a text asked for once more, or null when the connection is cut again or it is refused. */
async function requestUnlessCut(text: string, context: BatchContext): Promise<EmbedOutcome | null> {
  try {
    const [outcome] = await request([text], context);
    return outcome ?? null;
  } catch (error) {
    if (error instanceof ServerFault && perhapsOneText.has(error.kind)) return null;
    throw error;
  }
}
