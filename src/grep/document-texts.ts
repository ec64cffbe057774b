import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DocumentCache } from "../documents/document-cache.ts";
import { isDocument, isTextDocument } from "../documents/read-document.ts";
import type { DocumentRecord } from "../documents/record.ts";
import type { RecordSelection, Scope } from "./scope.ts";
import type { SearchSpace } from "./types.ts";

/*
 * Engines search files, so the records of documents are written to files of a private folder for the time of a search.
 * A document becomes one or more of them, cut between records, each no larger than engines like; they are Python.
 */

/** A file with some of a document's records, one below the other. */
interface RecordFile {
  readonly path: string;
  /** Lines of the document's records before this file. */
  readonly lineOffset: number;
}

/** Semgrep leaves out larger files, and a syntax tree takes twenty times its text. */
const maxFileLength = 800_000;
/** Characters of all records of one search, which also lie in the file system for its time. */
const maxTotalLength = 512 * 1024 * 1024;
const maxNamedProblems = 5;

/** Records of a document that a search is about. */
export function selectedRecords(
  records: readonly DocumentRecord[],
  names: RecordSelection | undefined,
): readonly DocumentRecord[] {
  return names === undefined ? records : records.filter(({ name }) => names.has(name));
}

/** The documents of a search as files that engines can read. */
export class DocumentTexts {
  readonly #folder: string;
  /** The files of the space by name, with the documents they come from; those of a document in the order of its records. */
  readonly files: ReadonlyMap<string, RecordFile>;
  /** Documents that have records. */
  readonly paths: readonly string[];
  /** Documents without records that are no text either. */
  readonly unreadable: readonly string[];
  readonly tooLarge: readonly string[];
  readonly objects: number;
  readonly notes: readonly string[];

  private constructor(folder: string, writer: RecordWriter) {
    this.#folder = folder;
    this.files = writer.files;
    this.paths = writer.paths;
    this.unreadable = writer.unreadable;
    this.tooLarge = writer.tooLarge;
    this.objects = writer.objects;
    this.notes = writer.notes();
  }

  /**
   * Reads the documents of a scope and writes their records. Call {@link remove} afterwards.
   * @returns null when there is no document in scope
   * @param signal ends the reading; documents that were not reached count as unreadable
   */
  static async write(scope: Scope, cache: DocumentCache, signal: AbortSignal): Promise<DocumentTexts | null> {
    const documents = [...scope.files].filter(isDocument);
    if (documents.length === 0) return null;
    const folder = await mkdtemp(join(tmpdir(), "grepai-records-"));
    const writer = new RecordWriter(folder);
    try {
      for (const path of documents) await writer.add(scope, path, cache, signal);
      return new DocumentTexts(folder, writer);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** The files to search. */
  get space(): SearchSpace {
    return { root: this.#folder, files: new Set(this.files.keys()), within: "", excluded: [] };
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

class RecordWriter {
  readonly #folder: string;
  readonly files = new Map<string, RecordFile>();
  readonly paths: string[] = [];
  readonly unreadable: string[] = [];
  readonly tooLarge: string[] = [];
  readonly #problems: string[] = [];
  objects = 0;
  #length = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(scope: Scope, path: string, cache: DocumentCache, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return this.#leaveOut(path, "unreadable", "There was no time left to read it.");
    let outcome: Awaited<ReturnType<DocumentCache["read"]>>;
    try {
      outcome = await cache.read(scope.root, path, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return this.#leaveOut(path, "unreadable", "There was no time left to read it.");
    }
    if (outcome.kind === "problem") return this.#leaveOut(path, outcome.error.problem, outcome.error.message);
    const records = selectedRecords(outcome.contents.records, scope.records.get(path));
    const length = records.reduce((sum, { text }) => sum + text.length, 0);
    if (this.#length + length > maxTotalLength) {
      return this.#leaveOut(path, "too-large", "The documents before it hold as much as one search takes.");
    }
    this.#length += length;
    this.objects += records.filter(({ kind }) => kind === "object").length;
    this.paths.push(path);
    await this.#write(path, records);
  }

  async #write(path: string, records: readonly DocumentRecord[]): Promise<void> {
    let texts: string[] = [];
    let length = 0;
    let lineOffset = 0;
    let lines = 0;
    const flush = async (): Promise<void> => {
      if (texts.length === 0) return;
      const name = `${this.files.size}.py`;
      this.files.set(name, { path, lineOffset });
      await writeFile(join(this.#folder, name), texts.join(""), { mode: 0o600 });
      texts = [];
      length = 0;
      lineOffset = lines;
    };
    for (const { text, lineCount } of records) {
      if (length + text.length > maxFileLength) await flush();
      texts.push(text);
      length += text.length;
      lines += lineCount;
    }
    await flush();
  }

  #leaveOut(path: string, problem: "damaged" | "unreadable" | "too-large", message: string): void {
    const isText = isTextDocument(path);
    this.#problems.push(`${path}: ${message}${isText ? " It is searched as text." : ""}`);
    if (isText) return;
    if (problem === "too-large") this.tooLarge.push(path);
    else this.unreadable.push(path);
  }

  notes(): readonly string[] {
    const more = this.#problems.length - maxNamedProblems;
    return more <= 0
      ? this.#problems
      : [...this.#problems.slice(0, maxNamedProblems), `${more} more documents could not be read.`];
  }
}
