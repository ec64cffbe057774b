import picomatch from "picomatch";
import type { LanguageId } from "../parse/types.ts";
import type { DocTable } from "./doc-table.ts";
import type { DocumentScope } from "./vector/nearest.ts";

/** Where to search. Empty lists mean everywhere. */
export interface SearchScope {
  /** Globs, folders or files as `normalisePathFilter` gives them. A glob without "/" holds in every folder. */
  readonly paths: readonly string[];
  readonly languages: readonly LanguageId[];
}

/** Whether a path lies in one of the places, and in none of those that a leading "!" leaves out. */
export function pathMatcher(places: readonly string[]): (path: string) => boolean {
  const wanted = places.filter((place) => !place.startsWith("!")).map(placeMatcher);
  const unwanted = places.filter((place) => place.startsWith("!")).map((place) => placeMatcher(place.slice(1)));
  return (path) =>
    (wanted.length === 0 || wanted.some((matches) => matches(path))) && !unwanted.some((matches) => matches(path));
}

function placeMatcher(place: string): (path: string) => boolean {
  const folder = place.replace(/\/+$/, "");
  if (folder === "" || folder === ".") return () => true;
  const isInFolder = (path: string): boolean => path === folder || path.startsWith(`${folder}/`);
  if (!picomatch.scan(folder).isGlob) return isInFolder;
  const isMatch = picomatch([folder, `${folder}/**`], { dot: true, basename: !folder.includes("/") });
  // A folder may be named like a glob ("[id]"), so its own name counts too.
  return (path) => isMatch(path) || isInFolder(path);
}

/** The documents in scope, and how many files they belong to. Shares memory with the table when all are. */
export function documentScope(docs: DocTable, scope: SearchScope): DocumentScope & { readonly fileCount: number } {
  if (scope.paths.length === 0 && scope.languages.length === 0) {
    return { allowed: docs.live, isFiltered: false, fileCount: docs.fileCount };
  }
  const isInPlace = scope.paths.length === 0 ? () => true : pathMatcher(scope.paths);
  const languages = new Set(scope.languages);
  const allowed = new Uint8Array(docs.size);
  let fileCount = 0;
  for (const { path, language, firstDocument, documentCount } of docs.files()) {
    if (languages.size > 0 && !languages.has(language)) continue;
    if (!isInPlace(path)) continue;
    fileCount++;
    allowed.fill(1, firstDocument, firstDocument + documentCount);
  }
  return { allowed, isFiltered: true, fileCount };
}
