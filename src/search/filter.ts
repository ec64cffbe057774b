import { pathMatcher, placeMatcher } from "../config/path-matcher.ts";
import type { LanguageId } from "../parse/types.ts";
import type { DocTable } from "./doc-table.ts";
import type { DocumentScope } from "./vector/nearest.ts";

/** Where to search. Empty lists mean everywhere. */
export interface SearchScope {
  /** Globs, folders or files as `normalisePathFilter` gives them. A glob without "/" holds in every folder. */
  readonly paths: readonly string[];
  readonly languages: readonly LanguageId[];
  /** Files that are left out. */
  readonly isUnwanted: ((path: string) => boolean) | null;
  /** For a file, which of its passages are wanted, by their order. */
  readonly passagesOf: ((fileId: number) => (passage: number) => boolean) | null;
}

/** The documents in scope. */
export interface FilteredDocuments extends DocumentScope {
  /** Files that are in one of the places and in one of the languages. */
  readonly fileCount: number;
  /** Those of the places that no file lies in. */
  readonly emptyPlaces: readonly string[];
}

/** The documents in scope. Shares memory with the table when all are. */
export function documentScope(docs: DocTable, scope: SearchScope): FilteredDocuments {
  const { paths, languages: wantedLanguages, isUnwanted, passagesOf } = scope;
  if (paths.length === 0 && wantedLanguages.length === 0 && isUnwanted === null && passagesOf === null) {
    return { allowed: docs.live, isFiltered: false, fileCount: docs.fileCount, emptyPlaces: [] };
  }
  const isInPlace = paths.length === 0 ? () => true : pathMatcher(paths);
  const languages = new Set(wantedLanguages);
  const allowed = new Uint8Array(docs.size);
  let fileCount = 0;
  for (const { id, path, language, firstDocument, documentCount } of docs.files()) {
    if (languages.size > 0 && !languages.has(language)) continue;
    if (!isInPlace(path)) continue;
    fileCount++;
    if (isUnwanted?.(path) === true) continue;
    if (passagesOf === null) {
      allowed.fill(1, firstDocument, firstDocument + documentCount);
      continue;
    }
    const isWanted = passagesOf(id);
    for (let passage = 0; passage < documentCount; passage++) {
      if (isWanted(passage)) allowed[firstDocument + passage] = 1;
    }
  }
  return { allowed, isFiltered: true, fileCount, emptyPlaces: emptyPlaces(docs, paths) };
}

function emptyPlaces(docs: DocTable, places: readonly string[]): readonly string[] {
  const unseen = new Map(
    places.filter((place) => !place.startsWith("!")).map((place) => [place, placeMatcher(place)] as const),
  );
  for (const { path } of docs.files()) {
    if (unseen.size === 0) break;
    for (const [place, matches] of unseen) if (matches(path)) unseen.delete(place);
  }
  return [...unseen.keys()];
}
