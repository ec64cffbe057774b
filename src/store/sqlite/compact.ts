import type { Connection } from "./connection.ts";
import { readMeta, writeMeta } from "./meta.ts";

/** What is kept although no file uses it, so that a branch switched back to costs nothing. */
export interface RetentionLimits {
  readonly maxAgeMs: number;
  readonly maxContents: number;
  /** Source text of unused contents; the newest are kept. */
  readonly maxTextBytes: number;
  readonly maxVectors: number;
  readonly maxRemovals: number;
}

export const defaultRetention: RetentionLimits = {
  maxAgeMs: 14 * 24 * 60 * 60 * 1000,
  maxContents: 20_000,
  maxTextBytes: 64 * 1024 * 1024,
  maxVectors: 100_000,
  maxRemovals: 10_000,
};

/** Free pages are given back to the disk from this share of the file on; fewer are soon used again. */
const worthwhileFreeShare = 0.25;

/** Drops what has been unused for longer than the limits allow. Runs within the caller's transaction. */
export function prune(connection: Connection, limits: RetentionLimits, now: number): void {
  pruneContents(connection, limits, now);
  pruneVectors(connection, limits, now);
  pruneRemovals(connection, limits.maxRemovals);
}

function pruneContents(connection: Connection, limits: RetentionLimits, now: number): void {
  connection.exec(`
    DELETE FROM unused_contents WHERE id IN (SELECT content_id FROM files);
    INSERT OR IGNORE INTO unused_contents (id, since)
      SELECT id, ${now} FROM contents WHERE id NOT IN (SELECT content_id FROM files);
  `);
  const unused = connection
    .query<[id: number, since: number, firstChunkId: number, chunkCount: number, textBytes: number]>(
      `SELECT u.id, u.since, k.first_chunk_id, k.chunk_count, k.text_bytes
       FROM unused_contents u JOIN contents k ON k.id = u.id ORDER BY u.since DESC, u.id DESC`,
    )
    .all();
  let kept = 0;
  let keptBytes = 0;
  for (const [id, since, firstChunkId, chunkCount, textBytes] of unused) {
    const hasRoom = kept < limits.maxContents && keptBytes + textBytes <= limits.maxTextBytes;
    if (hasRoom && now - since <= limits.maxAgeMs) {
      kept++;
      keptBytes += textBytes;
    } else {
      dropContent(connection, id, firstChunkId, chunkCount);
    }
  }
}

function dropContent(connection: Connection, id: number, firstChunkId: number, chunkCount: number): void {
  const lists = [
    ["definition_names", "definitions", "$[0]"],
    ["reference_names", "reference_strings", "$"],
    ["import_names", "imports", "$[2]"],
    ["import_sources", "imports", "$[1]"],
  ] as const;
  for (const [table, column, path] of lists) {
    const names = `SELECT json_extract(value, '${path}') FROM facts, json_each(${column}) WHERE content_id = ?1`;
    connection.query(`DELETE FROM ${table} WHERE content_id = ?1 AND name IN (${names})`).run([id]);
  }
  const lastChunkId = firstChunkId + chunkCount - 1;
  connection.query("DELETE FROM chunk_texts WHERE id BETWEEN ? AND ?").run([firstChunkId, lastChunkId]);
  connection.query("DELETE FROM chunks WHERE id BETWEEN ? AND ?").run([firstChunkId, lastChunkId]);
  connection.query("DELETE FROM facts WHERE content_id = ?").run([id]);
  connection.query("DELETE FROM contents WHERE id = ?").run([id]);
  connection.query("DELETE FROM unused_contents WHERE id = ?").run([id]);
}

function pruneVectors(connection: Connection, limits: RetentionLimits, now: number): void {
  const used = "SELECT vector_id FROM passages WHERE vector_id IS NOT NULL";
  connection.exec(`
    DELETE FROM unused_vectors WHERE id IN (${used});
    INSERT OR IGNORE INTO unused_vectors (id, since)
      SELECT id, ${now} FROM vectors WHERE key IS NOT NULL AND id NOT IN (${used});
    DELETE FROM vectors WHERE id IN (SELECT id FROM unused_vectors WHERE since < ${now - limits.maxAgeMs});
    DELETE FROM vectors WHERE id IN (
      SELECT id FROM unused_vectors ORDER BY since DESC, id DESC LIMIT -1 OFFSET ${limits.maxVectors});
    DELETE FROM unused_vectors WHERE id NOT IN (SELECT id FROM vectors);
  `);
}

function pruneRemovals(connection: Connection, maxRemovals: number): void {
  const oldest = connection
    .query<[generation: number]>("SELECT generation FROM removed_files ORDER BY generation DESC LIMIT 1 OFFSET ?")
    .get(maxRemovals);
  if (oldest === undefined) return;
  const [generation] = oldest;
  connection.query("DELETE FROM removed_files WHERE generation <= ?").run([generation]);
  writeMeta(connection, "prunedGeneration", Math.max(generation, readMeta(connection, "prunedGeneration")));
}

/** Gives free pages back to the disk where there are many, and empties the log. Outside of any transaction. */
export function giveBackRoom(connection: Connection): void {
  const freePages = Number(connection.pragma("freelist_count"));
  const pages = Number(connection.pragma("page_count"));
  if (freePages > pages * worthwhileFreeShare) connection.exec("PRAGMA incremental_vacuum");
  connection.pragma("wal_checkpoint(TRUNCATE)");
}
