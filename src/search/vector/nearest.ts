import type { IndexParts } from "../search-index.ts";

export interface ScoredDocument {
  readonly id: number;
  readonly score: number;
}

/** The documents that a search may show. */
export interface DocumentScope {
  /** 1 for each of them, 0 for the others and for those that are gone. */
  readonly allowed: Uint8Array;
  /** Some that are there are left out. */
  readonly isFiltered: boolean;
}

/** Finds the documents most similar to a vector, one way or another. */
export interface NearestDocuments {
  /** Best first; scores are cosines, exact to about two digits. */
  nearest(index: IndexParts, query: Float32Array, k: number, scope: DocumentScope): readonly ScoredDocument[];
}

/** Compares with every vector. */
export const exactScan: NearestDocuments = {
  nearest: ({ vectors }, query, k, scope) => vectors?.nearest(query, k, scope.allowed).ranked() ?? [],
};
