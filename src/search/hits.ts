import type { ReadView, StoredPassage } from "../store/types.ts";
import { type Fillable, fillBudget } from "./budget.ts";
import type { SearchHit, TokenBudget } from "./types.ts";
import { wholeDefinition } from "./whole-definition.ts";

export interface ScoredPassage {
  readonly passageId: number;
  readonly score: number;
}

export interface HitRules {
  readonly limit: number;
  readonly budget: TokenBudget | null;
  /** Leaves passages out by what they hold; null keeps all. */
  readonly isWanted: ((passage: StoredPassage) => boolean) | null;
}

/**
 * What of a ranking is shown: the best, or as much of it as the budget holds.
 * @param ranked best first
 * @param notes takes a remark on what found no room
 */
export function hitsOf(
  view: ReadView,
  ranked: readonly ScoredPassage[],
  { limit, budget, isWanted }: HitRules,
  notes: string[],
): readonly SearchHit[] {
  const looked = budget === null && isWanted === null ? ranked.slice(0, limit) : ranked;
  const scores = new Map(looked.map(({ passageId, score }) => [passageId, score]));
  const passages = view.passages([...scores.keys()]).filter((passage) => isWanted?.(passage) ?? true);
  const hits = passages.map((passage): Fillable => {
    const hit = hitOf(passage, scores.get(passage.id) ?? 0);
    return { hit, whole: () => completed(view, passage, hit) };
  });
  if (budget === null) return hits.slice(0, limit).map(({ hit }) => hit);
  const filled = fillBudget(hits, budget, limit);
  if (filled.leftOut > 0) notes.push(`${filled.leftOut} more found no room in the token budget.`);
  return filled.hits;
}

function hitOf({ path, language, chunk }: StoredPassage, score: number): SearchHit {
  const { startLine, endLine, text, kind, symbol, scope } = chunk;
  return { score, file: path, startLine, endLine, content: text, language, kind, symbol, scope, tokens: null };
}

function completed(view: ReadView, passage: StoredPassage, hit: SearchHit): SearchHit | null {
  const whole = wholeDefinition(view, passage);
  if (whole === null) return null;
  return { ...hit, startLine: whole.startLine, endLine: whole.endLine, content: whole.text };
}
