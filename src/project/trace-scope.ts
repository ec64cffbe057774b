import { normalisePathFilter } from "../config/path-filter.ts";
import { pathMatcher } from "../config/path-matcher.ts";
import type { SearchConfig } from "../config/types.ts";
import { GrepaiError } from "../errors.ts";
import { testMatcher } from "../search/test-files.ts";
import type { ReadView } from "../store/types.ts";
import type { TraceQuery } from "./project.ts";

/** Which files an answer may show. */
export interface TraceScope {
  /** Null stands for symbols outside the project, which lie in no path and in no test. */
  readonly shows: (path: string | null) => boolean;
  readonly notes: readonly string[];
}

/**
 * What the paths and the switch for tests of a question let through.
 * @throws GrepaiError PATH_OUTSIDE_PROJECT; INVALID_PARAMETERS when no indexed file lies in any of the paths
 */
export function traceScope(
  { paths, includesTests }: Pick<TraceQuery, "paths" | "includesTests">,
  view: ReadView,
  root: string,
  boost: SearchConfig["boost"],
): TraceScope {
  const places = paths.map((path) => normalisePathFilter(root, path));
  const isTest = testMatcher(boost);
  const isInPlace = pathMatcher(places);
  const shows = (path: string | null): boolean => {
    if (path === null) return places.every((place) => place.startsWith("!"));
    return isInPlace(path) && (includesTests || !isTest(path));
  };
  return { shows, notes: emptyPlaceNotes(places, view) };
}

/**
 * A note on the places that no indexed file lies in.
 * @param places normalised
 * @throws GrepaiError INVALID_PARAMETERS when that is so for all of them
 */
export function emptyPlaceNotes(places: readonly string[], view: ReadView): readonly string[] {
  const wanted = places.filter((place) => !place.startsWith("!"));
  if (wanted.length === 0) return [];
  const files = view.files();
  const isEmpty = (place: string): boolean => {
    const matches = pathMatcher([place]);
    return !files.some(({ path }) => matches(path));
  };
  const empty = wanted.filter(isEmpty).map((place) => `"${place}"`);
  if (empty.length === 0) return [];
  const message = `No indexed file lies under ${empty.join(", ")}: check the spelling.`;
  if (empty.length === wanted.length) throw new GrepaiError("INVALID_PARAMETERS", message);
  return [message];
}
