import type { ReadView } from "../store/types.ts";
import { definingDocuments } from "./definitions.ts";
import type { Candidate } from "./fusion.ts";
import { bestMatches } from "./lexical/lexical-index.ts";
import type { AnalysedQuery } from "./query.ts";
import type { IndexParts } from "./search-index.ts";
import type { DocumentScope, NearestDocuments } from "./vector/nearest.ts";

/** How many documents each measure brings up. */
const DEPTH = 120;

/** What a query asks by. At least one is given. */
export interface Measures {
  /** Compare words. */
  readonly words: boolean;
  /** Compare with this vector, or null. */
  readonly vector: Float32Array | null;
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Documents that define a name of the query, with a weight of 0..1. */
  readonly defining: ReadonlyMap<number, number>;
  /** How well the best candidate answers by itself, 0..1: the share of the query's words it holds, or its cosine. */
  readonly confidence: number;
}

/** The documents worth ranking: the best by words and by meaning among the allowed, each with both of its scores. */
export function findCandidates(
  index: IndexParts,
  nearest: NearestDocuments,
  view: ReadView,
  query: AnalysedQuery,
  measures: Measures,
  scope: DocumentScope,
): Candidates {
  const words = measures.words ? index.words.score(query.terms, index.docs.live) : null;
  const byWords = words === null ? [] : bestMatches(words, DEPTH, scope.allowed).ranked();
  const { vector } = measures;
  const byMeaning = vector === null ? [] : nearest.nearest(index, vector, DEPTH, scope);
  const similarities = new Map<number, number | null>(byMeaning.map(({ id, score }) => [id, score]));
  const defining = definingDocuments(view, index.docs, query);
  const definitions = [...defining.keys()].filter((document) => scope.allowed[document] === 1);
  const documents = [...new Set([...[...byWords, ...byMeaning].map(({ id }) => id), ...definitions])];
  if (vector !== null && index.vectors !== null) {
    const unknown = documents.filter((document) => !similarities.has(document));
    for (const [at, similarity] of index.vectors.similarities(vector, unknown).entries()) {
      similarities.set(unknown[at] as number, similarity);
    }
  }
  const candidates = documents.map((document) => ({
    document,
    lexical: words === null ? null : (words.scores[document] as number),
    semantic: similarities.get(document) ?? null,
  }));
  const coverage = words === null ? 0 : Math.max(0, ...candidates.map(({ lexical }) => lexical ?? 0)) / words.fullMatch;
  const cosine = Math.max(0, ...candidates.map(({ semantic }) => semantic ?? 0));
  return { candidates, defining, confidence: Math.min(1, Math.max(Number.isFinite(coverage) ? coverage : 0, cosine)) };
}
