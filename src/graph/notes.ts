import { languageOf } from "../parse/registry.ts";
import type { ReadView, StoredDefinition } from "../store/types.ts";
import { buildingNote } from "./not-found.ts";
import { askableName, withoutOwnConstructors } from "./query.ts";
import { isVariable } from "./resolve/kinds.ts";
import type { RowList } from "./rows.ts";
import type { AccessMode, TraceRow } from "./types.ts";

/** Items named in one note. */
const maxNamed = 5;

/** What a reader of a list of callers must know: above all, which kind of nothing an empty list is. */
export function callersNotes(
  view: ReadView,
  definitions: readonly StoredDefinition[],
  { rows, hidden }: RowList,
  otherUses: number,
): readonly string[] {
  const notes: string[] = [];
  const isUnused = rows.length === 0 && hidden === 0;
  if (isUnused) {
    notes.push(
      otherUses === 0
        ? "No callers are known: nothing in the index calls it or hands it on."
        : `No callers are known; it is only used as a type or a base class (${count(otherUses, "place")}).`,
    );
  } else if (rows.length > 0 && rows.every((row) => row.kind === "value")) {
    notes.push("No direct call is known; it is only handed on as a value (rows of kind 'value').");
  }
  notes.push(...commonNotes(view, definitions, rows));
  if (isUnused) {
    const partial = view.partialFiles(maxNamed + 1);
    const others = partial.filter((path) => definitions.every((definition) => definition.path !== path));
    if (others.length > 0)
      notes.push(`Calls may be missing from files that were parsed only in part: ${named(others)}.`);
  }
  return notes;
}

/** What a reader of a list of callees must know. */
export function calleesNotes(
  view: ReadView,
  definitions: readonly StoredDefinition[],
  { rows, hidden }: RowList,
  unresolved: readonly string[],
): readonly string[] {
  const notes: string[] = [];
  if (rows.length === 0 && hidden === 0 && unresolved.length === 0)
    notes.push("It calls nothing that the index knows.");
  if (unresolved.length > 0) notes.push(`Calls that could not be resolved: ${named(unresolved)}.`);
  return [...notes, ...commonNotes(view, definitions, rows)];
}

/** Languages whose reads and writes are found. */
const withAccesses: ReadonlySet<string> = new Set(["go", "typescript", "tsx", "javascript", "python"]);

/** What a reader of a list of reads or writes must know. */
export function accessNotes(
  view: ReadView,
  definitions: readonly StoredDefinition[],
  { rows, hidden }: RowList,
  mode: AccessMode,
): readonly string[] {
  const notes: string[] = [];
  const callable = definitions.find(({ kind }) => !isVariable(kind));
  if (callable !== undefined) {
    notes.push(`${callable.name} is a ${callable.kind}: its calls are listed by 'trace callers'.`);
  }
  if (rows.length === 0 && hidden === 0) notes.push(`No ${mode} are known.`);
  for (const id of new Set(definitions.map(({ language }) => language))) {
    if (!withAccesses.has(id)) notes.push(`Reads and writes in ${languageOf(id).displayName} are not found yet.`);
  }
  return [...notes, ...commonNotes(view, definitions, rows)];
}

/** Notes on the symbol itself and on the index. */
export function commonNotes(
  view: ReadView,
  definitions: readonly StoredDefinition[],
  rows: readonly Pick<TraceRow, "confidence">[],
): readonly string[] {
  const notes: string[] = [];
  const distinct = withoutOwnConstructors(definitions);
  if (distinct.length > 1) {
    notes.push(
      `${distinct.length} definitions have this name; ask for one of them: ${named(distinct.map(askableName))}.`,
    );
  }
  const ambiguous = rows.filter((row) => row.confidence === "ambiguous").length;
  if (ambiguous > 0)
    notes.push(`${count(ambiguous, "row")} rest on a name that several definitions share ('ambiguous').`);
  for (const id of new Set(definitions.map((definition) => definition.language))) {
    const { displayName, fullTrace } = languageOf(id);
    if (!fullTrace) notes.push(`Calls in ${displayName} are matched by name, scope and declared types.`);
  }
  const partial = [...new Set(definitions.filter((definition) => isPartial(view, definition)).map(({ path }) => path))];
  if (partial.length > 0) notes.push(`Parsed only in part, so calls may be missing: ${named(partial)}.`);
  const building = buildingNote(view);
  if (building !== null) notes.push(building);
  return notes;
}

function isPartial(view: ReadView, definition: StoredDefinition): boolean {
  const status = view.fileById(definition.fileId)?.status;
  return status === "partial" || status === "failed";
}

function named(items: readonly string[]): string {
  const shown = items.slice(0, maxNamed).join(", ");
  return items.length > maxNamed ? `${shown} and ${items.length - maxNamed} more` : shown;
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
