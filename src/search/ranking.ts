import type { SearchConfig } from "../config/types.ts";
import type { ReadView } from "../store/types.ts";
import type { Candidates } from "./candidates.ts";
import { FEATURES, type RankingCandidate } from "./features.ts";
import { type FusedCandidate, fuse } from "./fusion.ts";
import { groupByFile, type RankedPassage } from "./grouping.ts";
import { pathBoost } from "./path-boost.ts";
import type { AnalysedQuery } from "./query.ts";

/** How many fused candidates are looked at closely: their symbols, paths and files. At least the largest limit. */
const RANKED = 120;

/**
 * From candidates to an answer: fuse both measures, add what the features find, multiply by the paths' factors, then
 * order file by file. Scores end in 0..1: the best has the candidates' confidence, the others their share of it.
 */
export function rank(
  found: Candidates,
  query: AnalysedQuery,
  view: ReadView,
  passageId: (document: number) => number,
  config: SearchConfig,
): RankedPassage[] {
  const isWorthRanking = ({ document }: FusedCandidate, rank: number): boolean =>
    rank < RANKED || found.defining.has(document);
  const fused = fuse(found.candidates, { k: config.hybrid.k, isName: query.isName }).filter(isWorthRanking);
  const passages = new Map(
    view.passages(fused.map(({ document }) => passageId(document))).map((passage) => [passage.id, passage]),
  );
  const boostOf = pathBoost(config.boost, query.text);
  const scored = fused.flatMap((candidate): RankedPassage[] => {
    const passage = passages.get(passageId(candidate.document));
    if (passage === undefined) return [];
    const defining = found.defining.get(candidate.document) ?? 0;
    return [{ passage, score: (candidate.fused + featureSum({ passage, defining }, query)) * boostOf(passage.path) }];
  });
  return scale(groupByFile(scored, config.dedup.enabled), found.confidence);
}

function featureSum(candidate: RankingCandidate, query: AnalysedQuery): number {
  return FEATURES.reduce((sum, feature) => sum + feature.weigh(candidate, query), 0);
}

function scale(ranked: readonly RankedPassage[], confidence: number): RankedPassage[] {
  const highest = ranked.reduce((max, { score }) => Math.max(max, score), 0);
  if (highest === 0) return ranked.map(({ passage }) => ({ passage, score: 0 }));
  return ranked.map(({ passage, score }) => ({ passage, score: (Math.max(0, score) / highest) * confidence }));
}
