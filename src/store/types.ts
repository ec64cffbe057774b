import type { Chunk, ChunkKind } from "../chunk/types.ts";
import type { EmbedderId } from "../embed/types.ts";
import type { Definition, ImportBinding, LanguageId, ParseStatus, Reference } from "../parse/types.ts";
import type { FileStamp, SkippedPath } from "../scan/types.ts";
import type { TermBag } from "../text/types.ts";
import type { PackedFacts } from "./packed-facts.ts";

/*
 * What is stored, and how the pipeline writes it and the searches read it. Vocabulary:
 * a *content* is what a file's bytes mean, kept once by hash however many paths hold it;
 * a *file* is a path with a content; a *passage* is one chunk at one path, the unit that is embedded and found.
 * Every commit has a *generation*, a number that grows by one.
 */

/** A content as the pipeline hands it over. */
export interface ContentRecord {
  readonly hash: string;
  readonly lineCount: number;
  readonly chunks: readonly ChunkRecord[];
  readonly facts: PackedFacts;
}

export interface ChunkRecord extends Chunk {
  readonly terms: TermBag;
}

/** One step of a commit. */
export type FileChange =
  | {
      readonly kind: "put";
      readonly path: string;
      readonly stamp: FileStamp;
      /** Null when the content with this hash is stored already (under any path, also a removed one). */
      readonly content: ContentRecord | null;
      readonly hash: string;
      /** One vector a chunk from a local embedder; null leaves the passages pending or takes over kept vectors. */
      readonly vectors: readonly Float32Array[] | null;
    }
  | { readonly kind: "restamp"; readonly path: string; readonly stamp: FileStamp }
  | { readonly kind: "remove"; readonly path: string };

/** A passage without a vector. */
export interface PendingPassage {
  readonly passageId: number;
  readonly path: string;
  readonly language: LanguageId;
  readonly chunk: Chunk;
}

export type VectorResult =
  | { readonly passageId: number; readonly vector: Float32Array }
  /** The text cannot be embedded (reported by `status`); it stays findable by words. */
  | { readonly passageId: number; readonly failure: string };

export interface FileState extends FileStamp {
  readonly path: string;
  readonly hash: string;
}

export interface StoredFile {
  readonly id: number;
  readonly path: string;
  readonly language: LanguageId;
  readonly status: ParseStatus;
}

/** A passage as search shows it. */
export interface StoredPassage {
  readonly id: number;
  readonly fileId: number;
  readonly path: string;
  readonly language: LanguageId;
  readonly chunk: Chunk;
}

/** What a passage is called and where it stands, without its text. Never changes for an id. */
export interface PassageOutline {
  readonly id: number;
  readonly fileId: number;
  readonly path: string;
  readonly startLine: number;
  readonly symbol: string | null;
  readonly scope: string;
}

/** Where a passage lies in its file, and what it mainly holds. */
export interface PassagePlace {
  readonly id: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: ChunkKind;
}

/** What the in-memory search index needs of one passage. */
export interface PassageEntry {
  readonly id: number;
  readonly fileId: number;
  readonly path: string;
  readonly language: LanguageId;
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: string;
  readonly terms: TermBag;
  readonly vector: Float32Array | null;
}

/** A definition with its place in the project. */
export interface StoredDefinition extends Definition {
  readonly id: number;
  readonly fileId: number;
  readonly path: string;
  readonly language: LanguageId;
}

/** A reference with its place in the project. */
export interface StoredReference extends Omit<Reference, "enclosing"> {
  readonly fileId: number;
  readonly path: string;
  readonly language: LanguageId;
  /** Id of the enclosing definition, or null at the file's top level. */
  readonly enclosingId: number | null;
}

/** An import or export binding with its place in the project. */
export interface StoredImport extends ImportBinding {
  readonly fileId: number;
  readonly path: string;
  readonly language: LanguageId;
}

export type ChangesSince =
  /** The change log does not reach back that far, or the database is another one: read everything. */
  | { readonly kind: "reload" }
  | { readonly kind: "delta"; readonly changedFileIds: readonly number[]; readonly removedFileIds: readonly number[] };

export interface IndexCounts {
  readonly files: number;
  readonly chunks: number;
  readonly symbols: number;
  readonly references: number;
  readonly filesByLanguage: Readonly<Record<string, number>>;
  readonly filesByStatus: Readonly<Record<ParseStatus, number>>;
  readonly pendingPassages: number;
  readonly pendingFiles: number;
  readonly failedPassages: number;
  readonly skippedByReason: Readonly<Record<string, number>>;
  readonly lastUpdated: Date | null;
}

/** How far a pass over the whole project has come, as the indexing process last committed it. */
export interface PassProgress {
  readonly filesDone: number;
  /** Files that the pass found new or changed. */
  readonly filesTotal: number;
}

