import { qualifiedName, tracedSymbol } from "../graph/symbols.ts";
import type { ReadView, StoredDefinition } from "../store/types.ts";
import type { ChangedFile, ChangeKind, Changes, Hunk, OldDefinition } from "./types.ts";

/** A changed symbol with its definition; a deleted one has none. */
export type FoundChange =
  | { readonly change: "added" | "modified"; readonly definition: StoredDefinition }
  | { readonly change: "deleted"; readonly path: string; readonly old: OldDefinition };

/** What a diff or a list of files means for symbols. */
export interface FoundChanges {
  readonly changes: readonly FoundChange[];
  readonly notes: readonly string[];
}

/** Paths that a note names. */
const maxNamed = 5;

/** The symbols that changed, by the lines of the diff and by what the old contents defined. */
export function changedSymbols(view: ReadView, changes: Changes): FoundChanges {
  if (changes.kind === "files") {
    const found = changes.paths.flatMap((path) => definitionsIn(view, path));
    return { changes: found.map((definition) => ({ change: "modified", definition })), notes: changes.notes };
  }
  const found: FoundChange[] = [];
  const stale: string[] = [];
  for (const file of changes.files) {
    const old = changes.oldDefinitions.get(file.path) ?? null;
    found.push(...changesIn(view, file, old));
    if (isStale(view, file)) stale.push(file.path);
  }
  return { changes: found, notes: [...changes.notes, ...staleNotes(stale)] };
}

function definitionsIn(view: ReadView, path: string): readonly StoredDefinition[] {
  const file = view.file(path);
  return file === null ? [] : view.definitionsInFile(file.id);
}

function changesIn(view: ReadView, file: ChangedFile, old: readonly OldDefinition[] | null): readonly FoundChange[] {
  const current = file.status === "deleted" ? [] : definitionsIn(view, file.path);
  const touched = file.status === "added" ? current : touchedBy(file.hunks, current);
  const oldNames = new Set(old?.map((definition) => definition.qualifiedName));
  const changeOf = (definition: StoredDefinition): "added" | "modified" => {
    if (file.status === "added") return "added";
    const isNew = isWithinAdded(definition.line, file.hunks) && !oldNames.has(qualifiedName(definition));
    return isNew && (old !== null || file.hunks.every(({ oldCount }) => oldCount === 0)) ? "added" : "modified";
  };
  const names = new Set(current.map(qualifiedName));
  const gone = (old ?? []).filter(
    (definition) => !names.has(definition.qualifiedName) && isWithinRemoved(definition.line, file.hunks),
  );
  return [
    ...touched.map((definition) => ({ change: changeOf(definition), definition })),
    ...gone.map((definition) => ({ change: "deleted" as const, path: file.path, old: definition })),
  ];
}

/**
 * The innermost definition around each changed line; a place where lines were only removed lies between two lines.
 * @param definitions outer ones before those inside them
 */
function touchedBy(hunks: readonly Hunk[], definitions: readonly StoredDefinition[]): readonly StoredDefinition[] {
  const touched = new Set<StoredDefinition>();
  const innermost = new Map<number, StoredDefinition>();
  for (const definition of definitions) {
    for (let line = definition.startLine; line <= definition.endLine; line++) innermost.set(line, definition);
  }
  for (const { newStart, newCount } of hunks) {
    if (newCount === 0) {
      const around = definitions.findLast(({ startLine, endLine }) => startLine <= newStart && newStart < endLine);
      if (around !== undefined) touched.add(around);
    }
    for (let line = newStart; line < newStart + newCount; line++) {
      const around = innermost.get(line);
      if (around !== undefined) touched.add(around);
    }
  }
  return definitions.filter((definition) => touched.has(definition));
}

function isWithinAdded(line: number, hunks: readonly Hunk[]): boolean {
  return hunks.some(({ newStart, newCount }) => newStart <= line && line < newStart + newCount);
}

function isWithinRemoved(line: number, hunks: readonly Hunk[]): boolean {
  return hunks.some(({ oldStart, oldCount }) => oldStart <= line && line < oldStart + oldCount);
}

/** Whether the index has another text where the diff adds a line; files that are not indexed at all are not meant. */
function isStale(view: ReadView, { path, status, firstAdded }: ChangedFile): boolean {
  const file = view.file(path);
  if (status === "deleted") return file !== null;
  if (file === null || firstAdded === null) return false;
  const indexed = view.lineText(file.id, firstAdded.line);
  return indexed !== null && indexed.replace(/\r$/, "") !== firstAdded.text;
}

function staleNotes(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, maxNamed).join(", ");
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : "";
  return [
    `The index holds other versions of ${named}${more} than the diff, so lines may be off; 'grepai watch' mends that.`,
  ];
}

/** A change as an answer tells it. */
export function describeChange(found: FoundChange): {
  readonly change: ChangeKind;
  readonly symbol: ReturnType<typeof tracedSymbol>;
} {
  if (found.change !== "deleted") return { change: found.change, symbol: tracedSymbol(found.definition) };
  const { name, qualifiedName: qualified, kind, line, endLine } = found.old;
  return { change: "deleted", symbol: { name, qualifiedName: qualified, kind, file: found.path, line, endLine } };
}
