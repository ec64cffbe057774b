import type { ReferenceKind, SymbolKind } from "./types.ts";

/** What one capture of a query means, worked out once a query. See grammars/README.md. */
export type CaptureRole =
  | { readonly role: "definition"; readonly kind: SymbolKind }
  | { readonly role: "reference"; readonly kind: ReferenceKind }
  | { readonly role: "import"; readonly kind: "import" | "re-export" }
  | { readonly role: PlainRole };

type PlainRole =
  | "name"
  | "scope"
  | "type"
  | "base"
  | "body"
  | "export"
  | "attached"
  | "receiver"
  | "source"
  | "imported"
  | "alias"
  | "default"
  | "from"
  | "local.scope"
  | "local.definition"
  | "local.type"
  | "local.outer"
  | "ignored"
  | "error"
  | "helper";

const plainRoles: ReadonlySet<string> = new Set<PlainRole>([
  "name",
  "scope",
  "type",
  "base",
  "body",
  "export",
  "attached",
  "receiver",
  "source",
  "imported",
  "alias",
  "default",
  "from",
  "local.scope",
  "local.definition",
  "local.type",
  "local.outer",
  "ignored",
  "error",
]);

const symbolKinds: ReadonlySet<string> = new Set<SymbolKind>([
  "module",
  "namespace",
  "package",
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "enum_member",
  "type",
  "function",
  "method",
  "constructor",
  "property",
  "field",
  "variable",
  "constant",
  "macro",
]);

const referenceKinds: ReadonlySet<string> = new Set<ReferenceKind>([
  "call",
  "new",
  "value",
  "decorator",
  "jsx",
  "super",
  "macro",
  "inherit",
  "type",
  "read",
  "write",
  "update",
]);

function isPlainRole(name: string): name is PlainRole {
  return plainRoles.has(name);
}

function isSymbolKind(name: string): name is SymbolKind {
  return symbolKinds.has(name);
}

function isReferenceKind(name: string): name is ReferenceKind {
  return referenceKinds.has(name);
}

/**
 * The meaning of a capture name.
 * @throws Error when the conventions know no such name
 */
export function roleOf(captureName: string): CaptureRole {
  if (captureName.startsWith("_")) return { role: "helper" };
  if (isPlainRole(captureName)) return { role: captureName };
  if (captureName === "import" || captureName === "re-export") return { role: "import", kind: captureName };
  const dot = captureName.indexOf(".");
  const group = captureName.slice(0, dot);
  const kind = captureName.slice(dot + 1);
  if (group === "definition" && isSymbolKind(kind)) return { role: "definition", kind };
  if (group === "reference" && isReferenceKind(kind)) return { role: "reference", kind };
  throw new Error(`unknown capture @${captureName}`);
}
