import type { LanguageId } from "../parse/types.ts";
import type { PassageEntry } from "../store/types.ts";
import { GrowableUint32 } from "./growable.ts";
import { GONE } from "./lexical/segment.ts";

/** A file whose passages are in the table. */
export interface IndexedFile {
  readonly id: number;
  readonly path: string;
  readonly language: LanguageId;
  /** Its documents are consecutive. */
  readonly firstDocument: number;
  readonly documentCount: number;
}

type GrowingFile = { -readonly [Key in keyof IndexedFile]: IndexedFile[Key] };

/** What a snapshot keeps of the table. */
export interface SavedDocs {
  readonly files: readonly IndexedFile[];
  /** Numbers above 2³² do not occur: an id is handed out per passage ever written. */
  readonly passageIds: Uint32Array;
}

/**
 * Which document of the search index is which passage. Documents are numbered from 0 in the order they came; one that
 * is gone keeps its number until {@link renumber}.
 */
export class DocTable {
  readonly #passageIds: GrowableUint32;
  #live: Uint8Array;
  #liveCount: number;
  /** In the order of their documents. */
  readonly #files: Map<number, GrowingFile>;

  constructor(saved?: SavedDocs) {
    this.#passageIds = new GrowableUint32(saved?.passageIds);
    this.#liveCount = this.#passageIds.size;
    this.#live = new Uint8Array(this.#liveCount).fill(1);
    this.#files = new Map(saved?.files.map((file) => [file.id, { ...file }]));
  }

  /** Documents, also those that are gone. */
  get size(): number {
    return this.#passageIds.size;
  }

  get liveCount(): number {
    return this.#liveCount;
  }

  /** 1 for each document that is there, 0 for one that is gone; valid until the next change. */
  get live(): Uint8Array {
    return this.#live.subarray(0, this.size);
  }

  get fileCount(): number {
    return this.#files.size;
  }

  files(): IterableIterator<IndexedFile> {
    return this.#files.values();
  }

  file(id: number): IndexedFile | undefined {
    return this.#files.get(id);
  }

  passageId(document: number): number {
    return this.#passageIds.at(document);
  }

  /** Adds the next document. A file's must come one after the other. */
  append(entry: PassageEntry): void {
    const document = this.size;
    this.#passageIds.push(entry.id);
    if (this.#live.length < this.size) {
      const larger = new Uint8Array(this.#passageIds.capacity);
      larger.set(this.#live);
      this.#live = larger;
    }
    this.#live[document] = 1;
    this.#liveCount++;
    const known = this.#files.get(entry.fileId);
    if (known !== undefined) {
      known.documentCount++;
      return;
    }
    const { fileId: id, path, language } = entry;
    this.#files.set(id, { id, path, language, firstDocument: document, documentCount: 1 });
  }

  /** Drops a file's documents and returns their numbers. */
  removeFile(fileId: number): readonly number[] {
    const file = this.#files.get(fileId);
    if (file === undefined) return [];
    this.#files.delete(fileId);
    this.#liveCount -= file.documentCount;
    this.#live.fill(0, file.firstDocument, file.firstDocument + file.documentCount);
    return Array.from({ length: file.documentCount }, (_, index) => file.firstDocument + index);
  }

  /** Numbers that close the gaps, in the same order; for {@link renumber} and whatever goes by document numbers. */
  gapless(): Uint32Array {
    const renumbering = new Uint32Array(this.size);
    let next = 0;
    for (let document = 0; document < this.size; document++) {
      renumbering[document] = this.#live[document] === 1 ? next++ : GONE;
    }
    return renumbering;
  }

  /** @param renumbering what {@link gapless} gave */
  renumber(renumbering: Uint32Array): void {
    this.#passageIds.keep((document) => renumbering[document] !== GONE);
    for (const file of this.#files.values()) file.firstDocument = renumbering[file.firstDocument] as number;
    this.#live = new Uint8Array(this.size).fill(1);
  }

  /** For a snapshot; only without gaps. */
  saved(): SavedDocs {
    if (this.#liveCount !== this.size) throw new Error("the documents have to be renumbered before they are saved");
    return { files: [...this.#files.values()], passageIds: this.#passageIds.values() };
  }
}
