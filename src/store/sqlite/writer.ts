import type { Chunk } from "../../chunk/types.ts";
import type { EmbedderId } from "../../embed/types.ts";
import { GrepaiError } from "../../errors.ts";
import type { LanguageId } from "../../parse/types.ts";
import type { SkippedPath } from "../../scan/types.ts";
import type {
  FileChange,
  FileState,
  PassProgress,
  PendingPassage,
  ReadView,
  StoreWriter,
  VectorResult,
} from "../types.ts";
import { vectorKey } from "./blobs.ts";
import { Commit } from "./commit.ts";
import { defaultRetention, giveBackRoom, prune, type RetentionLimits } from "./compact.ts";
import type { Connection } from "./connection.ts";
import { fileIdentity } from "./database-file.ts";
import { type NextIds, readMeta, writeMeta } from "./meta.ts";
import { openForWriting, prepareDatabase, replaceDamaged } from "./open-database.ts";
import { type ChunkColumns, chunkColumns, chunkOf } from "./passage-queries.ts";
import { type Queries, queriesOf, readView } from "./read-view.ts";
import { replaceSkipped } from "./skipped.ts";
import { VectorDonors } from "./vector-donors.ts";
import { changeEmbedder, VectorStore } from "./vector-store.ts";

export interface WriterOptions {
  /** Receives what people should know, such as that a damaged index was moved aside. */
  readonly log: (message: string) => void;
  /** How long to wait for another writer before INDEX_BUSY; the default is 5,000. */
  readonly busyTimeoutMs?: number;
  readonly retention?: RetentionLimits;
  /**
   * Other index files, sound or not, whose kept vectors are taken over where they verify; asked for when passages are
   * pending.
   */
  readonly vectorDonors?: () => readonly string[];
}

/** The one writer of an index. */
export class SqliteWriter implements StoreWriter {
  readonly #path: string;
  readonly #log: (message: string) => void;
  readonly #busyTimeoutMs: number;
  readonly #retention: RetentionLimits;
  readonly #donorPaths: () => readonly string[];
  #donors: VectorDonors | null = null;
  #donated = 0;
  /**
   * Connections to files that were moved aside. They must outlive this writer's use: SQLite removes the log by its
   * path when the last connection of a file goes, and that path is the new file's.
   */
  readonly #retired: Connection[] = [];
  #open: OpenIndex;
  #view: ReadView | null = null;
  #isOpen = true;

  /** @throws GrepaiError INDEX_TOO_NEW, INDEX_BUSY, PERMISSION_DENIED, DISK_FULL */
  constructor(
    path: string,
    { log, busyTimeoutMs = 5_000, retention = defaultRetention, vectorDonors = () => [] }: WriterOptions,
  ) {
    this.#path = path;
    this.#log = log;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#retention = retention;
    this.#donorPaths = vectorDonors;
    prepareDatabase(path, log);
    this.#open = openIndex(path, busyTimeoutMs);
  }

