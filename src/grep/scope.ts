import { join } from "node:path";
import { targetStats } from "../config/file-stats.ts";
import { normalisePathFilter } from "../config/path-filter.ts";
import { pathMatcher } from "../config/path-matcher.ts";
import { isDocument } from "../documents/read-document.ts";
import { GrepaiError } from "../errors.ts";
import { detectLanguage } from "../parse/registry.ts";
import type { LanguageId } from "../parse/types.ts";
import type { TextFileLister } from "../scan/text-files.ts";
import type { SkippedPath, SkipReason } from "../scan/types.ts";
import type { SearchSpace } from "./types.ts";

/** Names of the records of a document that a search is about. */
export type RecordSelection = ReadonlySet<string>;

/** Documents, each with those of its records that are meant; null for all of them. */
export type DocumentSelection = ReadonlyMap<string, RecordSelection | null>;

/** Looks into documents for what a location may name. */
export interface DocumentLabels {
  /** The documents, or objects of them, of which `text` is the name or label, or a part of one. */
  find(text: string, documents: readonly string[]): Promise<DocumentSelection>;
  /** The objects of one document by their exact name or label. */
  recordsNamed(document: string, text: string): Promise<RecordSelection>;
}

/** The part of a request that says which files count. */
export interface ScopeRequest {
  readonly location: string;
  readonly globs: readonly string[];
  readonly languages: readonly LanguageId[];
  /** Documents that are not source are looked at as records, which are Python. */
  readonly hasPythonRecords: boolean;
}

/** The files under consideration. */
export interface Scope extends SearchSpace {
  /** Documents of which only some records are meant. */
  readonly records: ReadonlyMap<string, RecordSelection>;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

/** How a location selects: everything, a place on disk, an object of a document, or every path that holds a text. */
type Place =
  | { readonly kind: "everything" }
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "record"; readonly path: string; readonly record: string }
  | { readonly kind: "search"; readonly text: string };

function placeOf(root: string, location: string): Place {
  if (location.trim() === "" || location === "*") return { kind: "everything" };
  const path = normalisePathFilter(root, location.trim());
  if (path === "") return { kind: "everything" };
  const stats = targetStats(join(root, path));
  if (stats === undefined) {
    const record = recordPlace(root, path);
    if (record !== null) return record;
    refusePathBelowFile(root, path);
    return { kind: "search", text: path };
  }
  if (!stats.isDirectory() && /[\\/]$/.test(location.trim())) throw notDirectory(path);
  return { kind: "path", path };
}

/** A document with an object of it behind a `#`. */
function recordPlace(root: string, path: string): Place | null {
  for (let mark = path.indexOf("#"); mark !== -1; mark = path.indexOf("#", mark + 1)) {
    const document = path.slice(0, mark);
    if (isDocument(document) && targetStats(join(root, document))?.isFile() === true) {
      return { kind: "record", path: document, record: path.slice(mark + 1) };
    }
  }
  return null;
}

function notDirectory(path: string): GrepaiError {
  return new GrepaiError("NOT_A_DIRECTORY", `"${path}" is a file, not a folder. Give it without what follows it.`);
}

function refusePathBelowFile(root: string, path: string): void {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const above = path.slice(0, end);
    const stats = targetStats(join(root, above));
    if (stats === undefined) return;
    if (!stats.isDirectory()) throw notDirectory(above);
  }
}

/** A path without the endings of its name: the label that people use for it. */
function labelOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.indexOf(".", 1);
  return dot === -1 ? name : name.slice(0, dot);
}

/**
 * Files that a location names which is not on disk as it is written: the same path in other letters, else files of that
 * name with or without ending, else every path that holds the text.
 */
function filesAt(text: string, paths: readonly string[]): readonly string[] {
  const wanted = text.toLowerCase();
  const lower = paths.map((path) => [path, path.toLowerCase()] as const);
  const rules: readonly ((path: string) => boolean)[] = [
    (path) => path === wanted || path.startsWith(`${wanted}/`),
    (path) => labelOf(path) === wanted || path.endsWith(`/${wanted}`),
    (path) => path.includes(wanted),
  ];
  for (const rule of rules) {
    const found = lower.filter(([, path]) => rule(path)).map(([path]) => path);
    if (found.length > 0) return found;
  }
  return [];
}

