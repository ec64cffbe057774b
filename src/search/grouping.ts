import type { StoredPassage } from "../store/types.ts";

export interface RankedPassage {
  readonly passage: StoredPassage;
  readonly score: number;
}

/** What each further good chunk of a file adds to its best, as a share of its score, halved from one to the next. */
const SUPPORT_SHARE = 0.25;
const MAX_SUPPORTERS = 4;

/**
 * Orders passages file by file. A file that answers in several places is a better answer, so its best chunk gains a
 * little from the others. With `oneFirst`, every file's best chunk comes before any file's second.
 */
export function groupByFile(passages: readonly RankedPassage[], oneFirst: boolean): RankedPassage[] {
  const ranked = [...passages].sort(byScore);
  const byFile = new Map<number, RankedPassage[]>();
  for (const one of ranked) {
    const group = byFile.get(one.passage.fileId);
    if (group === undefined) byFile.set(one.passage.fileId, [one]);
    else group.push(one);
  }
  const leaders: RankedPassage[] = [];
  const followers: RankedPassage[] = [];
  for (const [best, ...others] of byFile.values()) {
    if (best === undefined) continue;
    leaders.push({ ...best, score: best.score + support(others) });
    followers.push(...others);
  }
  if (!oneFirst) return [...leaders, ...followers].sort(byScore);
  return [...leaders.sort(byScore), ...followers.sort(byScore)];
}

function support(others: readonly RankedPassage[]): number {
  return others
    .slice(0, MAX_SUPPORTERS)
    .reduce((sum, { score }, index) => sum + (SUPPORT_SHARE * Math.max(0, score)) / 2 ** index, 0);
}

/** Best first; equals in the order of their places, so that an answer never depends on how the index came about. */
function byScore(one: RankedPassage, other: RankedPassage): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.passage.path !== other.passage.path) return one.passage.path < other.passage.path ? -1 : 1;
  return one.passage.chunk.startLine - other.passage.chunk.startLine;
}
