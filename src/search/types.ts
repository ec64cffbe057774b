import type { ChunkKind } from "../chunk/types.ts";
import type { LanguageId } from "../parse/types.ts";

/** `hybrid` fuses words and meaning; the others use one alone. */
export type SearchMode = "hybrid" | "lexical" | "semantic";

export interface SearchRequest {
  readonly query: string;
  /** 1..100 */
  readonly limit: number;
  readonly mode: SearchMode;
  /** Globs or folders relative to the root, already normalised; empty means everywhere. */
  readonly paths: readonly string[];
  /** Language ids; empty means all. */
  readonly languages: readonly LanguageId[];
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
}

export interface SearchAnswer {
  readonly query: string;
  readonly hits: readonly SearchHit[];
  /** For people: pending vectors, an index still being built, a clamped limit. */
  readonly notes: readonly string[];
}
