import type { EmbedderId } from "../../embed/types.ts";
import type { LanguageId, ParseStatus } from "../../parse/types.ts";
import type { SkippedPath, SkipReason } from "../../scan/types.ts";
import type { ChangesSince, FileState, IndexCounts, StoredFile } from "../types.ts";
import type { Connection } from "./connection.ts";
import { readMeta } from "./meta.ts";

/** Columns of {@link FileRow}, of `files f` joined with `contents k`. */
export const fileColumns = "f.id, f.path, k.language, k.status";
export type FileRow = [id: number, path: string, language: LanguageId, status: ParseStatus];

export function storedFile([id, path, language, status]: FileRow): StoredFile {
  return { id, path, language, status };
}

const fromFiles = "FROM files f JOIN contents k ON k.id = f.content_id";

/** Files, what was left out, and the figures of one committed state. */
export class FileQueries {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  embedderId(): EmbedderId | null {
    const embedder = readMeta(this.#connection, "embedder");
    if (embedder === null) return null;
    const { provider, model, dimensions } = embedder;
    return { provider, model, dimensions };
  }

  changesSince(generation: number): ChangesSince {
    const current = readMeta(this.#connection, "generation");
    if (generation > current || generation < readMeta(this.#connection, "prunedGeneration")) return { kind: "reload" };
    const changed = this.#connection.query<[number]>("SELECT id FROM files WHERE generation > ? ORDER BY id");
    const removed = this.#connection.query<[number]>("SELECT file_id FROM removed_files WHERE generation > ?");
    return {
      kind: "delta",
      changedFileIds: changed.all(generation).map(([id]) => id),
      removedFileIds: removed.all(generation).map(([id]) => id),
    };
  }

  file(path: string): StoredFile | null {
    const row = this.#connection.query<FileRow>(`SELECT ${fileColumns} ${fromFiles} WHERE f.path = ?`).get(path);
    return row === undefined ? null : storedFile(row);
  }

  fileById(id: number): StoredFile | null {
    const row = this.#connection.query<FileRow>(`SELECT ${fileColumns} ${fromFiles} WHERE f.id = ?`).get(id);
    return row === undefined ? null : storedFile(row);
  }

  files(): readonly StoredFile[] {
    return this.#connection.query<FileRow>(`SELECT ${fileColumns} ${fromFiles} ORDER BY f.path`).all().map(storedFile);
  }

  states(): ReadonlyMap<string, FileState> {
    const rows = this.#connection
      .query<[path: string, hash: string, sizeBytes: number, mtimeMs: number, ctimeMs: number, inode: number]>(
        `SELECT f.path, k.hash, f.size_bytes, f.mtime_ms, f.ctime_ms, f.inode ${fromFiles}`,
      )
      .all();
    return new Map(
      rows.map(([path, hash, sizeBytes, mtimeMs, ctimeMs, inode]) => [
        path,
        { path, hash, sizeBytes, mtimeMs, ctimeMs, inode },
      ]),
    );
  }

  skipped(limit: number): readonly SkippedPath[] {
    return this.#connection
      .query<[path: string, reason: SkipReason, detail: string | null]>(
        "SELECT path, reason, detail FROM skipped ORDER BY path LIMIT ?",
      )
      .all(limit)
      .map(([path, reason, detail]) => ({ path, reason, detail }));
  }

  partialFiles(limit: number): readonly string[] {
    return this.#connection
      .query<[string]>(`SELECT f.path ${fromFiles} WHERE k.status IN ('partial', 'failed') ORDER BY f.path LIMIT ?`)
      .all(limit)
      .map(([path]) => path);
  }

  failedPassages(limit: number): readonly { path: string; startLine: number; reason: string }[] {
    return this.#connection
      .query<[path: string, startLine: number, reason: string]>(
        `SELECT f.path, c.start_line, p.failure
         FROM passages p JOIN files f ON f.id = p.file_id JOIN chunks c ON c.id = p.chunk_id
         WHERE p.failure IS NOT NULL ORDER BY f.path, c.start_line LIMIT ?`,
      )
      .all(limit)
      .map(([path, startLine, reason]) => ({ path, startLine, reason }));
  }

  counts(): IndexCounts {
    const groups = this.#connection
      .query<[LanguageId, ParseStatus, files: number, chunks: number, symbols: number, references: number]>(
        `SELECT k.language, k.status, count(*), sum(k.chunk_count), sum(k.definition_count), sum(k.reference_count)
         ${fromFiles} GROUP BY k.language, k.status ORDER BY k.language`,
      )
      .all();
    const totals = { files: 0, chunks: 0, symbols: 0, references: 0 };
    const filesByLanguage: Record<string, number> = {};
    const filesByStatus: Record<ParseStatus, number> = { parsed: 0, partial: 0, text: 0, failed: 0 };
    for (const [language, status, files, chunks, symbols, references] of groups) {
      totals.files += files;
      totals.chunks += chunks;
      totals.symbols += symbols;
      totals.references += references;
      filesByLanguage[language] = (filesByLanguage[language] ?? 0) + files;
      filesByStatus[status] += files;
    }
    const [pendingPassages, pendingFiles] = this.#connection
      .query<[number, number]>(
        "SELECT count(*), count(DISTINCT file_id) FROM passages WHERE vector_id IS NULL AND failure IS NULL",
      )
      .get() ?? [0, 0];
    const [failedPassages] = this.#connection
      .query<[number]>("SELECT count(*) FROM passages WHERE failure IS NOT NULL")
      .get() ?? [0];
    const skipped = this.#connection
      .query<[SkipReason, number]>("SELECT reason, count(*) FROM skipped GROUP BY reason ORDER BY reason")
      .all();
    const lastUpdated = readMeta(this.#connection, "lastUpdated");
    return {
      ...totals,
      filesByLanguage,
      filesByStatus,
      pendingPassages,
      pendingFiles,
      failedPassages,
      skippedByReason: Object.fromEntries(skipped),
      lastUpdated: lastUpdated === null ? null : new Date(lastUpdated),
    };
  }
}
