import type { StoredPassage } from "../store/types.ts";
import { type AnalysedQuery, nameKey, type QueryName, stemsOf } from "./query.ts";

/** One signal of ranking: adds to a candidate's fused score, which lies in 0..1. */
export interface Feature {
  readonly name: string;
  readonly weigh: (candidate: RankingCandidate, query: AnalysedQuery) => number;
}

/** What the features look at. */
export interface RankingCandidate {
  readonly passage: StoredPassage;
  /** 0..1: it defines a name of the query, as the symbol table tells. */
  readonly defining: number;
}

/** What defining the very name that is asked for adds; for a query that is that name, and for one that mentions it. */
const DEFINES_NAME = 1;
const DEFINES_MENTIONED_NAME = 0.3;
/** What a symbol counts that is the name but for its spelling, against one that is the very name. */
const OTHER_SPELLING = 0.6;
/** What a symbol adds whose words are all in the query. */
const SYMBOL_WORDS = 0.1;
/** What a file name adds whose words are all in the query. */
const FILE_WORDS = 0.15;
/** File names that say nothing of their own: the folder's name speaks for them. */
const NAMELESS_FILE = /^(?:index|main|mod|lib|init|__init__)$/i;

/** Someone who types a name wants the place that defines it, before the places that use it. */
function definesName({ passage: { chunk }, defining }: RankingCandidate, query: AnalysedQuery): number {
  if (query.names.length === 0) return 0;
  const symbolKey = chunk.symbol === null ? "" : nameKey(chunk.symbol);
  const scopeKeys = chunk.scope.split(".").map(nameKey);
  const bySymbol = Math.max(...query.names.map((name) => OTHER_SPELLING * nameMatch(name, symbolKey, scopeKeys)));
  return Math.max(defining, bySymbol) * (query.isName ? DEFINES_NAME : DEFINES_MENTIONED_NAME);
}

/** 1 for the name in the scope that was given, less when only the name agrees or only the scope does. */
function nameMatch(name: QueryName, symbolKey: string, scopeKeys: readonly string[]): number {
  const scope = name.scopeKeys.at(-1);
  if (symbolKey === name.key) return scope === undefined || scopeKeys.includes(scope) ? 1 : 0.5;
  return scopeKeys.includes(name.key) ? 0.4 : 0;
}

/** A definition named by words of the query is likely its subject: "retry policy" and `RetryPolicy`. */
function symbolWords({ passage: { chunk } }: RankingCandidate, query: AnalysedQuery): number {
  return chunk.symbol === null ? 0 : SYMBOL_WORDS * shareIn(stemsOf(chunk.symbol), query.stems);
}

/** People name files by what they hold. */
function fileWords({ passage: { path } }: RankingCandidate, query: AnalysedQuery): number {
  const names = path.split("/");
  const stemOf = (name: string | undefined): string => name?.replace(/\..*$/, "") ?? "";
  const file = stemOf(names.at(-1));
  return FILE_WORDS * shareIn(stemsOf(NAMELESS_FILE.test(file) ? stemOf(names.at(-2)) : file), query.stems);
}

/** Which share of these stems the query holds. */
function shareIn(stems: readonly string[], wanted: ReadonlySet<string>): number {
  if (stems.length === 0) return 0;
  return stems.filter((stem) => wanted.has(stem)).length / stems.length;
}

export const FEATURES: readonly Feature[] = [
  { name: "defines the name", weigh: definesName },
  { name: "symbol has the words", weigh: symbolWords },
  { name: "file has the words", weigh: fileWords },
];
