import { passageText } from "../embed/passage.ts";
import type { Embedder } from "../embed/types.ts";
import { GrepaiError } from "../errors.ts";
import type { PendingPassage, StoreWriter, VectorResult } from "../store/types.ts";
import type { EmbedSummary, PassReport } from "./types.ts";

/** Passages asked of the store at a time; the embedder cuts them into requests of its own size. */
const batchSize = 256;

async function embedBatch(
  embedder: Embedder,
  pending: readonly PendingPassage[],
  signal: AbortSignal | undefined,
): Promise<readonly VectorResult[]> {
  // Vectors must equal those of a pass over the files.
  const style = embedder.isLocal ? "static" : "server";
  const texts = pending.map(({ path, language, chunk }) => passageText({ path, language, chunk }, style));
  const outcomes = await embedder.embed(texts, { kind: "passage", ...(signal && { signal }) });
  return pending.map(({ passageId }, index): VectorResult => {
    const outcome = outcomes[index];
    if (outcome === undefined) return { passageId, failure: "the embedder gave no answer for this text" };
    return outcome.ok ? { passageId, vector: outcome.vector } : { passageId, failure: outcome.reason };
  });
}

/**
 * Embeds all passages that have no vector yet. A server that fails leaves the rest pending and is told in the
 * summary; nothing that was embedded before is lost.
 * @throws GrepaiError from the store (disk full and the like)
 */
export async function embedPending(
  writer: StoreWriter,
  embedder: Embedder,
  signal?: AbortSignal,
  onProgress?: (report: PassReport) => void,
): Promise<EmbedSummary> {
  const total = writer.read((view) => view.counts().pendingPassages);
  let embedded = 0;
  let failed = 0;
  while (signal?.aborted !== true) {
    const pending = writer.pendingPassages(batchSize);
    if (pending.length === 0) break;
    onProgress?.({ phase: "embedding", done: embedded + failed, total, chunks: embedded });
    try {
      const results = await embedBatch(embedder, pending, signal);
      writer.commitVectors(results);
      const failures = results.filter((result) => "failure" in result).length;
      failed += failures;
      embedded += results.length - failures;
    } catch (error) {
      if (error instanceof GrepaiError && (error.code === "EMBEDDER_UNAVAILABLE" || error.code === "CANCELLED")) {
        return { embedded, failed, unavailable: error.code === "CANCELLED" ? null : error.message };
      }
      throw error;
    }
  }
  return { embedded, failed, unavailable: null };
}
