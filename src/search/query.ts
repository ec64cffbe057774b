import { partsOf, wordsOf } from "../text/identifiers.ts";
import { stem } from "../text/stem.ts";
import { queryTerms } from "../text/terms.ts";
import type { WeightedTerms } from "../text/types.ts";

/** A name as code writes it, with the names of what encloses it, outermost first. */
export interface QueryName {
  /** As it was written, without what encloses it. */
  readonly text: string;
  /** In a form that is the same for all spellings; see {@link nameKey}. */
  readonly key: string;
  readonly scopeKeys: readonly string[];
}

/** What ranking knows of a query. */
export interface AnalysedQuery {
  readonly text: string;
  readonly terms: WeightedTerms;
  /** Stems of its words' parts. */
  readonly stems: ReadonlySet<string>;
  /** Words that are names: all of a query that is one name, otherwise those that no prose would hold. */
  readonly names: readonly QueryName[];
  /** The query is nothing but a name. */
  readonly isName: boolean;
}

/** A name with what may precede it: `Sinatra::Application`, `Picker:move_selection`, `app.set`, `#close`. */
const QUALIFIED_NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|\.|:|#|->|\/)[\p{L}_$][\p{L}\p{N}_$]*)*/gu;
const SEPARATOR = /::|->|[.:#/]/u;
/** Inner capitals, underscores, or letters followed by digits: not a word of prose. */
const LOOKS_LIKE_CODE = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|[\p{L}\p{N}]_[\p{L}\p{N}]|^[_$]|\p{L}\p{N}/u;

/** Equal for `parse_response`, `parseResponse` and `ParseResponse`. */
export function nameKey(name: string): string {
  return partsOf(name).join("");
}

/** The stems of a name's parts. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).flatMap(partsOf).map(stem);
}

export function analyseQuery(query: string): AnalysedQuery {
  const text = query.trim();
  const found = text.match(QUALIFIED_NAME) ?? [];
  const isName = found.length === 1 && found[0]?.length === text.replace(/\(\)$|^[#.@]/gu, "").length;
  const named = isName ? found : found.filter((word) => LOOKS_LIKE_CODE.test(word) || SEPARATOR.test(word));
  return { text, terms: queryTerms(text), stems: new Set(stemsOf(text)), names: named.map(nameOf), isName };
}

function nameOf(qualified: string): QueryName {
  const names = qualified.split(SEPARATOR);
  const text = names.at(-1) ?? "";
  return { text, key: nameKey(text), scopeKeys: names.slice(0, -1).map(nameKey) };
}
