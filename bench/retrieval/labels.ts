import { readFileSync } from "node:fs";

/** A place that answers a query: a file, or lines of it. */
export interface Target {
  readonly path: string;
  readonly start_line?: number;
  readonly end_line?: number;
}

export interface LabelledQuery {
  readonly query: string;
  readonly category: string;
  readonly targets: readonly Target[];
}

/** One repository of a labels file: semble's annotations (https://github.com/MinishLab/semble), reduced. */
export interface LabelledRepository {
  readonly repo: string;
  readonly language: string;
  readonly queries: readonly LabelledQuery[];
}

/** Tokens of results as the product estimates them: in both forms of a reply, and those of the code alone. */
export interface TokenCost {
  readonly full: number;
  readonly code: number;
  readonly compact: number;
}

/** What was answered at one rank. */
export interface Answer {
  readonly file: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly tokens: TokenCost | null;
}

export function readLabels(path: string): readonly LabelledRepository[] {
  return JSON.parse(readFileSync(path, "utf8")) as readonly LabelledRepository[];
}

function meets(target: Target, { file, start_line, end_line }: Answer): boolean {
  const { path } = target;
  if (file !== path && !file.endsWith(`/${path}`) && !path.endsWith(`/${file}`)) return false;
  if (target.start_line === undefined || target.end_line === undefined) return true;
  return start_line <= target.end_line && target.start_line <= end_line;
}

/**
 * NDCG at 10 (Järvelin & Kekäläinen 2002) with a gain of 1 a target; targets first met at the same rank count once,
 * and the ideal puts as many targets as there are, at most 10, at the top.
 */
export function ndcg(targets: readonly Target[], answers: readonly Answer[]): number {
  const top = answers.slice(0, 10);
  const ranks = new Set(targets.map((target) => top.findIndex((answer) => meets(target, answer))));
  ranks.delete(-1);
  const gain = (rank: number): number => 1 / Math.log2(rank + 2);
  const ideal = Array.from({ length: Math.min(10, targets.length) }, (_, rank) => gain(rank));
  const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
  return sum([...ranks].map(gain)) / sum(ideal);
}

/**
 * What is read until the first result that answers, that one included; where none of the first 10 does, all of them.
 * Null when the answers do not say what they cost.
 */
export function tokensUntilRelevant(targets: readonly Target[], answers: readonly Answer[]): TokenCost | null {
  const top = answers.slice(0, 10);
  const first = top.findIndex((answer) => targets.some((target) => meets(target, answer)));
  const costs = top.slice(0, first === -1 ? top.length : first + 1).map(({ tokens }) => tokens);
  const total = { full: 0, code: 0, compact: 0 };
  for (const cost of costs) {
    if (cost === null) return null;
    total.full += cost.full;
    total.code += cost.code;
    total.compact += cost.compact;
  }
  return total;
}
