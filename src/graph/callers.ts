import type { ReferenceKind } from "../parse/types.ts";
import type { ReadView, StoredDefinition, StoredReference } from "../store/types.ts";
import { importedAs, importedAsDefault, variableHolding } from "./alias-names.ts";
import { callersNotes } from "./notes.ts";
import type { ListOptions } from "./options.ts";
import { isAccess, isType, isVariable } from "./resolve/kinds.ts";
import type { Resolver } from "./resolve/resolver.ts";
import type { Target } from "./resolve/types.ts";
import { listedRows, rowOf } from "./rows.ts";
import { startTrace } from "./start.ts";
import { tracedSymbol, withConstructors } from "./symbols.ts";
import type { TraceAnswer, TraceRow } from "./types.ts";

/** Different names followed for one query: aliases of aliases end somewhere. */
const maxNames = 200;

/** Names under which code creates an object of its own or its base class. */
const constructionNames = [
  "super",
  "constructor",
  "this",
  "self",
  "Self",
  "static",
  "cls",
  "parent",
  "base",
  "__init__",
];

/**
 * All uses of a symbol: calls, creations, decorators, and uses as a value (with their kind).
 * @throws GrepaiError SYMBOL_NOT_FOUND, INVALID_PARAMETERS
 */
export function traceCallers(view: ReadView, query: string, options: ListOptions): TraceAnswer {
  const { definitions, resolver, isTraced } = startTrace(view, query, options);
  const wanted = withConstructors(definitions, resolver);
  const rows: TraceRow[] = [];
  let otherUses = 0;
  for (const { reference, target } of usesOf(wanted, resolver, codeUses)) {
    if (!isTraced(reference.path)) continue;
    if (isTypeUse(reference)) otherUses += 1;
    if (!isCallOf(reference, resolver)) continue;
    const asked = wanted.get(target.definition.id) ?? target.definition;
    const ends = { definition: tracedSymbol(asked), target: null };
    rows.push(rowOf(resolver.view, reference, resolver.enclosing(reference), target.confidence, ends));
  }
  const list = listedRows(rows, (row) => row.file, options);
  return {
    query,
    mode: "callers",
    definitions: definitions.map(tracedSymbol),
    rows: list.rows,
    total: list.total,
    notes: [...callersNotes(view, definitions, list, otherUses), ...list.notes],
  };
}

/** A reference with the wanted definition that it leads to. */
export interface Use {
  readonly reference: StoredReference;
  readonly target: Target;
}

/** Uses of a definition that count as calls of it: not as a type, not as data, nor in an export list. */
export function* callsOf(definition: StoredDefinition, resolver: Resolver): IterableIterator<Use> {
  const wanted = withConstructors([definition], resolver);
  for (const use of usesOf(wanted, resolver, codeUses)) {
    if (isCallOf(use.reference, resolver)) yield use;
  }
}

/** Reads and writes of the wanted definitions, and every other use of those that hold data. */
export function* accessesOf(wanted: ReadonlyMap<number, StoredDefinition>, resolver: Resolver): IterableIterator<Use> {
  const holdsData = [...wanted.values()].every(({ kind }) => isVariable(kind));
  const isWanted = holdsData ? (kind: ReferenceKind) => !isTypeUse({ kind }) : isDataUse;
  for (const use of usesOf(wanted, resolver, { isWanted, followsVariables: false })) {
    if (use.reference.kind !== "value" || !isExportList(use.reference, resolver)) yield use;
  }
}

/** Which uses are looked for. */
interface UseFilter {
  readonly isWanted: (kind: ReferenceKind) => boolean;
  /** Uses of variables that hold what is wanted count too: true of functions, while data that is copied is other data. */
  readonly followsVariables: boolean;
}

const codeUses: UseFilter = { isWanted: (kind) => !isAccess(kind), followsVariables: true };

function isDataUse(kind: ReferenceKind): boolean {
  return isAccess(kind) || kind === "value";
}

