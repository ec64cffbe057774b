import type { Node, QueryMatch } from "web-tree-sitter";
import type { ParsedSource } from "./parser.ts";
import type { ReferenceKind, SymbolKind } from "./types.ts";

/** A stretch of the text, UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface RawDefinition {
  /** Position of its pattern in the query: the lowest gives kind and extent. */
  pattern: number;
  kind: SymbolKind;
  start: number;
  end: number;
  readonly name: Span | null;
  scope: Span | null;
  type: Span | null;
  readonly bases: Span[];
  /** Where the body begins, or -1. */
  bodyStart: number;
  exported: boolean;
}

export interface RawReference {
  kind: ReferenceKind;
  pattern: number;
  readonly name: Span;
  receiver: Span | null;
}

export interface RawImport {
  readonly kind: "import" | "re-export" | "export";
  /** Where the statement stands. */
  readonly start: number;
  readonly source: Span | null;
  readonly imported: Span | null;
  readonly alias: Span | null;
  /** The name that stands for the default export. */
  readonly default: Span | null;
}

export interface RawLocal {
  readonly name: Span;
  type: Span | null;
}

/** What one run of the query found, as positions in the text, not yet related to each other. */
export interface RawFacts {
  readonly definitions: RawDefinition[];
  readonly references: RawReference[];
  readonly imports: RawImport[];
  readonly scopes: Span[];
  readonly locals: RawLocal[];
  readonly attached: Span[];
  readonly errors: Span[];
}

export function emptyRawFacts(): RawFacts {
  return { definitions: [], references: [], imports: [], scopes: [], locals: [], attached: [], errors: [] };
}

/** Kinds whose head has no body to be cut off. */
const bodyless: ReadonlySet<SymbolKind> = new Set(["variable", "constant", "field", "property", "enum_member"]);

/**
 * Patterns are not tried below this depth. The query engine keeps every pattern that has begun on an enclosing node
 * in hand, so that tens of thousands of nested brackets would take time to the square of their number.
 */
const maxPatternDepth = 500;

/**
 * Runs the language's query over a tree, once.
 * @param shift added to every position: where the parsed text begins in the file
 */
export function collect(parsed: ParsedSource, shift: number): RawFacts {
  const raw = emptyRawFacts();
  const merge = new Merger(raw);
  const { roles, query } = parsed.grammar;
  for (const match of query.matches(parsed.tree.rootNode, { maxStartDepth: maxPatternDepth })) readMatch(match, roles, shift, raw, merge);
  return raw;
}

/** Joins matches that speak of the same definition, reference or local. */
class Merger {
  readonly #raw: RawFacts;
  readonly #definitions = new Map<number, RawDefinition>();
  readonly #references = new Map<number, RawReference>();
  readonly #locals = new Map<number, RawLocal>();

  constructor(raw: RawFacts) {
    this.#raw = raw;
  }

  definition(found: RawDefinition): void {
    const key = found.name?.start ?? found.start;
    const known = this.#definitions.get(key);
    if (known === undefined) {
      this.#definitions.set(key, found);
      this.#raw.definitions.push(found);
      return;
    }
    const better = found.pattern < known.pattern;
    if (better) {
      known.pattern = found.pattern;
      known.kind = found.kind;
      known.start = found.start;
      known.end = found.end;
    }
    known.scope = (better ? found.scope : null) ?? known.scope ?? found.scope;
    known.type = (better ? found.type : null) ?? known.type ?? found.type;
    known.exported ||= found.exported;
    if (found.bodyStart !== -1 && (better || known.bodyStart === -1)) known.bodyStart = found.bodyStart;
    for (const base of found.bases) {
      if (!known.bases.some((other) => other.start === base.start)) known.bases.push(base);
    }
  }

  reference(kind: ReferenceKind, pattern: number, name: Span, receiver: Span | null): void {
    const known = this.#references.get(name.start);
    if (known === undefined) {
      const reference = { kind, pattern, name, receiver };
      this.#references.set(name.start, reference);
      this.#raw.references.push(reference);
    } else if (pattern < known.pattern) {
      known.kind = kind;
      known.pattern = pattern;
      known.receiver = receiver;
    }
  }

