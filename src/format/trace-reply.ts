import type { TraceAnswer, TracedSymbol, TraceMode, TraceRow } from "../graph/types.ts";
import { cutLine } from "./cut.ts";
import { fittingPrefix, jsonBytes, notesKey, type ReplyLimits } from "./limits.ts";

/** Where a symbol is defined. */
export interface DefinitionReply {
  readonly name: string;
  readonly kind: string;
  readonly file: string;
  readonly line: number;
}

/** What a row adds after the documented keys. */
interface AddedRowKeys {
  readonly kind: string;
  readonly confidence: string;
  /** The name with its scope, where that says more than the name. */
  readonly qualified_name?: string;
  /** Which of several definitions of the traced name the row belongs to. */
  readonly definition?: DefinitionReply;
}

export interface CallerRow extends AddedRowKeys {
  readonly file: string;
  readonly line: number;
  readonly caller: string;
  readonly context: string;
}

export interface ReaderRow extends AddedRowKeys {
  readonly file: string;
  readonly line: number;
  readonly reader: string;
  readonly context: string;
}

export interface WriterRow extends AddedRowKeys {
  readonly file: string;
  readonly line: number;
  readonly writer: string;
  readonly context: string;
}

export interface CalleeRow extends AddedRowKeys {
  readonly file: string;
  readonly line: number;
  readonly callee: string;
  readonly context: string;
  /** Where the callee is defined; null outside the project. */
  readonly target: DefinitionReply | null;
}

interface TraceReplyOf<Mode, Row> {
  readonly query: string;
  readonly mode: Mode;
  /** Call sites found, also those left out of `results` for size. */
  readonly count: number;
  readonly results: readonly Row[];
  readonly definitions: readonly DefinitionReply[];
  readonly notes?: readonly string[];
}

export type FullTraceReply =
  | TraceReplyOf<"callers", CallerRow>
  | TraceReplyOf<"callees", CalleeRow>
  | TraceReplyOf<"readers", ReaderRow>
  | TraceReplyOf<"writers", WriterRow>;

export interface CompactTraceRow {
  readonly f: string;
  readonly l: number;
  readonly fn: string;
  /** Confidence, where it is not exact. */
  readonly cf?: string;
  /** Which of several definitions of the traced name the row belongs to: an index into `ds`. */
  readonly d?: number;
}

export interface CompactTraceReply {
  readonly q: string;
  readonly m: TraceMode;
  readonly c: number;
  readonly r: readonly CompactTraceRow[];
  /** The definitions as `file:line`, where there are several. */
  readonly ds?: readonly string[];
  readonly notes?: readonly string[];
}

/** Definitions of one name that a reply lists. */
export const maxDefinitions = 50;

/** A definition as replies name it. */
export function definitionReply(symbol: TracedSymbol): DefinitionReply {
  return { name: symbol.qualifiedName, kind: symbol.kind, file: symbol.file, line: symbol.line };
}

function addedKeys(row: TraceRow, severalDefinitions: boolean): AddedRowKeys {
  return {
    kind: row.kind,
    confidence: row.confidence,
    ...(row.qualifiedName === row.symbol ? {} : { qualified_name: row.qualifiedName }),
    ...(severalDefinitions && row.definition !== null ? { definition: definitionReply(row.definition) } : {}),
  };
}

function leftOutNote(leftOut: number, total: number): string {
  return `The last ${leftOut} of ${total} call sites are left out to keep the answer small; use compact for more of them.`;
}

/** Leaves out last rows until the reply fits. */
function bounded<Row, T extends { readonly notes?: readonly string[] }>(
  rows: readonly Row[],
  build: (rows: readonly Row[], notes: readonly string[]) => T,
  notes: readonly string[],
  limits: ReplyLimits | null,
): T {
  const whole = build(rows, notes);
  if (limits === null || jsonBytes(whole) <= limits.maxBytes) return whole;
  const withPrefix = (prefix: readonly Row[]): T =>
    build(prefix, [...notes, leftOutNote(rows.length - prefix.length, rows.length)]);
  return withPrefix(fittingPrefix(rows, (prefix) => jsonBytes(withPrefix(prefix)) <= limits.maxBytes));
}

/** The documented full reply of callers and callees, and its like for readers and writers. */
export function fullTraceReply(answer: TraceAnswer, limits: ReplyLimits | null): FullTraceReply {
  const several = answer.definitions.length > 1;
  const place = ({ file, line }: TraceRow) => ({ file, line });
  const rest = (row: TraceRow) => ({
    context: limits === null ? row.context : cutLine(row.context, limits.maxLineWidth),
    ...addedKeys(row, several),
  });
  switch (answer.mode) {
    case "callers":
      return replyOf(
        answer,
        "callers",
        (row): CallerRow => ({ ...place(row), caller: row.symbol, ...rest(row) }),
        limits,
      );
    case "callees":
      return replyOf(
        answer,
        "callees",
        (row): CalleeRow => ({
          ...place(row),
          callee: row.symbol,
          ...rest(row),
          target: row.target === null ? null : definitionReply(row.target),
        }),
        limits,
      );
    case "readers":
      return replyOf(
        answer,
        "readers",
        (row): ReaderRow => ({ ...place(row), reader: row.symbol, ...rest(row) }),
        limits,
      );
    case "writers":
      return replyOf(
        answer,
        "writers",
        (row): WriterRow => ({ ...place(row), writer: row.symbol, ...rest(row) }),
        limits,
      );
  }
}

function replyOf<Mode extends TraceMode, Row>(
  { query, rows, total, definitions, notes }: TraceAnswer,
  mode: Mode,
  rowReply: (row: TraceRow) => Row,
  limits: ReplyLimits | null,
): TraceReplyOf<Mode, Row> {
  const shown = definitions.slice(0, maxDefinitions).map(definitionReply);
  return bounded(
    rows.map(rowReply),
    (results, allNotes) => ({ query, mode, count: total, results, definitions: shown, ...notesKey(allNotes) }),
    notes,
    limits,
  );
}

/** Where a symbol is defined, in a form that can be asked for. */
export function definitionPlace(symbol: TracedSymbol): string {
  return `${symbol.file}:${symbol.line}`;
}

/** The documented compact reply of callers and callees, without contexts. */
export function compactTraceReply(answer: TraceAnswer, limits: ReplyLimits | null): CompactTraceReply {
  const places = answer.definitions.length > 1 ? answer.definitions.map(definitionPlace) : [];
  const definitionKey = ({ definition }: TraceRow): Pick<CompactTraceRow, "d"> => {
    const index = definition === null ? -1 : places.indexOf(definitionPlace(definition));
    return index === -1 ? {} : { d: index };
  };
  return bounded(
    answer.rows.map(
      (row): CompactTraceRow => ({
        f: row.file,
        l: row.line,
        fn: row.symbol,
        ...(row.confidence === "exact" ? {} : { cf: row.confidence }),
        ...definitionKey(row),
      }),
    ),
    (r, notes) => ({
      q: answer.query,
      m: answer.mode,
      c: answer.total,
      r,
      ...(places.length > 0 ? { ds: places.slice(0, maxDefinitions) } : {}),
      ...notesKey(notes),
    }),
    answer.notes,
    limits,
  );
}
