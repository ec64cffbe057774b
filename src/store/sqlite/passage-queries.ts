import type { Chunk, ChunkKind } from "../../chunk/types.ts";
import type { LanguageId } from "../../parse/types.ts";
import type { PassageEntry, PassageOutline, PassagePlace, StoredPassage } from "../types.ts";
import { decodeShortVector, decodeTerms, decodeVector } from "./blobs.ts";
import type { Connection } from "./connection.ts";

/** Columns of {@link ChunkColumns}, of `chunks c` joined with `chunk_texts t`. */
export const chunkColumns = "c.start_line, c.end_line, c.kind, c.symbol, c.scope, c.signature, t.text";
export type ChunkColumns = [
  startLine: number,
  endLine: number,
  kind: ChunkKind,
  symbol: string | null,
  scope: string,
  signature: string | null,
  text: Buffer,
];

export function chunkOf([startLine, endLine, kind, symbol, scope, signature, text]: ChunkColumns): Chunk {
  return { startLine, endLine, text: text.toString("utf8"), kind, symbol, scope, signature };
}

/** A content's chunks, whose ids are consecutive. */
export function chunksFrom(connection: Connection, firstId: number, count: number): readonly Chunk[] {
  return connection
    .query<ChunkColumns>(
      `SELECT ${chunkColumns} FROM chunks c JOIN chunk_texts t ON t.id = c.id
       WHERE c.id BETWEEN ? AND ? ORDER BY c.id`,
    )
    .all(firstId, firstId + count - 1)
    .map(chunkOf);
}

type EntryRow = [
  id: number,
  fileId: number,
  startLine: number,
  endLine: number,
  kind: string,
  terms: Buffer,
  vector: Buffer | null,
  isShort: 0 | 1,
];

/** Passages read at a time while all are loaded. */
const batchSize = 2_000;

/** Chunks and passages of one committed state. */
export class PassageQueries {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** In file and chunk order: ids of a file's passages are consecutive. */
  *entries(fileIds: readonly number[] | "all"): IterableIterator<PassageEntry> {
    yield* fileIds === "all" ? this.#allEntries() : this.#entriesOf(fileIds);
  }

