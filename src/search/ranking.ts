import type { SearchConfig } from "../config/types.ts";
import type { ReadView } from "../store/types.ts";
import type { Candidates } from "./candidates.ts";
import { endorsements, type ImportedNames } from "./endorsement.ts";
import { CHUNK_FEATURES, type Feature, FILE_FEATURES } from "./features.ts";
import { type FusedCandidate, fuse } from "./fusion.ts";
import { type FileGroup, groupByFile, listPassages, type RankedPassage } from "./grouping.ts";
import type { OutlineCache } from "./outlines.ts";
import { pathBoost } from "./path-boost.ts";
import type { AnalysedQuery } from "./query.ts";

/** How many fused candidates are looked at closely: their symbols, paths and files. At least the largest limit. */
const RANKED = 200;

/** What ranking needs beside the query and the candidates. */
export interface RankingContext {
  readonly passageId: (document: number) => number;
  readonly outlines: OutlineCache;
  readonly importedNames: ImportedNames;
  readonly config: SearchConfig;
}

/**
 * From candidates to an answer: fuse both measures, add what the features of chunks find, gather the chunks of each
 * file, add what the features of files find, and multiply by the path's factor. Scores end in 0..1: the best has the
 * candidates' confidence, the others their share of it.
 */
export function rank(
  found: Candidates,
  query: AnalysedQuery,
  view: ReadView,
  { passageId, outlines, importedNames, config }: RankingContext,
): RankedPassage[] {
  const isWorthRanking = ({ document }: FusedCandidate, rank: number): boolean =>
    rank < RANKED || found.defining.has(document);
  const fused = fuse(found.candidates, query.isName).filter(isWorthRanking);
  const known = outlines.of(
    view,
    fused.map(({ document }) => passageId(document)),
  );
  const scored = fused.flatMap(({ document, fused: score }): RankedPassage[] => {
    const outline = known.get(passageId(document));
    if (outline === undefined) return [];
    const candidate = { outline, defining: found.defining.get(document) ?? 0 };
    return [{ outline, score: score + sumOf(CHUNK_FEATURES, candidate, query) }];
  });
  const files = groupByFile(scored);
  const endorsed = endorsements(files, importedNames);
  const boostOf = pathBoost(config.boost, query.text);
  const ranked = files.map(({ file, passages, score }): FileGroup => {
    const candidate = { file, endorsement: endorsed.get(file.id) ?? 0 };
    const factor = boostOf(file.path);
    return {
      file,
      passages: passages.map((one) => ({ ...one, score: one.score * factor })),
      score: (score + sumOf(FILE_FEATURES, candidate, query)) * factor,
    };
  });
  return scale(listPassages(ranked, config.dedup.enabled), found.confidence);
}

function sumOf<Candidate>(features: readonly Feature<Candidate>[], candidate: Candidate, query: AnalysedQuery): number {
  return features.reduce((sum, feature) => sum + feature.weigh(candidate, query), 0);
}

function scale(ranked: readonly RankedPassage[], confidence: number): RankedPassage[] {
  const highest = ranked.reduce((max, { score }) => Math.max(max, score), 0);
  if (highest === 0) return ranked.map(({ outline }) => ({ outline, score: 0 }));
  return ranked.map(({ outline, score }) => ({ outline, score: (Math.max(0, score) / highest) * confidence }));
}
