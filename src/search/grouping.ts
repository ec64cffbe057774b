import type { FileOutline, Outline } from "./outlines.ts";

export interface RankedPassage {
  readonly outline: Outline;
  readonly score: number;
}

/** A file with the passages of it that were found. */
export interface FileGroup {
  readonly file: FileOutline;
  /** Best first; at least one. */
  readonly passages: readonly RankedPassage[];
  /** The best passage's score and what the others add to it. */
  readonly score: number;
}

/** What each further good chunk of a file adds to its best, as a share of its score, halved from one to the next. */
const SUPPORT_SHARE = 0.35;
const MAX_SUPPORTERS = 6;

/** Groups passages file by file, best first. A file that answers in several places is a better answer. */
export function groupByFile(passages: readonly RankedPassage[]): FileGroup[] {
  const byFile = new Map<FileOutline, RankedPassage[]>();
  for (const one of [...passages].sort(byScore)) {
    const group = byFile.get(one.outline.file);
    if (group === undefined) byFile.set(one.outline.file, [one]);
    else group.push(one);
  }
  return [...byFile.entries()].map(([file, found]): FileGroup => {
    const [best, ...others] = found as [RankedPassage, ...RankedPassage[]];
    return { file, passages: found, score: best.score + support(others) };
  });
}

function support(others: readonly RankedPassage[]): number {
  return others
    .slice(0, MAX_SUPPORTERS)
    .reduce((sum, { score }, index) => sum + (SUPPORT_SHARE * Math.max(0, score)) / 2 ** index, 0);
}

/**
 * One list of all passages: a file's best stands for the file and has its score. With `oneFirst`, every file's best
 * comes before any file's second.
 */
export function listPassages(files: readonly FileGroup[], oneFirst: boolean): RankedPassage[] {
  const leaders = files.map(({ passages: [best], score }) => ({ ...(best as RankedPassage), score }));
  const followers = files.flatMap(({ passages }) => passages.slice(1));
  if (!oneFirst) return [...leaders, ...followers].sort(byScore);
  return [...leaders.sort(byScore), ...followers.sort(byScore)];
}

/** Best first; equals in the order of their places, so that an answer never depends on how the index came about. */
function byScore(one: RankedPassage, other: RankedPassage): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.outline.file !== other.outline.file) return one.outline.file.path < other.outline.file.path ? -1 : 1;
  return one.outline.startLine - other.outline.startLine;
}