function locationNotFound(location: string, skipped: readonly SkippedPath[]): GrepaiError {
  const wanted = location.toLowerCase();
  const left = skipped.find(({ path }) => path.toLowerCase() === wanted || wanted.startsWith(`${path.toLowerCase()}/`));
  const message =
    left === undefined
      ? `No file or folder "${location}", and no path holds it. Give a path relative to the project root, a part of one, or "*".`
      : `"${location}" is left out (${left.reason}${left.detail === null ? "" : `: ${left.detail}`}). Read it directly, or bring it back with a "!" line in .grepaiignore.`;
  return new GrepaiError("LOCATION_NOT_FOUND", message);
}

/** Excluded paths, each folder without any file in scope once. */
function excludedPaths(files: ReadonlySet<string>, others: Iterable<string>): readonly string[] {
  const folders = new Set<string>();
  for (const path of files) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const excluded = new Set<string>();
  for (const path of others) excluded.add(topmostExcluded(path, folders));
  return [...excluded];
}

function topmostExcluded(path: string, folders: ReadonlySet<string>): string {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const folder = path.slice(0, end);
    if (!folders.has(folder)) return `${folder}/`;
  }
  return path;
}

function countReasons(skipped: readonly SkippedPath[]): Partial<Record<SkipReason, number>> {
  const counts: Partial<Record<SkipReason, number>> = {};
  for (const { reason } of skipped) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

interface Located {
  readonly paths: readonly string[];
  readonly records: ReadonlyMap<string, RecordSelection>;
}

/** The files at a place, of those that are present. */
async function locate(
  place: Place,
  location: string,
  present: readonly string[],
  labels: DocumentLabels | null,
): Promise<Located> {
  if (place.kind === "record") {
    const names = labels === null ? new Set<string>() : await labels.recordsNamed(place.path, place.record);
    const paths = names.size === 0 ? [] : present.filter((path) => path === place.path);
    return { paths, records: new Map([[place.path, names]]) };
  }
  if (place.kind !== "search") return { paths: present, records: new Map() };
  const paths = filesAt(place.text, present);
  if (paths.length > 0 || labels === null) return { paths, records: new Map() };
  const found = await labels.find(location.trim(), present.filter(isDocument));
  const records = [...found].flatMap(([path, names]) => (names === null ? [] : [[path, names] as const]));
  return { paths: [...found.keys()], records: new Map(records) };
}

/** Whether a path is in one of some languages; records of documents are Python. */
function isInLanguages(path: string, { languages, hasPythonRecords }: ScopeRequest): boolean {
  if (languages.length === 0 || languages.includes(detectLanguage(path).id)) return true;
  return hasPythonRecords && languages.includes("python") && isDocument(path);
}

/**
 * Finds the files that a request is about, as they are on disk now. Ignore rules hold as for the index, but lock files,
 * minified and large files count as well.
 * @param labels null to take locations for paths alone
 * @throws GrepaiError PATH_OUTSIDE_PROJECT, LOCATION_NOT_FOUND, NOT_A_DIRECTORY, CANCELLED, PERMISSION_DENIED
 */
export async function findScope(
  lister: TextFileLister,
  request: ScopeRequest,
  labels: DocumentLabels | null,
  signal: AbortSignal,
): Promise<Scope> {
  const { root } = lister;
  const place = placeOf(root, request.location);
  const isNarrow = place.kind === "path" || place.kind === "record";
  const { paths: present, skipped } = await lister.list(isNarrow ? place.path : "", signal);
  const { paths: located, records } = await locate(place, request.location, present, labels);
  if (located.length === 0 && place.kind !== "everything") {
    const isEmptyFolder =
      place.kind === "path" && skipped.every(({ path }) => path !== place.path && !place.path.startsWith(path));
    if (!isEmptyFolder) throw locationNotFound(place.kind === "search" ? place.text : request.location, skipped);
  }
  const isInGlobs = pathMatcher(request.globs.map((glob) => normalisePathFilter(root, glob)));
  const selected = located.filter((path) => isInGlobs(path) && isInLanguages(path, request));
  const files = new Set(selected);
  const others = [...present.filter((path) => !files.has(path)), ...skipped.map(({ path }) => path)];
  return {
    root,
    files,
    within: isNarrow ? place.path : "",
    excluded: excludedPaths(files, others),
    skipped: countReasons(skipped),
    records,
  };
}