  *#allEntries(): IterableIterator<PassageEntry> {
    const rows = this.#connection
      .query<[number, string, LanguageId]>(
        "SELECT f.id, f.path, k.language FROM files f JOIN contents k ON k.id = f.content_id",
      )
      .all();
    const files = new Map(rows.map(([id, path, language]): [number, EntryFile] => [id, { path, language }]));
    const batch = this.#connection.query<EntryRow>(
      `SELECT p.id, p.file_id, c.start_line, c.end_line, c.kind, c.terms, v.vector, v.key IS NULL
       FROM passages p JOIN chunks c ON c.id = p.chunk_id LEFT JOIN vectors v ON v.id = p.vector_id
       WHERE p.id > ? ORDER BY p.id LIMIT ${batchSize}`,
    );
    let last = 0;
    for (;;) {
      const rows = batch.all(last);
      for (const row of rows) {
        last = row[0];
        const file = files.get(row[1]);
        if (file !== undefined) yield entryOf(row, file);
      }
      if (rows.length < batchSize) return;
    }
  }

  *#entriesOf(fileIds: readonly number[]): IterableIterator<PassageEntry> {
    const range = this.#connection.query<[path: string, language: LanguageId, first: number, count: number]>(
      `SELECT f.path, k.language, f.first_passage_id, k.chunk_count
       FROM files f JOIN contents k ON k.id = f.content_id WHERE f.id = ?`,
    );
    const entries = this.#connection.query<EntryRow>(
      `SELECT p.id, p.file_id, c.start_line, c.end_line, c.kind, c.terms, v.vector, v.key IS NULL
       FROM passages p JOIN chunks c ON c.id = p.chunk_id LEFT JOIN vectors v ON v.id = p.vector_id
       WHERE p.id BETWEEN ? AND ? ORDER BY p.id`,
    );
    for (const fileId of fileIds) {
      const file = range.get(fileId);
      if (file === undefined) continue;
      const [path, language, first, count] = file;
      for (const row of entries.all(first, first + count - 1)) yield entryOf(row, { path, language });
    }
  }

  places(fileId: number): readonly PassagePlace[] {
    return this.#connection
      .query<[id: number, startLine: number, endLine: number, kind: ChunkKind]>(
        `SELECT p.id, c.start_line, c.end_line, c.kind
         FROM files f JOIN contents k ON k.id = f.content_id
         JOIN passages p ON p.id BETWEEN f.first_passage_id AND f.first_passage_id + k.chunk_count - 1
         JOIN chunks c ON c.id = p.chunk_id WHERE f.id = ? ORDER BY p.id`,
      )
      .all(fileId)
      .map(([id, startLine, endLine, kind]) => ({ id, startLine, endLine, kind }));
  }

  passages(ids: readonly number[]): readonly StoredPassage[] {
    const found = new Map<number, StoredPassage>();
    // One statement for all: a call into the database costs more than the row it fetches.
    const rows = this.#connection
      .query<[number, number, string, LanguageId, ...ChunkColumns]>(
        `SELECT p.id, p.file_id, f.path, k.language, ${chunkColumns}
         FROM json_each(?) AS asked JOIN passages p ON p.id = asked.value
         JOIN files f ON f.id = p.file_id JOIN contents k ON k.id = f.content_id
         JOIN chunks c ON c.id = p.chunk_id JOIN chunk_texts t ON t.id = p.chunk_id`,
      )
      .all(JSON.stringify(ids));
    for (const [id, fileId, path, language, ...columns] of rows) {
      found.set(id, { id, fileId, path, language, chunk: chunkOf(columns) });
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  outlines(ids: readonly number[]): readonly PassageOutline[] {
    return this.#connection
      .query<[number, number, string, number, string | null, string]>(
        `SELECT p.id, p.file_id, f.path, c.start_line, c.symbol, c.scope
         FROM json_each(?) AS asked JOIN passages p ON p.id = asked.value
         JOIN files f ON f.id = p.file_id JOIN chunks c ON c.id = p.chunk_id`,
      )
      .all(JSON.stringify(ids))
      .map(([id, fileId, path, startLine, symbol, scope]) => ({ id, fileId, path, startLine, symbol, scope }));
  }

  vectors(ids: readonly number[]): ReadonlyMap<number, Float32Array> {
    const rows = this.#connection
      .query<[number, Buffer, 0 | 1]>(
        `SELECT p.id, v.vector, v.key IS NULL FROM json_each(?) AS asked
         JOIN passages p ON p.id = asked.value JOIN vectors v ON v.id = p.vector_id`,
      )
      .all(JSON.stringify(ids));
    return new Map(rows.map(([id, vector, isShort]) => [id, vectorOf(vector, isShort)]));
  }

  hasContent(hash: string): boolean {
    return this.#connection.query("SELECT 1 FROM contents WHERE hash = ?").get(hash) !== undefined;
  }

  chunksOfContent(hash: string): readonly Chunk[] {
    const range = this.#connection
      .query<[first: number, count: number]>("SELECT first_chunk_id, chunk_count FROM contents WHERE hash = ?")
      .get(hash);
    return range === undefined ? [] : chunksFrom(this.#connection, ...range);
  }

  lineText(fileId: number, line: number): string | null {
    const row = this.#connection
      .query<[startLine: number, text: Buffer]>(
        `SELECT c.start_line, t.text
         FROM files f JOIN contents k ON k.id = f.content_id
         JOIN chunks c ON c.id BETWEEN k.first_chunk_id AND k.first_chunk_id + k.chunk_count - 1
         JOIN chunk_texts t ON t.id = c.id
         WHERE f.id = ? AND ? BETWEEN c.start_line AND c.end_line ORDER BY c.id LIMIT 1`,
      )
      .get(fileId, line);
    if (row === undefined) return null;
    const [startLine, text] = row;
    return text.toString("utf8").split("\n")[line - startLine] ?? null;
  }
}

interface EntryFile {
  readonly path: string;
  readonly language: LanguageId;
}

function entryOf(
  [id, fileId, startLine, endLine, kind, terms, vector, isShort]: EntryRow,
  { path, language }: EntryFile,
): PassageEntry {
  return {
    id,
    fileId,
    path,
    language,
    startLine,
    endLine,
    kind,
    terms: decodeTerms(terms),
    vector: vector === null ? null : vectorOf(vector, isShort),
  };
}

/** A passage's own vector is in the short form, one kept for others is not. */
function vectorOf(blob: Buffer, isShort: 0 | 1): Float32Array {
  return isShort === 1 ? decodeShortVector(blob) : decodeVector(blob);
}
