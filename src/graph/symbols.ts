import type { StoredDefinition } from "../store/types.ts";
import { isType } from "./resolve/kinds.ts";
import type { Resolver } from "./resolve/resolver.ts";
import type { SymbolView } from "./resolve/symbol-view.ts";
import type { TracedSymbol } from "./types.ts";

/** Caller of calls outside any definition; the row's file tells which module it is. */
export const MODULE_NAME = "<module>";

/** Name with all scopes: `Printer.feed`. */
export function qualifiedName(definition: Pick<StoredDefinition, "name" | "scope">): string {
  return definition.scope === "" ? definition.name : `${definition.scope}.${definition.name}`;
}

/** The name a person knows a definition by: a constructor goes by its class. */
export function displayName(definition: StoredDefinition): string {
  if (definition.kind !== "constructor" || definition.scope === "") return definition.name;
  return definition.scope.slice(definition.scope.lastIndexOf(".") + 1);
}

export function tracedSymbol(definition: StoredDefinition): TracedSymbol {
  return {
    name: displayName(definition),
    qualifiedName: qualifiedName(definition),
    kind: definition.kind,
    file: definition.path,
    line: definition.line,
    endLine: definition.endLine,
  };
}

/** Names of constructors that the grammars record as plain methods. */
const constructorNames: ReadonlySet<string> = new Set(["__new__"]);

/** Whether a member of a type is a constructor of it. */
function isConstructorOf(member: StoredDefinition, type: StoredDefinition): boolean {
  if (member.kind === "constructor") return true;
  return member.kind === "method" && (member.name === type.name || constructorNames.has(member.name));
}

/**
 * The definitions that a call may lead to when one of these is meant: a class and its constructors are one symbol.
 * Maps the id of each to the definition asked about.
 */
export function withConstructors(
  definitions: readonly StoredDefinition[],
  resolver: Resolver,
): ReadonlyMap<number, StoredDefinition> {
  const wanted = new Map<number, StoredDefinition>();
  for (const definition of definitions) wanted.set(definition.id, definition);
  for (const definition of definitions) {
    const type = isType(definition.kind) ? definition : typeConstructedBy(definition, resolver);
    if (type === null) continue;
    if (!wanted.has(type.id)) wanted.set(type.id, definition);
    for (const member of constructorsOf(type, resolver)) {
      if (!wanted.has(member.id)) wanted.set(member.id, definition);
    }
  }
  return wanted;
}

/** Constructors in the body of a type. */
export function constructorsOf(type: StoredDefinition, resolver: Resolver): readonly StoredDefinition[] {
  const file = scopeOf(type, resolver);
  if (file === null) return [];
  const index = file.indexOf(type.id);
  return file.definitions.filter((member) => member.parent === index && isConstructorOf(member, type));
}

/** The type that a definition is the constructor of, or null. */
export function typeConstructedBy(definition: StoredDefinition, resolver: Resolver): StoredDefinition | null {
  const parent = scopeOf(definition, resolver)?.definitions[definition.parent];
  return parent !== undefined && isType(parent.kind) && isConstructorOf(definition, parent) ? parent : null;
}

function scopeOf(definition: StoredDefinition, resolver: Resolver) {
  const stored = resolver.view.fileById(definition.fileId);
  return stored === null ? null : resolver.fileScope(stored);
}

/** A source line for display: without indentation, bounded. */
export function contextLine(view: SymbolView, fileId: number, line: number): string {
  const text = (view.lineText(fileId, line) ?? "").trim();
  return text.length > maxContext ? `${text.slice(0, maxContext - 1)}…` : text;
}

const maxContext = 200;
