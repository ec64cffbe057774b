import type { StoredDefinition, StoredReference } from "../store/types.ts";
import { isAtLeast } from "./confidence.ts";
import type { ListOptions } from "./options.ts";
import type { SymbolView } from "./resolve/symbol-view.ts";
import { contextLine, displayName, MODULE_NAME, qualifiedName } from "./symbols.ts";
import type { Confidence, TracedSymbol, TraceRow } from "./types.ts";

/** One row; `shown` is the caller or callee that it names, null for a file's top level. */
export function rowOf(
  view: SymbolView,
  reference: StoredReference,
  shown: StoredDefinition | null,
  confidence: Confidence,
  ends: { readonly definition: TracedSymbol | null; readonly target: TracedSymbol | null },
): TraceRow {
  return {
    file: reference.path,
    line: reference.line,
    symbol: shown === null ? MODULE_NAME : displayName(shown),
    qualifiedName: shown === null ? MODULE_NAME : qualifiedName(shown),
    context: contextLine(view, reference.fileId, reference.line),
    kind: reference.kind,
    confidence,
    ...ends,
  };
}

/** Rows as an answer lists them. */
export interface RowList {
  readonly rows: readonly TraceRow[];
  /** Rows that may be shown, also those beyond the limit. */
  readonly total: number;
  /** Rows that the filters of the question leave out. */
  readonly hidden: number;
  readonly notes: readonly string[];
}

/**
 * The rows that a question lets through, in order and up to its limit.
 * @param placeOf the file that decides whether a row is shown, null outside the project
 */
export function listedRows(
  rows: readonly TraceRow[],
  placeOf: (row: TraceRow) => string | null,
  { shows, minConfidence, limit }: ListOptions,
): RowList {
  const ordered = orderedRows(rows);
  const shown = ordered.filter((row) => isAtLeast(row.confidence, minConfidence) && shows(placeOf(row)));
  const hidden = ordered.length - shown.length;
  const listed = limit === null ? shown : shown.slice(0, limit);
  const notes: string[] = [];
  if (hidden > 0) notes.push(hiddenNote(hidden));
  if (listed.length < shown.length) notes.push(`Only the first ${listed.length} of ${shown.length} are shown (limit).`);
  return { rows: listed, total: shown.length, hidden, notes };
}

function hiddenNote(hidden: number): string {
  const what = hidden === 1 ? "1 more is" : `${hidden} more are`;
  return `${what} left out by path, include_tests or min_confidence.`;
}

/** By file and line; what one line shows twice is one row. */
function orderedRows(rows: readonly TraceRow[]): readonly TraceRow[] {
  const byKey = new Map<string, TraceRow>();
  for (const row of rows) {
    const ends = [row.definition, row.target].map((end) => (end === null ? "" : `${end.file}:${end.line}`));
    const key = [row.file, row.line, row.qualifiedName, row.kind, ...ends].join("\0");
    if (!byKey.has(key)) byKey.set(key, row);
  }
  return [...byKey.values()].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || compare(a.qualifiedName, b.qualifiedName),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
