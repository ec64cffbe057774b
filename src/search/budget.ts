import { estimateTokens } from "../text/tokens.ts";
import { areNearDuplicates, shinglesOf } from "./resemblance.ts";
import type { SearchHit, TokenBudget } from "./types.ts";

/** What a whole definition may take of the budget, so that it leaves room for more than one answer. */
const WHOLE_SHARE = 0.5;

/** A hit, and the same hit with all of the definition that it is a piece of, where it is one. */
export interface Fillable {
  readonly hit: SearchHit;
  readonly whole: () => SearchHit | null;
}

export interface FilledBudget {
  readonly hits: readonly SearchHit[];
  /** Hits that were distinct but found no room. */
  readonly leftOut: number;
}

interface Chosen {
  readonly hit: SearchHit;
  readonly shingles: ReadonlySet<string>;
}

/**
 * Takes the best hits as long as there is room: each completed to its whole definition if that fits, else as it is;
 * one that fits in neither form makes way for the next. What overlaps one already taken, or is nearly a copy of it,
 * is passed over. Where not even the first fits, as many of its lines are taken as do, or its place alone.
 * @param limit hits at most
 */
export function fillBudget(found: readonly Fillable[], budget: TokenBudget, limit: number): FilledBudget {
  const chosen: Chosen[] = [];
  let room = budget.maxTokens;
  let leftOut = 0;
  for (const { hit, whole } of found) {
    if (chosen.length === limit) break;
    const shingles = shinglesOf(hit.content);
    if (chosen.some((other) => overlap(hit, other.hit) || areNearDuplicates(shingles, other.shingles))) continue;
    const fitting = [completed(whole, budget), measured(hit)].find((one) => one !== null && budget.costOf(one) <= room);
    if (fitting === null || fitting === undefined) {
      leftOut++;
      continue;
    }
    chosen.push({ hit: fitting, shingles });
    room -= budget.costOf(fitting);
  }
  if (chosen.length > 0) return { hits: chosen.map(({ hit }) => hit), leftOut };
  const first = found[0];
  return first === undefined ? { hits: [], leftOut } : { hits: [headOf(first.hit, budget)], leftOut: leftOut - 1 };
}

function measured(hit: SearchHit): SearchHit {
  return { ...hit, tokens: estimateTokens(hit.content) };
}

function completed(whole: () => SearchHit | null, { maxTokens }: TokenBudget): SearchHit | null {
  const hit = whole();
  if (hit === null) return null;
  const full = measured(hit);
  return (full.tokens ?? 0) <= WHOLE_SHARE * maxTokens ? full : null;
}

function overlap(one: SearchHit, other: SearchHit): boolean {
  return one.file === other.file && one.startLine <= other.endLine && other.startLine <= one.endLine;
}

/** The first lines of a hit that fit; its place alone when not even one does. */
function headOf(hit: SearchHit, { maxTokens, costOf }: TokenBudget): SearchHit {
  const lines = hit.content.split("\n");
  const head = (count: number): SearchHit =>
    measured({ ...hit, content: lines.slice(0, count).join("\n"), endLine: hit.startLine + count - 1 });
  let low = 0;
  let high = Math.min(lines.length, hit.endLine - hit.startLine + 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (costOf(head(middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? { ...hit, content: "", tokens: 0 } : head(low);
}
