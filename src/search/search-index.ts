import type { EmbedderId } from "../embed/types.ts";
import type { ReadView } from "../store/types.ts";
import { pathTerms } from "../text/terms.ts";
import { DocTable } from "./doc-table.ts";
import { LexicalIndex } from "./lexical/lexical-index.ts";
import { VectorIndex } from "./vector/vector-index.ts";

/** Which committed state an index mirrors. */
export interface IndexOrigin {
  readonly databaseId: string;
  readonly generation: number;
  /** Null while the store has no vector space. */
  readonly embedder: EmbedderId | null;
}

/** The parts of an index, all by the same document numbers. */
export interface IndexParts {
  readonly docs: DocTable;
  readonly words: LexicalIndex;
  /** Null while the store has no vector space. */
  readonly vectors: VectorIndex | null;
}

/** Told when documents get other numbers; null when the index was read anew and no old number means anything. */
export type RenumberListener = (renumbering: Uint32Array | null) => void;

/** Documents that are gone are cleared out when they pass this share of the living and this number. */
const MAX_GONE_SHARE = 0.25;
const MIN_GONE = 1_000;
/** When more of the files than this changed, reading everything is faster than file by file. */
const MAX_CHANGED_SHARE = 0.5;

/**
 * All that a search needs of the store, in memory: words, quantised vectors, and which passage is which document.
 * Derived from the store and of no value without it.
 */
export class SearchIndex {
  #origin: IndexOrigin;
  #parts: IndexParts;
  readonly #onRenumber: RenumberListener;
  /** Counted when asked for, until the next change. */
  #missingVectors: number | null = null;

  private constructor(origin: IndexOrigin, parts: IndexParts, onRenumber: RenumberListener) {
    this.#origin = origin;
    this.#parts = parts;
    this.#onRenumber = onRenumber;
  }

  /** Reads everything from the store. */
  static build(view: ReadView, onRenumber: RenumberListener = () => {}): SearchIndex {
    return new SearchIndex(originOf(view), readAll(view), onRenumber);
  }

  /** Takes over what a snapshot held. */
  static restore(origin: IndexOrigin, parts: IndexParts, onRenumber: RenumberListener = () => {}): SearchIndex {
    return new SearchIndex(origin, parts, onRenumber);
  }

  get origin(): IndexOrigin {
    return this.#origin;
  }

  get parts(): IndexParts {
    return this.#parts;
  }

  /** How many documents have no vector although the store has a vector space. */
  get missingVectors(): number {
    const { docs, vectors } = this.#parts;
    this.#missingVectors ??= vectors?.missing(docs.live) ?? 0;
    return this.#missingVectors;
  }

  /** Brings the index to the state that the view shows. Returns how many files had to be read, or passages where everything was. */
  refresh(view: ReadView): number {
    const origin = originOf(view);
    const known = this.#origin;
    if (origin.databaseId === known.databaseId && origin.generation === known.generation) return 0;
    const changes = isSameLine(known, origin) ? view.changesSince(known.generation) : { kind: "reload" as const };
    const fileCount = this.#parts.docs.fileCount;
    if (changes.kind === "reload" || changes.changedFileIds.length > MIN_GONE + fileCount * MAX_CHANGED_SHARE) {
      this.#parts = readAll(view);
      this.#onRenumber(null);
    } else {
      for (const fileId of [...changes.removedFileIds, ...changes.changedFileIds]) this.#removeFile(fileId);
      readInto(this.#parts, view, changes.changedFileIds);
    }
    this.#origin = origin;
    this.#missingVectors = null;
    const { docs } = this.#parts;
    const gone = docs.size - docs.liveCount;
    const read = changes.kind === "reload" ? docs.liveCount : changes.changedFileIds.length;
    if (gone > MIN_GONE && gone > docs.liveCount * MAX_GONE_SHARE) this.compact();
    return read;
  }

  /** Leaves no documents that are gone and one segment of words, as a snapshot has it. */
  settle(): void {
    const { docs, words } = this.#parts;
    if (docs.liveCount === docs.size) words.merge();
    else this.compact();
  }

  /** Clears out the documents that are gone and renumbers the others. */
  compact(): void {
    const { docs, words, vectors } = this.#parts;
    const renumbering = docs.gapless();
    words.renumber(renumbering);
    vectors?.renumber(renumbering);
    docs.renumber(renumbering);
    this.#onRenumber(renumbering);
  }

  #removeFile(fileId: number): void {
    const { docs, words } = this.#parts;
    for (const document of docs.removeFile(fileId)) words.remove(document);
  }
}

function originOf(view: ReadView): IndexOrigin {
  return { databaseId: view.databaseId, generation: view.generation, embedder: view.embedderId() };
}

/** Whether the newer state can be reached from the older one by changes. */
function isSameLine(older: IndexOrigin, newer: IndexOrigin): boolean {
  return (
    older.databaseId === newer.databaseId &&
    older.generation <= newer.generation &&
    isSameSpace(older.embedder, newer.embedder)
  );
}

/** Whether vectors of the two may be compared. */
export function isSameSpace(one: EmbedderId | null, other: EmbedderId | null): boolean {
  if (one === null || other === null) return one === other;
  return one.provider === other.provider && one.model === other.model && one.dimensions === other.dimensions;
}

function readAll(view: ReadView): IndexParts {
  const embedder = view.embedderId();
  const parts: IndexParts = {
    docs: new DocTable(),
    words: new LexicalIndex(),
    vectors: embedder === null ? null : new VectorIndex(embedder.dimensions),
  };
  readInto(parts, view, "all");
  return parts;
}

/** Adds the passages of these files, which must not be in the index. */
function readInto({ docs, words, vectors }: IndexParts, view: ReadView, fileIds: readonly number[] | "all"): void {
  let path: string | null = null;
  let terms: Uint32Array = new Uint32Array(0);
  for (const entry of view.passageEntries(fileIds)) {
    if (entry.path !== path) {
      path = entry.path;
      terms = pathTerms(path);
    }
    docs.append(entry);
    words.append(entry.terms, terms);
    vectors?.append(entry.vector);
  }
  words.commit();
}
