import type { ReferenceKind, SymbolKind } from "../../parse/types.ts";

const typeKinds: ReadonlySet<SymbolKind> = new Set(["class", "struct", "interface", "trait", "enum", "type"]);
const containerKinds: ReadonlySet<SymbolKind> = new Set(["module", "namespace", "package"]);
const callableKinds: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor", "macro"]);
const variableKinds: ReadonlySet<SymbolKind> = new Set(["property", "field", "variable", "constant", "enum_member"]);

/** Kinds that may have members and instances. */
export function isType(kind: SymbolKind): boolean {
  return typeKinds.has(kind);
}

/** Kinds that only group names: their members are seen by everything inside. */
export function isContainer(kind: SymbolKind): boolean {
  return containerKinds.has(kind);
}

export function isCallable(kind: SymbolKind): boolean {
  return callableKinds.has(kind);
}

/** Kinds that hold a value. */
export function isVariable(kind: SymbolKind): boolean {
  return variableKinds.has(kind);
}

/** Uses of a name as data: read, written, or both. */
export function isAccess(kind: ReferenceKind): boolean {
  return kind === "read" || kind === "write" || kind === "update";
}
