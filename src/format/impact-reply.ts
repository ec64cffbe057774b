import type { AffectedSymbol, ChangedSymbol, ImpactAnswer } from "../impact/types.ts";
import { cutLine } from "./cut.ts";
import { fittingPrefix, jsonBytes, notesKey, type ReplyLimits } from "./limits.ts";

/** Changed symbols that a reply lists. */
const maxChanged = 200;

export interface ChangedRow {
  readonly file: string;
  readonly line: number;
  readonly symbol: string;
  readonly kind: string;
  readonly change: string;
}

export interface AffectedRow {
  readonly file: string;
  /** Where it is defined; of a file's top level where it calls. */
  readonly line: number;
  readonly symbol: string;
  /** Null for a file's top level. */
  readonly kind: string | null;
  readonly distance: number;
  readonly confidence: string;
  readonly via: string;
  readonly call_site: { readonly line: number; readonly context: string };
}

export interface FullImpactReply {
  readonly query: string;
  readonly mode: "impact";
  /** Affected symbols found, tests included, also those left out. */
  readonly count: number;
  readonly tests: readonly AffectedRow[];
  readonly results: readonly AffectedRow[];
  readonly changed: readonly ChangedRow[];
  readonly stats: {
    readonly changed: number;
    readonly tests: number;
    readonly affected: number;
    readonly max_distance: number;
  };
  readonly truncated?: true;
  readonly notes?: readonly string[];
}

export interface CompactAffectedRow {
  readonly f: string;
  readonly l: number;
  readonly fn: string;
  readonly d: number;
  readonly cf?: string;
}

export interface CompactImpactReply {
  readonly q: string;
  readonly m: "impact";
  readonly c: number;
  /** Tests. */
  readonly t: readonly CompactAffectedRow[];
  readonly r: readonly CompactAffectedRow[];
  /** Changed symbols as `change file:line name`. */
  readonly ch: readonly string[];
  readonly truncated?: true;
  readonly notes?: readonly string[];
}

function changedRow({ change, symbol }: ChangedSymbol): ChangedRow {
  return { file: symbol.file, line: symbol.line, symbol: symbol.qualifiedName, kind: symbol.kind, change };
}

function affectedRow(row: AffectedSymbol, limits: ReplyLimits | null): AffectedRow {
  const { line, context } = row.site;
  return {
    file: row.file,
    line: row.line,
    symbol: row.qualifiedName,
    kind: row.kind,
    distance: row.distance,
    confidence: row.confidence,
    via: row.via,
    call_site: { line, context: limits === null ? context : cutLine(context, limits.maxLineWidth) },
  };
}

function compactRow({ file, line, name, distance, confidence }: AffectedSymbol): CompactAffectedRow {
  return { f: file, l: line, fn: name, d: distance, ...(confidence === "exact" ? {} : { cf: confidence }) };
}

/** Leaves out last rows (other than tests first, as these come first) until the reply fits. */
function bounded<T>(
  answer: ImpactAnswer,
  build: (affected: readonly AffectedSymbol[], notes: readonly string[]) => T,
  limits: ReplyLimits | null,
): T {
  const { affected, notes } = answer;
  const whole = build(affected, notes);
  if (limits === null || jsonBytes(whole) <= limits.maxBytes) return whole;
  const withPrefix = (prefix: readonly AffectedSymbol[]): T => {
    const left = affected.length - prefix.length;
    const note = `The last ${left} of ${answer.total} are left out to keep the answer small; use compact or limit.`;
    return build(prefix, [...notes, note]);
  };
  return withPrefix(fittingPrefix(affected, (prefix) => jsonBytes(withPrefix(prefix)) <= limits.maxBytes));
}

function changedNotes({ changed }: ImpactAnswer): readonly string[] {
  return changed.length > maxChanged
    ? [`Only the first ${maxChanged} of ${changed.length} changed symbols are listed.`]
    : [];
}

/** What changed and what it reaches, tests apart. */
export function fullImpactReply(answer: ImpactAnswer, limits: ReplyLimits | null): FullImpactReply {
  const changed = answer.changed.slice(0, maxChanged).map(changedRow);
  return bounded(
    answer,
    (affected, notes) => ({
      query: answer.query,
      mode: "impact" as const,
      count: answer.total,
      tests: affected.filter(({ isTest }) => isTest).map((row) => affectedRow(row, limits)),
      results: affected.filter(({ isTest }) => !isTest).map((row) => affectedRow(row, limits)),
      changed,
      stats: {
        changed: answer.changed.length,
        tests: answer.testCount,
        affected: answer.total - answer.testCount,
        max_distance: answer.maxDistance,
      },
      ...(answer.truncated ? { truncated: true as const } : {}),
      ...notesKey([...changedNotes(answer), ...notes]),
    }),
    limits,
  );
}

/** The same in few tokens: places, names and distances. */
export function compactImpactReply(answer: ImpactAnswer, limits: ReplyLimits | null): CompactImpactReply {
  const ch = answer.changed
    .slice(0, maxChanged)
    .map(({ change, symbol }) => `${change} ${symbol.file}:${symbol.line} ${symbol.qualifiedName}`);
  return bounded(
    answer,
    (affected, notes) => ({
      q: answer.query,
      m: "impact" as const,
      c: answer.total,
      t: affected.filter(({ isTest }) => isTest).map(compactRow),
      r: affected.filter(({ isTest }) => !isTest).map(compactRow),
      ch,
      ...(answer.truncated ? { truncated: true as const } : {}),
      ...notesKey([...changedNotes(answer), ...notes]),
    }),
    limits,
  );
}
