import type { ChunkKind } from "../chunk/types.ts";
import type { LanguageId } from "../parse/types.ts";

/** `hybrid` fuses words and meaning; the others use one alone. */
export type SearchMode = "hybrid" | "lexical" | "semantic";

/** What becomes of tests: kept down unless the query asks for them, ranked as any other file, or left out. */
export type TestPolicy = "penalised" | "included" | "excluded";

/** Room for an answer, in tokens as `estimateTokens` counts them. */
export interface TokenBudget {
  readonly maxTokens: number;
  /** What a hit takes in the form in which it will be shown. */
  readonly costOf: (hit: SearchHit) => number;
}

/** A line of an indexed file, both as the index spells them. */
export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Code to find the like of. */
export interface LikeRequest {
  readonly place: Place;
  /** Also show what is nearly a copy of it. */
  readonly withCopies: boolean;
}

export interface SearchRequest {
  /** May be empty when `like` is given; together with it, its words count beside the similarity. */
  readonly query: string;
  readonly like: LikeRequest | null;
  /** 1..100 */
  readonly limit: number;
  readonly mode: SearchMode;
  /** Globs or folders relative to the root, already normalised; empty means everywhere. */
  readonly paths: readonly string[];
  /** Language ids; empty means all. */
  readonly languages: readonly LanguageId[];
  /** Only passages that are or hold a definition of one of these kinds; empty means all. */
  readonly kinds: readonly ChunkKind[];
  readonly tests: TestPolicy;
  /** Null shows the passages as they are ranked, however long they are. */
  readonly budget: TokenBudget | null;
  readonly signal?: AbortSignal;
}

export interface SearchHit {
  /** 0..1, comparable within one answer. */
  readonly score: number;
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly content: string;
  readonly language: LanguageId;
  readonly kind: ChunkKind;
  readonly symbol: string | null;
  readonly scope: string;
  /** Estimated tokens of the content; null unless the answer had to keep to a budget. */
  readonly tokens: number | null;
}

export interface SearchAnswer {
  readonly query: string;
  readonly hits: readonly SearchHit[];
  /** For people: pending vectors, an index still being built, a clamped limit. */
  readonly notes: readonly string[];
}
