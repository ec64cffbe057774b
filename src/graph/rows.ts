import type { StoredDefinition, StoredReference } from "../store/types.ts";
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

/** By file and line; what one line shows twice is one row. */
export function orderedRows(rows: readonly TraceRow[]): readonly TraceRow[] {
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
