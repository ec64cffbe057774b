import type { Chunk } from "../../chunk/types.ts";
import type { EmbedderId } from "../../embed/types.ts";
import type { LanguageId } from "../../parse/types.ts";
import type { VectorResult } from "../types.ts";
import { encodeShortVector, encodeVector, vectorKey } from "./blobs.ts";
import type { Connection } from "./connection.ts";
import { type DeclaredEmbedder, type NextIds, readMeta, writeMeta } from "./meta.ts";
import { MultiRowInsert } from "./multi-row-insert.ts";
import { type ChunkColumns, chunkColumns, chunkOf } from "./passage-queries.ts";

/** Its vectors depend on the path and are cheap, so that they belong to their passage and are not kept for others. */
const localProvider = "static";

/** The vectors of one vector space, within one transaction. */
export class VectorStore {
  /** Vectors are kept by the text that they stand for. */
  readonly keepsByText: boolean;
  readonly #connection: Connection;
  readonly #embedder: DeclaredEmbedder | null;
  readonly #owned: MultiRowInsert;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#embedder = readMeta(connection, "embedder");
    this.keepsByText = this.#embedder !== null && this.#embedder.provider !== localProvider;
    this.#owned = new MultiRowInsert(connection, "vectors (id, embedder_id, vector)");
  }

  /** Stores a vector that belongs to one passage; returns its id. */
  add(vector: Float32Array, ids: NextIds): number {
    const embedder = this.#declared();
    const flaw = flawOf(vector, embedder);
    if (flaw !== null) throw new Error(`a vector cannot be stored: ${flaw}`);
    const id = ids.vector++;
    this.#owned.add(id, embedder.rowId, encodeShortVector(vector));
    return id;
  }

  /** Inserts what was gathered. */
  flush(): void {
    this.#owned.flush();
  }

  /** Drops the vectors that belong to these passages alone. */
  dropOwned(firstPassageId: number, lastPassageId: number): void {
    this.#connection
      .query(
        `DELETE FROM vectors WHERE key IS NULL
         AND id IN (SELECT vector_id FROM passages WHERE id BETWEEN ? AND ?)`,
      )
      .run([firstPassageId, lastPassageId]);
  }

  /** Id of the vector kept for a chunk of this text, or null. */
  keptFor(language: LanguageId, chunk: Chunk): number | null {
    if (this.#embedder === null) return null;
    const row = this.#connection
      .query<[number]>("SELECT id FROM vectors WHERE embedder_id = ? AND key = ?")
      .get(this.#embedder.rowId, vectorKey(language, chunk));
    return row?.[0] ?? null;
  }

  /**
   * Gives passages their vectors or the reason why they have none; ids that are gone are passed over. With vectors
   * kept by text, all pending passages of the same chunk share the outcome. Marks the files as changed.
   */
  assign(results: readonly VectorResult[], ids: NextIds, generation: number): void {
    const find = this.#connection.query<[fileId: number, chunkId: number, language: LanguageId, ...ChunkColumns]>(
      `SELECT p.file_id, p.chunk_id, k.language, ${chunkColumns}
       FROM passages p JOIN files f ON f.id = p.file_id JOIN contents k ON k.id = f.content_id
       JOIN chunks c ON c.id = p.chunk_id JOIN chunk_texts t ON t.id = p.chunk_id WHERE p.id = ?`,
    );
    const sharers = this.#connection.query<[passageId: number, fileId: number]>(
      "SELECT id, file_id FROM passages WHERE chunk_id = ? AND vector_id IS NULL AND failure IS NULL",
    );
    const update = this.#connection.query("UPDATE passages SET vector_id = ?, failure = ? WHERE id = ?");
    const changedFiles = new Set<number>();
    for (const result of results) {
      const row = find.get(result.passageId);
      if (row === undefined) continue;
      const [fileId, chunkId, language, ...columns] = row;
      const failure = "failure" in result ? result.failure : flawOf(result.vector, this.#embedder);
      let vectorId: number | null = null;
      if (!this.keepsByText) this.dropOwned(result.passageId, result.passageId);
      if ("vector" in result && failure === null) {
        vectorId = this.keepsByText
          ? this.keep(result.vector, vectorKey(language, chunkOf(columns)), ids)
          : this.add(result.vector, ids);
      }
      const targets = new Map([[result.passageId, fileId], ...(this.keepsByText ? sharers.all(chunkId) : [])]);
      for (const [passageId, targetFileId] of targets) {
        update.run([vectorId, failure, passageId]);
        changedFiles.add(targetFileId);
      }
    }
    this.flush();
    const touch = this.#connection.query("UPDATE files SET generation = ? WHERE id = ?");
    for (const fileId of changedFiles) touch.run([generation, fileId]);
  }

  /** Gives a kept vector to all pending passages of a chunk and marks their files as changed. */
  takeOver(chunkId: number, vectorId: number | null, generation: number): void {
    const pending = "chunk_id = ? AND vector_id IS NULL AND failure IS NULL";
    this.#connection
      .query(`UPDATE files SET generation = ? WHERE id IN (SELECT file_id FROM passages WHERE ${pending})`)
      .run([generation, chunkId]);
    this.#connection.query(`UPDATE passages SET vector_id = ? WHERE ${pending}`).run([vectorId, chunkId]);
  }

  /** Keeps a vector for all chunks of the same text; returns its id. */
  keep(vector: Float32Array, key: Uint8Array, ids: NextIds): number {
    const embedder = this.#declared();
    const known = this.#connection
      .query<[number]>("SELECT id FROM vectors WHERE embedder_id = ? AND key = ?")
      .get(embedder.rowId, key);
    if (known !== undefined) return known[0];
    const id = ids.vector++;
    this.#connection
      .query("INSERT INTO vectors (id, embedder_id, key, vector) VALUES (?, ?, ?, ?)")
      .run([id, embedder.rowId, key, encodeVector(vector)]);
    return id;
  }

  #declared(): DeclaredEmbedder {
    if (this.#embedder === null) throw new Error("vectors came before their embedder was declared");
    return this.#embedder;
  }
}

