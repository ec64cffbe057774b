import type { PassageOutline, ReadView } from "../store/types.ts";
import { nameKey, stemsOf } from "./query.ts";

/** What ranking knows of a file. */
export interface FileOutline {
  readonly id: number;
  readonly path: string;
  /** Folders on the way from the root. */
  readonly depth: number;
  /** What the path names its content; see {@link subjectOf}. */
  readonly subject: string;
  readonly subjectKey: string;
  readonly subjectStems: readonly string[];
}

/** What ranking knows of a passage: where it stands and what it is called, taken apart for comparing with queries. */
export interface Outline {
  readonly passageId: number;
  readonly file: FileOutline;
  readonly startLine: number;
  /** "" for a passage without a symbol. */
  readonly symbolKey: string;
  readonly symbolStems: readonly string[];
  readonly scopeKeys: readonly string[];
}

/** File names that say nothing of their own: the folder's name speaks for them. */
const NAMELESS_FILE = /^(?:index|main|mod|lib|init|__init__)$/i;
/** About 40 MB of them. */
const MAX_KEPT = 100_000;

/** The name that a path gives its content: the file's without extensions, or its folder's where that says nothing. */
export function subjectOf(path: string): string {
  const names = path.split("/");
  const stemOf = (name: string | undefined): string => name?.replace(/(?<=.)\..*$/, "") ?? "";
  const file = stemOf(names.at(-1));
  return NAMELESS_FILE.test(file) && names.length > 1 ? (names.at(-2) as string) : file;
}

export function fileOutline(id: number, path: string): FileOutline {
  const subject = subjectOf(path);
  const depth = path.split("/").length - 1;
  return { id, path, depth, subject, subjectKey: nameKey(subject), subjectStems: stemsOf(subject) };
}

export function outlineOf({ id, startLine, symbol, scope }: PassageOutline, file: FileOutline): Outline {
  return {
    passageId: id,
    file,
    startLine,
    symbolKey: symbol === null ? "" : nameKey(symbol),
    symbolStems: symbol === null ? [] : stemsOf(symbol),
    scopeKeys: scope.split(".").map(nameKey),
  };
}

/**
 * Remembers outlines, as reading and taking apart those of all candidates would be most of a query's time. None goes
 * out of date: within a database an id means the same for ever.
 */
export class OutlineCache {
  #databaseId = "";
  readonly #outlines = new Map<number, Outline>();
  readonly #files = new Map<number, FileOutline>();

  /** The outlines of those passages that are there, by passage id. */
  of(view: ReadView, passageIds: readonly number[]): ReadonlyMap<number, Outline> {
    if (view.databaseId !== this.#databaseId || this.#outlines.size + passageIds.length > MAX_KEPT) {
      this.#outlines.clear();
      this.#files.clear();
      this.#databaseId = view.databaseId;
    }
    const unknown = passageIds.filter((id) => !this.#outlines.has(id));
    if (unknown.length > 0) {
      for (const outline of view.outlines(unknown)) this.#outlines.set(outline.id, this.#taken(outline));
    }
    return this.#outlines;
  }

  #taken(outline: PassageOutline): Outline {
    const { fileId, path } = outline;
    const file = this.#files.get(fileId) ?? fileOutline(fileId, path);
    this.#files.set(fileId, file);
    return outlineOf(outline, file);
  }
}
