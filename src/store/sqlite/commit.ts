import type { LanguageId } from "../../parse/types.ts";
import type { FileStamp } from "../../scan/types.ts";
import type { ContentRecord, FileChange } from "../types.ts";
import { encodeTerms } from "./blobs.ts";
import type { Connection } from "./connection.ts";
import type { NextIds } from "./meta.ts";
import { MultiRowInsert } from "./multi-row-insert.ts";
import { chunksFrom } from "./passage-queries.ts";
import type { VectorStore } from "./vector-store.ts";

interface StoredContent {
  readonly id: number;
  readonly language: LanguageId;
  readonly firstChunkId: number;
  readonly chunkCount: number;
  readonly definitionCount: number;
}

type IndexedFile = [id: number, firstPassageId: number, chunkCount: number];

type NameTable = "definition_names" | "reference_names" | "import_names" | "import_sources";

/** Applies file changes within one transaction. Made for one commit, then thrown away. */
export class Commit {
  readonly #connection: Connection;
  readonly #vectors: VectorStore;
  readonly #ids: NextIds;
  readonly #generation: number;
  readonly #contents = new Map<string, StoredContent>();
  readonly #written = new Set<string>();
  readonly #chunks: MultiRowInsert;
  readonly #texts: MultiRowInsert;
  readonly #passages: MultiRowInsert;