  read<T>(body: (view: ReadView) => T): T {
    // A read within a read sees the same state.
    if (this.#view !== null) return body(this.#view);
    return this.#startingAnewOnDamage(() =>
      this.#connection.transaction("deferred", () => {
        this.#view = readView(this.#open.queries, () => true);
        try {
          return body(this.#view);
        } finally {
          this.#view = null;
        }
      }),
    );
  }

  fileStates(): ReadonlyMap<string, FileState> {
    return this.#startingAnewOnDamage(() => this.#open.queries.files.states());
  }

  commit(changes: readonly FileChange[], progress?: PassProgress): number {
    return this.#nextGeneration((generation, ids) => {
      const commit = new Commit(this.#connection, new VectorStore(this.#connection), ids, generation);
      for (const change of changes) commit.apply(change);
      commit.flush();
      if (progress !== undefined) writeMeta(this.#connection, "progress", progress);
    });
  }

  setSkipped(skipped: readonly SkippedPath[], scope: "all" | readonly string[]): void {
    this.#write(() => replaceSkipped(this.#connection, skipped, scope));
  }

  setProgress(progress: PassProgress | null): void {
    this.#write(() => writeMeta(this.#connection, "progress", progress));
  }

  analysis(): string | null {
    return this.#startingAnewOnDamage(() => readMeta(this.#connection, "analysis"));
  }

  setAnalysis(fingerprint: string): void {
    this.#write(() => writeMeta(this.#connection, "analysis", fingerprint));
  }

  setEmbedder(id: EmbedderId): void {
    const current = this.read((view) => view.embedderId());
    const isSame =
      current?.provider === id.provider && current.model === id.model && current.dimensions === id.dimensions;
    if (isSame) return;
    this.#nextGeneration((generation) => {
      changeEmbedder(this.#connection, id);
      this.#connection.query("UPDATE files SET generation = ?").run([generation]);
    });
  }

  pendingPassages(limit: number): readonly PendingPassage[] {
    for (;;) {
      const { isShared, rows } = this.#startingAnewOnDamage(() => this.#readPending(limit));
      const known = rows.filter(({ keptVectorId, donated }) => keptVectorId !== null || donated !== null);
      if (known.length > 0) {
        this.#nextGeneration((generation, ids) => {
          const vectors = new VectorStore(this.#connection);
          for (const { chunkId, key, keptVectorId, donated } of known) {
            const vectorId = donated === null ? keptVectorId : vectors.keep(donated, key, ids);
            vectors.takeOver(chunkId, vectorId, generation);
          }
        });
        this.#donated += known.filter(({ donated }) => donated !== null).length;
        continue;
      }
      if (rows.length === 0) this.#dismissDonors();
      if (!isShared) return rows;
      // Once the first of equal ones is embedded, the others take over its vector.
      return [
        ...new Map(rows.map((row) => [Buffer.from(row.key).toString("hex"), row] as const).reverse()).values(),
      ].reverse();
    }
  }

  commitVectors(results: readonly VectorResult[]): number {
    return this.#nextGeneration((generation, ids) => {
      new VectorStore(this.#connection).assign(results, ids, generation);
    });
  }

  compact(): void {
    this.#write(() => prune(this.#connection, this.#retention, Date.now()));
    this.#startingAnewOnDamage(() => giveBackRoom(this.#connection));
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#dismissDonors();
    // The log of a file that was replaced is no longer at its place.
    if (this.#isInPlace()) leaveAtRest(this.#connection);
    this.#connection.close();
  }

  #readPending(limit: number): { readonly isShared: boolean; readonly rows: readonly PendingRow[] } {
    const vectors = new VectorStore(this.#connection);
    // Passages of one chunk share its vector and are asked for once.
    const isShared = vectors.keepsByText;
    const rows = this.#connection
      .query<[passageId: number, chunkId: number, path: string, language: LanguageId, ...ChunkColumns]>(
        `SELECT ${isShared ? "min(p.id)" : "p.id"}, p.chunk_id, f.path, k.language, ${chunkColumns}
         FROM passages p JOIN files f ON f.id = p.file_id JOIN contents k ON k.id = f.content_id
         JOIN chunks c ON c.id = p.chunk_id JOIN chunk_texts t ON t.id = p.chunk_id
         WHERE p.vector_id IS NULL AND p.failure IS NULL
         ${isShared ? "GROUP BY p.chunk_id" : ""} ORDER BY p.chunk_id LIMIT ?`,
      )
      .all(limit);
    return {
      isShared,
      rows: rows.map(([passageId, chunkId, path, language, ...columns]): PendingRow => {
        const chunk: Chunk = chunkOf(columns);
        const key = vectorKey(language, chunk);
        const keptVectorId = isShared ? vectors.keptFor(language, chunk) : null;
        const donated = isShared && keptVectorId === null ? this.#askDonors(key) : null;
        return { passageId, path, language, chunk, chunkId, key, keptVectorId, donated };
      }),
    };
  }

  #askDonors(key: Uint8Array): Float32Array | null {
    const embedder = readMeta(this.#connection, "embedder");
    this.#donors ??= new VectorDonors(this.#donorPaths());
    return embedder === null ? null : this.#donors.find(embedder, key);
  }

  #dismissDonors(): void {
    if (this.#donated > 0) this.#log(`took over the vectors of ${this.#donated} chunks from another index`);
    this.#donated = 0;
    this.#donors?.close();
    this.#donors = null;
  }

  get #connection(): Connection {
    return this.#open.queries.connection;
  }

  /** Runs a change that readers must notice. */
  #nextGeneration(body: (generation: number, ids: NextIds) => void): number {
    return this.#write(() => {
      const generation = readMeta(this.#connection, "generation") + 1;
      const ids: NextIds = { ...readMeta(this.#connection, "nextIds") };
      body(generation, ids);
      writeMeta(this.#connection, "nextIds", ids);
      writeMeta(this.#connection, "generation", generation);
      writeMeta(this.#connection, "lastUpdated", Date.now());
      return generation;
    });
  }

  #write<T>(body: () => T): T {
    if (!this.#isInPlace())
      this.#startAnew("The index was deleted while it was in use", () => prepareDatabase(this.#path, this.#log));
    return this.#startingAnewOnDamage(() => this.#connection.transaction("immediate", body));
  }

  /** Damage that shows only now: the file is moved aside and this writer goes on with an empty index. */
  #startingAnewOnDamage<T>(body: () => T): T {
    try {
      return body();
    } catch (error) {
      if (!(error instanceof GrepaiError) || error.code !== "INDEX_DAMAGED") throw error;
      const reason = "found while working with it";
      return this.#startAnew("The index was damaged", () => replaceDamaged(this.#path, reason, this.#log), error);
    }
  }

  /**
   * Goes on with another file at the same path.
   * @throws GrepaiError INDEX_DAMAGED always: whoever indexes must start its pass again, since all states are gone
   */
  #startAnew(what: string, prepare: () => void, cause?: unknown): never {
    prepare();
    this.#retired.push(this.#connection);
    this.#open = openIndex(this.#path, this.#busyTimeoutMs);
    throw new GrepaiError(
      "INDEX_DAMAGED",
      `${what}; a new one is being built. Run the command again if it does not go on by itself.`,
      { cause },
    );
  }

  /** Whether the path still holds the file that is open. */
  #isInPlace(): boolean {
    return fileIdentity(this.#path) === this.#open.identity;
  }
}

interface PendingRow extends PendingPassage {
  readonly chunkId: number;
  /** Equal for chunks that have the same vector. */
  readonly key: Uint8Array;
  readonly keptVectorId: number | null;
  /** The vector that another index keeps. */
  readonly donated: Float32Array | null;
}

interface OpenIndex {
  readonly queries: Queries;
  readonly identity: string | null;
}

function openIndex(path: string, busyTimeoutMs: number): OpenIndex {
  const queries = queriesOf(openForWriting(path, busyTimeoutMs));
  return { queries, identity: fileIdentity(path) };
}

/** Leaves one file that even a read-only folder can serve. Readers that are there prevent it. */
function leaveAtRest(connection: Connection): void {
  try {
    connection.pragma("wal_checkpoint(TRUNCATE)");
    connection.pragma("busy_timeout = 0");
    connection.pragma("journal_mode = DELETE");
  } catch {
    // The log is as good as the file: all commits are in it.
  }
}
