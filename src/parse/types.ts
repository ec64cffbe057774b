/** Identifier of a language in the registry, e.g. "go", "typescript", "tsx", "markdown", "text". */
export type LanguageId = string;

/** Kinds of symbols, named as the Language Server Protocol lists them (plus `trait` and `macro`). */
export type SymbolKind =
  | "module"
  | "namespace"
  | "package"
  | "class"
  | "struct"
  | "interface"
  | "trait"
  | "enum"
  | "enum_member"
  | "type"
  | "function"
  | "method"
  | "constructor"
  | "property"
  | "field"
  | "variable"
  | "constant"
  | "macro";

/** A named definition. Lines and columns count from 1; offsets are UTF-16 code units from 0. */
export interface Definition {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Index of the enclosing definition in the same list, or -1. */
  readonly parent: number;
  /** Names of the enclosing definitions, outermost first, joined by "."; "" at top level. For Go methods the receiver's type. */
  readonly scope: string;
  /** The head of the definition on one line, at most 240 characters. */
  readonly signature: string;
  /** Visible outside its file or module, as far as the syntax tells. */
  readonly exported: boolean;
  /** Types named as bases, interfaces or embedded, in source order. */
  readonly bases: readonly string[];
  /** Declared type of a field, variable or return value where written, else null. */
  readonly typeName: string | null;
  /** First line, decorators and attached doc comment included. */
  readonly startLine: number;
  readonly endLine: number;
  readonly startOffset: number;
  readonly endOffset: number;
  /** Where the name stands. */
  readonly line: number;
  readonly column: number;
}

/** How a name is used at a site. */
export type ReferenceKind =
  | "call"
  | "new"
  /** Handed on without being called. */
  | "value"
  | "decorator"
  | "jsx"
  | "super"
  | "macro"
  | "inherit"
  | "type"
  | "read"
  | "write"
  /** Read and written at once: `n += 1`, `n++`. */
  | "update";

/** A use of a name that may lead to a definition elsewhere. */
export interface Reference {
  /** The last name of the callee, without type arguments: `feed` of `this.printer.feed()`. */
  readonly name: string;
  readonly kind: ReferenceKind;
  /** Text before the last name (`this.printer`), or null for a plain name. At most 120 characters. */
  readonly receiver: string | null;
  /** Type of the receiver where locals, parameters, fields or constructor calls in this file tell it, else null. */
  readonly receiverType: string | null;
  /** The plain name (or the receiver's first name) is bound to a local variable or parameter, so that it is no outer definition. */
  readonly boundLocally: boolean;
  /** Index of the innermost enclosing callable or class definition, or -1 for the file's top level. */
  readonly enclosing: number;
  readonly line: number;
  readonly column: number;
}

/** One name bound by an import, or passed on by an export. */
export interface ImportBinding {
  readonly kind: "import" | "re-export" | "export";
  /** Module specifier as written (`./x.js`, `fmt`, `pkg.sub`); "" for `export { a as b }` without source. */
  readonly source: string;
  /** Name in the source: a name, "*" for the module itself, "default". */
  readonly imported: string;
  /** Name bound here, or for exports the name given to the outside; "*" for `export *`. */
  readonly local: string;
  readonly line: number;
}

/** How much of a file the grammar understood. */
export type ParseStatus = "parsed" | "partial" | "text" | "failed";

/** All that is learned from one file's syntax tree. Depends on the content alone, never on its path. */
export interface FileFacts {
  readonly language: LanguageId;
  /** `partial`: the tree has errors; `failed`: parser failure or time-out, read as plain text. */
  readonly status: ParseStatus;
  /** In source order by start offset, outer before inner. */
  readonly definitions: readonly Definition[];
  readonly references: readonly Reference[];
  readonly imports: readonly ImportBinding[];
}
