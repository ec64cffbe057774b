import type { ReferenceKind } from "../parse/types.ts";
import type { ReadView } from "../store/types.ts";
import { accessesOf } from "./callers.ts";
import { accessNotes } from "./notes.ts";
import type { ListOptions } from "./options.ts";
import { listedRows, rowOf } from "./rows.ts";
import { startTrace } from "./start.ts";
import { tracedSymbol } from "./symbols.ts";
import type { AccessMode, TraceAnswer, TraceRow } from "./types.ts";

/**
 * All places that read, or that write, a field, property, global or constant. One that does both at once (`n += 1`) is in
 * either list; a call of a function that a field holds reads the field. Of functions and types the places that hand
 * them on or look at them.
 * @throws GrepaiError SYMBOL_NOT_FOUND, INVALID_PARAMETERS
 */
export function traceAccesses(view: ReadView, query: string, mode: AccessMode, options: ListOptions): TraceAnswer {
  const { definitions, resolver, isTraced } = startTrace(view, query, options);
  const wanted = new Map(definitions.map((definition) => [definition.id, definition]));
  const rows: TraceRow[] = [];
  for (const { reference, target } of accessesOf(wanted, resolver)) {
    if (!isTraced(reference.path) || !belongsTo(mode, reference.kind)) continue;
    const ends = { definition: tracedSymbol(target.definition), target: null };
    rows.push(rowOf(resolver.view, reference, resolver.enclosing(reference), target.confidence, ends));
  }
  const list = listedRows(rows, (row) => row.file, options);
  return {
    query,
    mode,
    definitions: definitions.map(tracedSymbol),
    rows: list.rows,
    total: list.total,
    notes: [...accessNotes(view, definitions, list, mode), ...list.notes],
  };
}

function belongsTo(mode: AccessMode, kind: ReferenceKind): boolean {
  return mode === "writers" ? kind === "write" || kind === "update" : kind !== "write";
}