/** Why a vector does not belong into the space, or null when it does. */
function flawOf(vector: Float32Array, embedder: EmbedderId | null): string | null {
  if (embedder === null) return "no embedder is declared";
  if (vector.length !== embedder.dimensions) {
    return `it has ${vector.length} dimensions instead of ${embedder.dimensions}`;
  }
  let sum = 0;
  for (const value of vector) sum += value * 0;
  return sum === 0 ? null : "it holds a number that is not finite";
}

/** Makes another vector space the current one: all passages lose their vectors, then take over what is kept of it. */
export function changeEmbedder(connection: Connection, { provider, model, dimensions }: EmbedderId): void {
  connection.exec("DELETE FROM vectors WHERE key IS NULL");
  connection.exec("UPDATE passages SET vector_id = NULL, failure = NULL");
  connection
    .query("INSERT OR IGNORE INTO embedders (provider, model, dimensions) VALUES (?, ?, ?)")
    .run([provider, model, dimensions]);
  const row = connection
    .query<[number]>("SELECT id FROM embedders WHERE provider = ? AND model = ? AND dimensions = ?")
    .get(provider, model, dimensions);
  if (row === undefined) throw new Error("the embedder was not stored");
  const [rowId] = row;
  writeMeta(connection, "embedder", { provider, model, dimensions, rowId });
  const vectors = new VectorStore(connection);
  if (vectors.keepsByText) takeOverKept(connection, vectors, rowId);
}

/** Chunks looked at in one go, so that not all text is in memory. */
const chunksAtOnce = 1_000;

function takeOverKept(connection: Connection, vectors: VectorStore, embedderRowId: number): void {
  const hasKept = connection.query("SELECT 1 FROM vectors WHERE embedder_id = ? LIMIT 1").get(embedderRowId);
  if (hasKept === undefined) return;
  const batch = connection.query<[chunkId: number, language: LanguageId, ...ChunkColumns]>(
    `SELECT p.chunk_id, k.language, ${chunkColumns}
     FROM passages p JOIN files f ON f.id = p.file_id JOIN contents k ON k.id = f.content_id
     JOIN chunks c ON c.id = p.chunk_id JOIN chunk_texts t ON t.id = p.chunk_id
     WHERE p.chunk_id > ? AND p.vector_id IS NULL AND p.failure IS NULL
     GROUP BY p.chunk_id ORDER BY p.chunk_id LIMIT ${chunksAtOnce}`,
  );
  const assign = connection.query(
    "UPDATE passages SET vector_id = ? WHERE chunk_id = ? AND vector_id IS NULL AND failure IS NULL",
  );
  let last = 0;
  for (;;) {
    const rows = batch.all(last);
    for (const [chunkId, language, ...columns] of rows) {
      last = chunkId;
      const vectorId = vectors.keptFor(language, chunkOf(columns));
      if (vectorId !== null) assign.run([vectorId, chunkId]);
    }
    if (rows.length < chunksAtOnce) return;
  }
}