  /** @param ids advanced as ids are handed out; the caller stores them */
  constructor(connection: Connection, vectors: VectorStore, ids: NextIds, generation: number) {
    this.#connection = connection;
    this.#vectors = vectors;
    this.#ids = ids;
    this.#generation = generation;
    this.#chunks = new MultiRowInsert(
      connection,
      "chunks (id, start_line, end_line, kind, symbol, scope, signature, terms)",
    );
    this.#texts = new MultiRowInsert(connection, "chunk_texts (id, text)");
    this.#passages = new MultiRowInsert(connection, "passages (id, file_id, chunk_id, vector_id)");
  }

  apply(change: FileChange): void {
    // What an earlier change of the same path left to insert must be there before it can be replaced.
    if (this.#written.has(change.path)) this.flush();
    this.#written.add(change.path);
    switch (change.kind) {
      case "put":
        this.#put(change);
        break;
      case "restamp":
        this.#restamp(change.path, change.stamp);
        break;
      case "remove":
        this.#remove(change.path);
        break;
    }
  }

  /** Inserts what was gathered. */
  flush(): void {
    this.#chunks.flush();
    this.#texts.flush();
    this.#vectors.flush();
    this.#passages.flush();
  }

  #put({ path, stamp, content, hash, vectors }: FileChange & { readonly kind: "put" }): void {
    const stored = this.#storedContent(hash) ?? (content === null ? null : this.#insertContent(content));
    if (stored === null) throw new Error(`the content ${hash} of ${path} is not stored`);
    if (vectors !== null && vectors.length !== stored.chunkCount) {
      throw new Error(`${path} has ${stored.chunkCount} chunks but came with ${vectors.length} vectors`);
    }
    const known = this.#file(path);
    if (known !== undefined) this.#dropPassages(known);
    const fileId = known?.[0] ?? this.#ids.file++;
    const firstPassageId = this.#takeIds("passage", stored.chunkCount);
    const firstDefinitionId = stored.definitionCount === 0 ? null : this.#takeIds("definition", stored.definitionCount);
    this.#connection
      .query(
        `INSERT INTO files (id, path, content_id, size_bytes, mtime_ms, ctime_ms, inode, generation,
           first_passage_id, first_definition_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (path) DO UPDATE SET content_id = excluded.content_id, size_bytes = excluded.size_bytes,
           mtime_ms = excluded.mtime_ms, ctime_ms = excluded.ctime_ms, inode = excluded.inode,
           generation = excluded.generation, first_passage_id = excluded.first_passage_id,
           first_definition_id = excluded.first_definition_id`,
      )
      .run([
        fileId,
        path,
        stored.id,
        stamp.sizeBytes,
        stamp.mtimeMs,
        stamp.ctimeMs,
        stamp.inode,
        this.#generation,
        firstPassageId,
        firstDefinitionId,
      ]);
    const kept = vectors === null ? this.#keptVectors(stored, content) : null;
    for (let index = 0; index < stored.chunkCount; index++) {
      const vector = vectors?.[index];
      const vectorId = vector === undefined ? (kept?.[index] ?? null) : this.#vectors.add(vector, this.#ids);
      this.#passages.add(firstPassageId + index, fileId, stored.firstChunkId + index, vectorId);
    }
  }

  /** Vectors that the embedding server made before for chunks of the same text. */
  #keptVectors(stored: StoredContent, content: ContentRecord | null): readonly (number | null)[] | null {
    if (!this.#vectors.keepsByText) return null;
    const chunks = content?.chunks ?? chunksFrom(this.#connection, stored.firstChunkId, stored.chunkCount);
    return chunks.map((chunk) => this.#vectors.keptFor(stored.language, chunk));
  }

  #storedContent(hash: string): StoredContent | null {
    const known = this.#contents.get(hash);
    if (known !== undefined) return known;
    const row = this.#connection
      .query<[id: number, language: LanguageId, firstChunkId: number, chunkCount: number, definitionCount: number]>(
        "SELECT id, language, first_chunk_id, chunk_count, definition_count FROM contents WHERE hash = ?",
      )
      .get(hash);
    if (row === undefined) return null;
    const [id, language, firstChunkId, chunkCount, definitionCount] = row;
    const content = { id, language, firstChunkId, chunkCount, definitionCount };
    this.#contents.set(hash, content);
    return content;
  }

  #insertContent(content: ContentRecord): StoredContent {
    const { hash, lineCount, chunks, facts } = content;
    const { language, status, definitionCount, references, names } = facts;
    const id = this.#ids.content++;
    const firstChunkId = this.#takeIds("chunk", chunks.length);
    let textBytes = 0;
    for (const [index, chunk] of chunks.entries()) {
      const text = Buffer.from(chunk.text, "utf8");
      textBytes += text.length;
      const { startLine, endLine, kind, symbol, scope, signature, terms } = chunk;
      const chunkId = firstChunkId + index;
      this.#chunks.add(chunkId, startLine, endLine, kind, symbol, scope, signature, encodeTerms(terms));
      this.#texts.add(chunkId, text);
    }
    this.#connection
      .query(
        `INSERT INTO contents (id, hash, language, status, line_count, first_chunk_id, chunk_count, definition_count,
           reference_count, text_bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run([
        id,
        hash,
        language,
        status,
        lineCount,
        firstChunkId,
        chunks.length,
        definitionCount,
        facts.referenceCount,
        textBytes,
      ]);
    this.#connection
      .query(
        `INSERT INTO facts (content_id, definitions, reference_strings, reference_rows, imports)
         VALUES (?, ?, ?, ?, ?)`,
      )
      .run([id, facts.definitions, references.strings, references.rows, facts.imports]);
    this.#listNames("definition_names", id, names.defined);
    this.#listNames("reference_names", id, names.referred);
    this.#listNames("import_names", id, names.imported);
    this.#listNames("import_sources", id, names.sources);
    const stored = { id, language, firstChunkId, chunkCount: chunks.length, definitionCount };
    this.#contents.set(hash, stored);
    return stored;
  }

  /** @param names JSON list */
  #listNames(table: NameTable, contentId: number, names: string): void {
    this.#connection
      .query(`INSERT INTO ${table} (name, content_id) SELECT value, ?1 FROM json_each(?2)`)
      .run([contentId, names]);
  }

  #restamp(path: string, stamp: FileStamp): void {
    this.#connection
      .query("UPDATE files SET size_bytes = ?, mtime_ms = ?, ctime_ms = ?, inode = ? WHERE path = ?")
      .run([stamp.sizeBytes, stamp.mtimeMs, stamp.ctimeMs, stamp.inode, path]);
  }

  #remove(path: string): void {
    const file = this.#file(path);
    if (file === undefined) return;
    this.#dropPassages(file);
    this.#connection.query("DELETE FROM files WHERE id = ?").run([file[0]]);
    this.#connection
      .query("INSERT INTO removed_files (generation, file_id) VALUES (?, ?)")
      .run([this.#generation, file[0]]);
  }

  #file(path: string): IndexedFile | undefined {
    return this.#connection
      .query<IndexedFile>(
        `SELECT f.id, f.first_passage_id, k.chunk_count
         FROM files f JOIN contents k ON k.id = f.content_id WHERE f.path = ?`,
      )
      .get(path);
  }

  #dropPassages([, first, count]: IndexedFile): void {
    this.#vectors.dropOwned(first, first + count - 1);
    this.#connection.query("DELETE FROM passages WHERE id BETWEEN ? AND ?").run([first, first + count - 1]);
  }

  #takeIds(kind: "chunk" | "passage" | "definition", count: number): number {
    const first = this.#ids[kind];
    this.#ids[kind] += count;
    return first;
  }
}
