/** A document that words or meaning brought up. */
export interface Candidate {
  readonly document: number;
  /** BM25; 0 when no word matches. Null when words were not asked. */
  readonly lexical: number | null;
  /** Cosine similarity; null when there is no vector or meaning was not asked. */
  readonly semantic: number | null;
}

export interface FusedCandidate extends Candidate {
  /** 0..1 within one query's candidates, but for {@link RANK_SHARE}. */
  readonly fused: number;
}

/** What meaning counts against words, 0..1. */
const SEMANTIC_SHARE = 0.6;
/** A query that is a name is about that name's letters. */
const SEMANTIC_SHARE_OF_NAME = 0.3;
/** Weight of the ranks beside the scores: enough to part equals, not to turn an order. */
const RANK_SHARE = 0.01;

/** One candidate's standing by one of the measures. */
interface Standing {
  readonly score: number;
  readonly rank: number;
}

/**
 * Fuses both measures: each is scaled to 0..1 over the candidates (min-max), then they are summed by weight. Scores
 * keep how far ahead a candidate is, which ranks lose; ranks part equals, by reciprocal rank fusion (Cormack et al.
 * 2009).
 * @param k the constant of reciprocal rank fusion; larger values make the ranks count more alike
 * @returns best first
 */
export function fuse(candidates: readonly Candidate[], options: { readonly k: number; readonly isName: boolean }) {
  const lexical = standings(candidates.map((candidate) => candidate.lexical));
  const semantic = standings(candidates.map((candidate) => candidate.semantic));
  const share = semanticShare(candidates, options.isName);
  const rankScore = (standing: Standing): number => (options.k + 1) / (options.k + standing.rank);
  const fused = candidates.map((candidate, index): FusedCandidate => {
    const byWords = lexical[index] as Standing;
    const byMeaning = semantic[index] as Standing;
    const score = (1 - share) * byWords.score + share * byMeaning.score;
    const ranks = (1 - share) * rankScore(byWords) + share * rankScore(byMeaning);
    const { document, lexical: bm25, semantic: cosine } = candidate;
    return { document, lexical: bm25, semantic: cosine, fused: (1 - RANK_SHARE) * score + RANK_SHARE * ranks };
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

/** Min-max scaled scores (0 for those without one) and ranks from 1, equal scores sharing the better rank. */
function standings(scores: readonly (number | null)[]): Standing[] {
  const known = Float64Array.from(scores.filter((score) => score !== null)).sort();
  const highest = known.at(-1) ?? 0;
  const lowest = known[0] ?? 0;
  // From the lowest up, so that the best rank of equals is the one that stays.
  const ranks = new Map<number, number>();
  for (let at = 0; at < known.length; at++) ranks.set(known[at] as number, known.length - at);
  return scores.map((score) => {
    if (score === null) return { score: 0, rank: scores.length };
    const scaled = highest > lowest ? (score - lowest) / (highest - lowest) : highest > 0 ? 1 : 0;
    return { score: scaled, rank: ranks.get(score) ?? scores.length };
  });
}
