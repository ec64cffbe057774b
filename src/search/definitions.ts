import type { SymbolKind } from "../parse/types.ts";
import type { ReadView, StoredDefinition } from "../store/types.ts";
import type { DocTable } from "./doc-table.ts";
import { type AnalysedQuery, nameKey, type QueryName } from "./query.ts";

/** Definitions looked at for one name: a name that more things share says little. */
const MAX_DEFINITIONS = 12;

/** What someone who types a bare name is likely after: types and modules first, then what runs, then data. */
const KIND_WEIGHT: Readonly<Record<SymbolKind, number>> = {
  ...{ class: 1, struct: 1, interface: 1, trait: 1, enum: 1, type: 1, module: 1, namespace: 1 },
  ...{ function: 0.9, macro: 0.9, method: 0.8, constructor: 0.7, constant: 0.7, variable: 0.6 },
  ...{ package: 0.5, property: 0.5, field: 0.5, enum_member: 0.5 },
};

/**
 * The documents that define a name of the query exactly as it is written, with a weight of 0..1. Looked up in the
 * symbol table: a definition may be too short, or its name too common, to be brought up by words or meaning.
 */
export function definingDocuments(view: ReadView, docs: DocTable, query: AnalysedQuery): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const name of query.names) {
    for (const definition of view.definitionsByName(name.text, MAX_DEFINITIONS)) {
      const document = documentAt(view, docs, definition);
      if (document === null) continue;
      const weight = KIND_WEIGHT[definition.kind] * scopeWeight(name, definition);
      found.set(document, Math.max(weight, found.get(document) ?? 0));
    }
  }
  return found;
}

/** Less for a definition that lies elsewhere than the query says. */
function scopeWeight({ scopeKeys }: QueryName, { scope, path }: StoredDefinition): number {
  const wanted = scopeKeys.at(-1);
  if (wanted === undefined) return 1;
  const keys = [...scope.split("."), ...path.split(/[/.]/)].map(nameKey);
  return keys.includes(wanted) ? 1 : 0.5;
}

/** The document that holds the line where a definition's name stands. */
function documentAt(view: ReadView, docs: DocTable, { fileId, line }: StoredDefinition): number | null {
  const file = docs.file(fileId);
  if (file === undefined) return null;
  const index = view.passagePlaces(fileId).findIndex(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return index === -1 ? null : file.firstDocument + index;
}
