import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { targetStats } from "../config/file-stats.ts";
import { normalisePathFilter } from "../config/path-filter.ts";
import { pathMatcher } from "../config/path-matcher.ts";
import type { Config } from "../config/types.ts";
import { GrepaiError } from "../errors.ts";
import { detectLanguage } from "../parse/registry.ts";
import type { LanguageId } from "../parse/types.ts";
import { decodeText } from "../scan/decode.ts";
import { scanProject } from "../scan/scan.ts";
import type { ScanResult, SkippedPath, SkipReason } from "../scan/types.ts";
import type { SearchSpace } from "./types.ts";

/** The part of a request that says which files count. */
export interface ScopeRequest {
  readonly location: string;
  readonly globs: readonly string[];
  readonly languages: readonly LanguageId[];
}

/** The files under consideration. */
export interface Scope extends SearchSpace {
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

const headBytes = 8_000;

/** Whether a file that is binary by its name holds text after all, such as an SVG picture. */
function holdsText(path: string): boolean {
  try {
    const descriptor = openSync(path, "r");
    try {
      const head = Buffer.alloc(headBytes);
      const length = readSync(descriptor, head, 0, headBytes, 0);
      return decodeText(head.subarray(0, length)).kind === "text";
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

/** How a location selects: everything, a place on disk, or every path that holds a text. */
type Place =
  | { readonly kind: "everything" }
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "search"; readonly text: string };

function placeOf(root: string, location: string): Place {
  if (location.trim() === "" || location === "*") return { kind: "everything" };
  const path = normalisePathFilter(root, location.trim());
  if (path === "") return { kind: "everything" };
  const stats = targetStats(join(root, path));
  if (stats === undefined) {
    refusePathBelowFile(root, path);
    return { kind: "search", text: path };
  }
  if (!stats.isDirectory() && /[\\/]$/.test(location.trim())) throw notDirectory(path);
  return { kind: "path", path };
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

/** Tells text from binary files where the scan goes by the name alone. */
function readmitText(root: string, { files, skipped }: ScanResult): { files: string[]; skipped: SkippedPath[] } {
  const admitted: string[] = [];
  const left = skipped.filter((entry) => {
    if (entry.reason !== "binary" || !holdsText(join(root, entry.path))) return true;
    admitted.push(entry.path);
    return false;
  });
  return { files: [...files.map(({ path }) => path), ...admitted], skipped: left };
}

/**
 * Finds the files that a request is about, as they are on disk now. Ignore rules hold as for the index, but lock files,
 * minified and large files count as well.
 * @param root absolute path of the project, links resolved
 * @throws GrepaiError PATH_OUTSIDE_PROJECT, LOCATION_NOT_FOUND, NOT_A_DIRECTORY, CANCELLED, PERMISSION_DENIED
 */
export async function findScope(
  root: string,
  config: Config,
  request: ScopeRequest,
  signal: AbortSignal,
): Promise<Scope> {
  const place = placeOf(root, request.location);
  const isNarrow = place.kind === "path";
  const scanned = await scanProject(root, {
    config,
    purpose: "text",
    scope: isNarrow ? [place.path] : "all",
    signal,
  });
  const { files: present, skipped } = readmitText(root, scanned);
  const located = place.kind === "search" ? filesAt(place.text, present) : present;
  if (located.length === 0 && place.kind !== "everything") {
    const isEmptyFolder = isNarrow && skipped.every(({ path }) => path !== place.path && !place.path.startsWith(path));
    if (!isEmptyFolder) throw locationNotFound(isNarrow ? place.path : place.text, skipped);
  }
  const isInGlobs = pathMatcher(request.globs.map((glob) => normalisePathFilter(root, glob)));
  const languages = new Set(request.languages);
  const selected = located.filter(
    (path) => isInGlobs(path) && (languages.size === 0 || languages.has(detectLanguage(path).id)),
  );
  const files = new Set(selected);
  const others = [...present.filter((path) => !files.has(path)), ...skipped.map(({ path }) => path)];
  return {
    root,
    files,
    within: isNarrow ? place.path : "",
    excluded: excludedPaths(files, others),
    skipped: countReasons(skipped),
  };
}
