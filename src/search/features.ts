import type { FileOutline, Outline } from "./outlines.ts";
import type { AnalysedQuery, QueryName } from "./query.ts";

/** One signal of ranking: adds to a score whose main part, the fused one, lies in 0..1. */
export interface Feature<Candidate> {
  readonly name: string;
  readonly weigh: (candidate: Candidate, query: AnalysedQuery) => number;
}

/** What the features of chunks look at. */
export interface ChunkCandidate {
  readonly outline: Outline;
  /** 0..1: it defines a name of the query, as the symbol table tells. */
  readonly defining: number;
}

/** What the features of files look at. */
export interface FileCandidate {
  readonly file: FileOutline;
  /** 0..1: how well files answer that import this one; see `endorsements`. */
  readonly endorsement: number;
}

/** What defining the very name that is asked for adds; for a query that is that name, and for one that mentions it. */
const DEFINES_NAME = 1;
const DEFINES_MENTIONED_NAME = 0.3;
/** What a symbol counts that is the name but for its spelling, against one that is the very name. */
const OTHER_SPELLING = 0.6;
/** What a symbol adds whose words are all in the query. */
const SYMBOL_WORDS = 0.1;
/** What a file name adds whose words are all in the query. */
const FILE_WORDS = 0.2;
/** What a file adds that is named by all of a query that is a name. */
const FILE_OF_NAME = 0.2;
/** What files that answer as well as can be add to one that all of them import. */
const IMPORTED = 0.2;
/** What each folder on the way costs. */
const DEPTH_COST = 0.04;
/** What a header costs. */
const HEADER_COST = 0.1;

/** Files that declare what others implement. */
const HEADER = /\.(?:h|hh|hpp|hxx|mli|pyi|d\.[cm]?ts)$/i;

/** Someone who types a name wants the place that defines it, before the places that use it. */
function definesName({ outline, defining }: ChunkCandidate, query: AnalysedQuery): number {
  if (query.names.length === 0) return 0;
  const { symbolKey, scopeKeys } = outline;
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
function symbolWords({ outline: { symbolStems } }: ChunkCandidate, query: AnalysedQuery): number {
  return SYMBOL_WORDS * shareIn(symbolStems, query.stems);
}

/** People name files by what they hold. */
function fileWords({ file }: FileCandidate, query: AnalysedQuery): number {
  return FILE_WORDS * shareIn(file.subjectStems, query.stems);
}

/** One that asks for `Router` may well want all of router.ts. */
function fileOfName({ file }: FileCandidate, query: AnalysedQuery): number {
  return query.isName && file.subjectKey === query.names[0]?.key ? FILE_OF_NAME : 0;
}

/** What the files that answer are built on is often the heart of the answer. */
function imported({ endorsement }: FileCandidate): number {
  return IMPORTED * endorsement;
}

/** What matters most to a project lies near its top; variants, backends and compatibility lie deep. */
function depth({ file }: FileCandidate): number {
  return -DEPTH_COST * file.depth;
}

/** Where something is done is asked for more often than where it is declared. */
function header({ file }: FileCandidate, query: AnalysedQuery): number {
  return !query.isName && HEADER.test(file.path) ? -HEADER_COST : 0;
}

/** Which share of these stems the query holds. */
function shareIn(stems: readonly string[], wanted: ReadonlySet<string>): number {
  let held = 0;
  for (const stem of stems) if (wanted.has(stem)) held++;
  return held === 0 ? 0 : held / stems.length;
}

export const CHUNK_FEATURES: readonly Feature<ChunkCandidate>[] = [
  { name: "defines the name", weigh: definesName },
  { name: "symbol has the words", weigh: symbolWords },
];

export const FILE_FEATURES: readonly Feature<FileCandidate>[] = [
  { name: "file has the words", weigh: fileWords },
  { name: "file is named so", weigh: fileOfName },
  { name: "imported by what answers", weigh: imported },
  { name: "depth", weigh: depth },
  { name: "header", weigh: header },
];