/** Whether all files of the project were gone through. The progress is null until they are counted. */
export type PassState =
  | { readonly kind: "complete" }
  | { readonly kind: "running"; readonly progress: PassProgress | null }
  /** The last whole pass ended before its end: killed, stopped, or without room. */
  | { readonly kind: "unfinished"; readonly progress: PassProgress | null };

/** Reads within one committed state. Valid only inside the callback of {@link StoreReader.read}. */
export interface ReadView {
  readonly generation: number;
  /** Differs between two databases, also when one was deleted and built anew at the same path. */
  readonly databaseId: string;
  embedderId(): EmbedderId | null;
  changesSince(generation: number): ChangesSince;
  /** In file and chunk order. */
  passageEntries(fileIds: readonly number[] | "all"): IterableIterator<PassageEntry>;
  /** A file's passages in the order of their lines, without what they hold. */
  passagePlaces(fileId: number): readonly PassagePlace[];
  /** In the order asked; ids that are gone are left out. */
  passages(ids: readonly number[]): readonly StoredPassage[];
  /** In any order; ids that are gone are left out. */
  outlines(ids: readonly number[]): readonly PassageOutline[];
  vectors(ids: readonly number[]): ReadonlyMap<number, Float32Array>;
  file(path: string): StoredFile | null;
  fileById(id: number): StoredFile | null;
  /** All files, sorted by path. */
  files(): readonly StoredFile[];
  hasContent(hash: string): boolean;
  chunksOfContent(hash: string): readonly Chunk[];
  /** In the order of their places; at most `limit` of them. */
  definitionsByName(name: string, limit?: number): readonly StoredDefinition[];
  definition(id: number): StoredDefinition | null;
  definitionsInFile(fileId: number): readonly StoredDefinition[];
  referencesByName(name: string): readonly StoredReference[];
  referencesInFile(fileId: number): readonly StoredReference[];
  /** Those whose innermost enclosing definition is this one. */
  referencesWithin(definitionId: number): readonly StoredReference[];
  importsInFile(fileId: number): readonly ImportBinding[];
  /** Bindings anywhere that take this name from a module (equal to `imported`), by path and line; needs an index. */
  importsByImportedName(imported: string): readonly StoredImport[];
  /** One line (from 1) as indexed, without its line end; null when no chunk holds it. */
  lineText(fileId: number, line: number): string | null;
  /** Files that import or re-export anything whose source specifier ends in this name. */
  filesImporting(specifierSuffix: string): readonly StoredFile[];
  /** Distinct definition names near this one by edit distance or prefix, best first. */
  similarNames(name: string, limit: number): readonly string[];
  skipped(limit: number): readonly SkippedPath[];
  partialFiles(limit: number): readonly string[];
  failedPassages(
    limit: number,
  ): readonly { readonly path: string; readonly startLine: number; readonly reason: string }[];
  counts(): IndexCounts;
  /** Whether the process that wrote last still lives is looked at, not believed. */
  passState(): PassState;
  /** Of the pass that is under way; null when none is. */
  progress(): PassProgress | null;
}

/** Any number of readers may be open, in any process. */
export interface StoreReader {
  /** Runs `body` within one committed state. Synchronous: ask servers before or after, never inside. */
  read<T>(body: (view: ReadView) => T): T;
  close(): void;
}

/** The one writer. Its process holds the project lock. */
export interface StoreWriter extends StoreReader {
  fileStates(): ReadonlyMap<string, FileState>;
  /**
   * Applies all changes in one transaction and returns the new generation.
   * @param progress of the whole pass that they are a part of
   * @throws GrepaiError DISK_FULL, PERMISSION_DENIED, INDEX_BUSY; nothing of the batch is kept then
   */
  commit(changes: readonly FileChange[], progress?: PassProgress): number;
  /** Replaces the list of skipped paths (all, or those at or under the given paths). */
  setSkipped(skipped: readonly SkippedPath[], scope: "all" | readonly string[]): void;
  /** Null once a whole pass has come to its end; it stays when the pass ends before. */
  setProgress(progress: PassProgress | null): void;
  /** How the indexed contents were analysed (see {@link setAnalysis}); null before the first complete pass. */
  analysis(): string | null;
  /** Declares that all files were analysed in the way this text names, so that their stamps can be trusted. */
  setAnalysis(fingerprint: string): void;
  /**
   * Declares the vector space that passages are embedded in. On a change every passage becomes pending,
   * kept vectors of the new space are taken over, and those of the old one stop being returned.
   */
  setEmbedder(id: EmbedderId): void;
  /**
   * Some passages without a vector, at most `limit`; empty when there are none. Of chunks that have the same vector
   * only one is given, and those whose vector is kept already get it instead of being given.
   */
  pendingPassages(limit: number): readonly PendingPassage[];
  commitVectors(results: readonly VectorResult[]): number;
  /** Drops contents and vectors that no file has used for long, bounds the log, and checkpoints the WAL. */
  compact(): void;
}
