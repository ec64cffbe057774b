/** A document that words or meaning brought up. */
export interface Candidate {
  readonly document: number;
  /** BM25; 0 when no word matches. Null when words were not asked. */
  readonly lexical: number | null;
  /** Cosine similarity; null when there is no vector or meaning was not asked. */
  readonly semantic: number | null;
}

export interface FusedCandidate {
  readonly document: number;
  /** 0..1 within one query's candidates. */
  readonly fused: number;
}

/** What meaning counts against words, 0..1. */
const SEMANTIC_SHARE = 0.6;
/** A query that is a name is about that name's letters. */
const SEMANTIC_SHARE_OF_NAME = 0.3;
/**
 * Fuses both measures: each is scaled to 0..1 over the candidates (min-max), then they are summed by weight. Scores
 * keep how far ahead a candidate is, which ranks lose.
 * @returns best first
 */
export function fuse(candidates: readonly Candidate[], isName: boolean): FusedCandidate[] {
  const lexical = scaled(candidates.map((candidate) => candidate.lexical));
  const semantic = scaled(candidates.map((candidate) => candidate.semantic));
  const share = semanticShare(candidates, isName);
  const fused = candidates.map((candidate, index): FusedCandidate => {
    const score = (1 - share) * (lexical[index] as number) + share * (semantic[index] as number);
    return { document: candidate.document, fused: score };
  });
  return fused.sort((one, other) => other.fused - one.fused || one.document - other.document);
}

function semanticShare(candidates: readonly Candidate[], isName: boolean): number {
  const hasWords = candidates.some(({ lexical }) => lexical !== null && lexical > 0);
  const hasMeaning = candidates.some(({ semantic }) => semantic !== null);
  if (!hasMeaning) return 0;
  if (!hasWords) return 1;
  return isName ? SEMANTIC_SHARE_OF_NAME : SEMANTIC_SHARE;
}

/** Scores stretched to 0..1; 0 for those without one, 1 where all are the same and above 0. */
function scaled(scores: readonly (number | null)[]): number[] {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const score of scores) {
    if (score === null) continue;
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  }
  return scores.map((score) => {
    if (score === null) return 0;
    if (highest > lowest) return (score - lowest) / (highest - lowest);
    return highest > 0 ? 1 : 0;
  });
}