function isTypeUse({ kind }: Pick<StoredReference, "kind">): boolean {
  return kind === "type" || kind === "inherit";
}

function isCallOf(reference: StoredReference, resolver: Resolver): boolean {
  return !isTypeUse(reference) && !(reference.kind === "value" && isExportList(reference, resolver));
}

/** References that lead to one of the wanted definitions, directly or through an alias. */
function* usesOf(
  wanted: ReadonlyMap<number, StoredDefinition>,
  resolver: Resolver,
  { isWanted, followsVariables }: UseFilter,
): IterableIterator<Use> {
  const { view } = resolver;
  const names = new Set<string>();
  for (const id of wanted.keys()) {
    const definition = view.definition(id);
    if (definition === null) continue;
    names.add(definition.name);
    for (const alias of importedAsDefault(definition, resolver)) names.add(alias);
  }
  // A set grows while it is walked: aliases of aliases are reached too.
  for (const name of names) {
    if (names.size <= maxNames) for (const alias of importedAs(name, resolver)) names.add(alias);
    for (const reference of view.referencesByName(name)) {
      const target = isWanted(reference.kind) ? targetAmong(wanted, reference, resolver) : null;
      if (target === null) continue;
      yield { reference, target };
      if (!followsVariables || reference.kind !== "value" || names.size > maxNames) continue;
      const line = view.lineText(reference.fileId, reference.line);
      const alias = line === null ? null : variableHolding(line, name);
      if (alias === null || names.has(alias)) continue;
      if (reference.enclosingId === null) names.add(alias);
      else yield* usesInFile(alias, reference.fileId, wanted, resolver);
    }
  }
  for (const reference of constructionsAround(wanted, resolver)) {
    if (names.has(reference.name)) continue;
    const target = targetAmong(wanted, reference, resolver);
    if (target !== null) yield { reference, target };
  }
}

/** `module.exports = { run }` and `const again = run` pass a name on rather than use it. */
function isExportList(reference: StoredReference, resolver: Resolver): boolean {
  if (reference.enclosingId !== null) return false;
  return resolver.view
    .importsInFile(reference.fileId)
    .some(({ kind, line, imported }) => kind === "export" && line === reference.line && imported === reference.name);
}

/** Uses of a local variable that holds what is wanted. */
function* usesInFile(
  name: string,
  fileId: number,
  wanted: ReadonlyMap<number, StoredDefinition>,
  resolver: Resolver,
): IterableIterator<Use> {
  for (const reference of resolver.view.referencesInFile(fileId)) {
    if (reference.name !== name || isAccess(reference.kind)) continue;
    const target = targetAmong(wanted, reference, resolver);
    if (target !== null) yield { reference, target };
  }
}

function targetAmong(
  wanted: ReadonlyMap<number, StoredDefinition>,
  reference: StoredReference,
  resolver: Resolver,
): Target | null {
  const resolution = resolver.resolve(reference);
  const direct = resolution.targets.find(({ definition }) => wanted.has(definition.id));
  if (direct !== undefined) return direct;
  const through = resolution.through.find((definition) => wanted.has(definition.id));
  return through === undefined ? null : { definition: through, confidence: "exact" };
}

/** `super(…)`, `new static()`, `cls()` in the classes asked about and in those that inherit from them. */
function* constructionsAround(
  wanted: ReadonlyMap<number, StoredDefinition>,
  resolver: Resolver,
): IterableIterator<StoredReference> {
  const { view } = resolver;
  const fileIds = new Set<number>();
  for (const id of wanted.keys()) {
    const type = view.definition(id);
    if (type === null || !isType(type.kind)) continue;
    fileIds.add(type.fileId);
    for (const reference of view.referencesByName(type.name)) {
      if (reference.kind === "inherit") fileIds.add(reference.fileId);
    }
  }
  for (const fileId of fileIds) {
    for (const reference of view.referencesInFile(fileId)) {
      if (reference.kind === "super" || constructionNames.includes(reference.name)) yield reference;
    }
  }
}