  local(name: Span, type: Span | null): void {
    const known = this.#locals.get(name.start);
    if (known !== undefined) {
      known.type ??= type;
      return;
    }
    const local = { name, type };
    this.#locals.set(name.start, local);
    this.#raw.locals.push(local);
  }
}

function readMatch(
  match: QueryMatch,
  roles: ParsedSource["grammar"]["roles"],
  shift: number,
  raw: RawFacts,
  merge: Merger,
): void {
  const span = (node: Node | null): Span | null =>
    node === null ? null : { start: node.startIndex + shift, end: node.endIndex + shift };
  let definition: Node | null = null;
  let definitionKind: SymbolKind = "variable";
  let reference: Node | null = null;
  let referenceKind: ReferenceKind = "call";
  let binding: Node | null = null;
  let bindingKind: RawImport["kind"] = "import";
  let exported: Node | null = null;
  let name: Node | null = null;
  let scope: Node | null = null;
  let type: Node | null = null;
  let body: Node | null = null;
  let receiver: Node | null = null;
  let source: Node | null = null;
  let imported: Node | null = null;
  let alias: Node | null = null;
  let defaultName: Node | null = null;
  let local: Node | null = null;
  let localType: Node | null = null;
  let bases: Node[] | null = null;
  for (const capture of match.captures) {
    const node = capture.node;
    const meaning = roles.get(capture.name);
    switch (meaning?.role) {
      case "definition":
        definition = node;
        definitionKind = meaning.kind;
        break;
      case "reference":
        reference = node;
        referenceKind = meaning.kind;
        break;
      case "import":
        binding = node;
        bindingKind = meaning.kind;
        break;
      case "export":
        exported = node;
        break;
      case "name":
        name = node;
        break;
      case "scope":
        scope = node;
        break;
      case "type":
        type = node;
        break;
      case "base":
        bases ??= [];
        bases.push(node);
        break;
      case "body":
        body = node;
        break;
      case "receiver":
        receiver = node;
        break;
      case "source":
        source = node;
        break;
      case "imported":
        imported = node;
        break;
      case "alias":
        alias = node;
        break;
      case "default":
        defaultName = node;
        break;
      case "local.definition":
        local = node;
        break;
      case "local.type":
        localType = node;
        break;
      case "local.scope":
        raw.scopes.push({ start: node.startIndex + shift, end: node.endIndex + shift });
        break;
      case "attached":
        raw.attached.push({ start: node.startIndex + shift, end: node.endIndex + shift });
        break;
      case "error":
        raw.errors.push({ start: node.startIndex + shift, end: node.endIndex + shift });
        break;
    }
  }
  if (definition !== null) {
    const bodyNode = body ?? (bodyless.has(definitionKind) ? null : definition.childForFieldName("body"));
    merge.definition({
      kind: definitionKind,
      pattern: match.patternIndex,
      start: definition.startIndex + shift,
      end: definition.endIndex + shift,
      name: span(name),
      scope: span(scope),
      type: span(type),
      bases: (bases ?? []).map((node) => ({ start: node.startIndex + shift, end: node.endIndex + shift })),
      bodyStart: bodyNode === null ? -1 : bodyNode.startIndex + shift,
      exported: exported !== null,
    });
  }
  if (reference !== null) {
    const named = span(name ?? reference);
    if (named !== null) merge.reference(referenceKind, match.patternIndex, named, span(receiver));
  }
  const statement = binding ?? (definition === null ? exported : null);
  if (statement !== null) {
    raw.imports.push({
      kind: binding === null ? "export" : bindingKind,
      start: statement.startIndex + shift,
      source: span(source),
      imported: span(imported),
      alias: span(alias),
      default: span(defaultName),
    });
  }
  if (local !== null) {
    const named = span(local);
    if (named !== null) merge.local(named, span(localType));
  }
}
