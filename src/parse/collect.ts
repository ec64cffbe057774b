import type { CaptureRole } from "./captures.ts";
import type { LoadedGrammar } from "./grammars.ts";
import type { ParsedSource } from "./parser.ts";
import { type NodeAddress, QueryMatches } from "./query-matches.ts";
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

/** A statement that says for all bindings inside it where they come from. */
export interface RawSourceStatement extends Span {
  readonly source: Span;
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
  readonly sourceStatements: RawSourceStatement[];
  readonly scopes: Span[];
  readonly locals: RawLocal[];
  /** Where plain names are read, and where names stand that are none: most identifiers of a file. Seldom kept. */
  readonly reads: Span[];
  readonly ignored: Set<number>;
  /** Names that a scope takes from outside although it assigns them. */
  readonly outer: Span[];
  readonly attached: Span[];
  readonly errors: Span[];
}

export function emptyRawFacts(): RawFacts {
  return {
    definitions: [],
    references: [],
    imports: [],
    sourceStatements: [],
    scopes: [],
    locals: [],
    reads: [],
    ignored: new Set(),
    outer: [],
    attached: [],
    errors: [],
  };
}

/** Kinds whose head has no body to be cut off. */
const bodyless: ReadonlySet<SymbolKind> = new Set(["variable", "constant", "field", "property", "enum_member"]);

/**
 * Patterns are not tried below this depth. The query engine keeps every pattern that has begun on an enclosing node
 * in hand, so that tens of thousands of nested brackets would take time to the square of their number.
 */
const maxPatternDepth = 500;

/** The query of one file is given up after this long; its cost can grow with the square of the nesting. */
const queryTimeoutMs = 3_000;

/**
 * Runs the language's query over a tree, once.
 * @param text the whole file
 * @param shift added to every position: where the parsed text begins in the file
 * @throws Error when the query runs out of time
 */
export function collect(parsed: ParsedSource, text: string, shift: number): RawFacts {
  const raw = emptyRawFacts();
  const { grammar, runtime, tree } = parsed;
  const deadline = performance.now() + queryTimeoutMs;
  const parsedText = shift === 0 ? text : text.slice(shift);
  const matches = new QueryMatches(runtime, grammar.query, tree, parsedText, {
    maxStartDepth: maxPatternDepth,
    isLate: () => performance.now() > deadline,
  });
  try {
    const reader = new MatchReader(raw, grammar, matches, text, shift);
    while (matches.next()) reader.read();
  } finally {
    matches.free();
  }
  return raw;
}

/** More than any query has. */
const patternLimit = 100_000;

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
    // The type of a value says nothing of what the function that it turns out to be returns.
    const wasValue = bodyless.has(known.kind);
    if (better) {
      known.pattern = found.pattern;
      known.kind = found.kind;
      known.start = found.start;
      known.end = found.end;
    }
    known.scope = (better ? found.scope : null) ?? known.scope ?? found.scope;
    if (wasValue === bodyless.has(found.kind)) known.type = (better ? found.type : null) ?? known.type ?? found.type;
    else if (better) known.type = found.type;
    known.exported ||= found.exported;
    if (found.bodyStart !== -1 && (better || known.bodyStart === -1)) known.bodyStart = found.bodyStart;
    for (const base of found.bases) {
      if (!known.bases.some((other) => other.start === base.start)) known.bases.push(base);
    }
  }

  reference(kind: ReferenceKind, order: number, name: Span, receiver: Span | null): void {
    // Whatever else a name is used for is not merely read.
    const pattern = kind === "read" ? order + patternLimit : order;
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

/** Offset after the plain ASCII identifier that begins at an offset, or -1 where something else begins there. */
function identifierEnd(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
    if (isLetter || code === 95 || code === 36 || (at > start && code >= 48 && code <= 57)) continue;
    if (code > 127) return -1;
    break;
  }
  return at > start ? at : -1;
}

/** Sorts the captures of matches into facts. */
class MatchReader {
  readonly #raw: RawFacts;
  readonly #merge: Merger;
  readonly #matches: QueryMatches;
  readonly #roles: LoadedGrammar["roles"];
  readonly #bodyField: number;
  readonly #text: string;
  readonly #shift: number;
  /** Names are plain identifiers, whose end is read off the text: cheaper than asking the tree. */
  readonly #plainNames: boolean;

  constructor(raw: RawFacts, grammar: LoadedGrammar, matches: QueryMatches, text: string, shift: number) {
    this.#raw = raw;
    this.#merge = new Merger(raw);
    this.#matches = matches;
    this.#roles = grammar.roles;
    this.#bodyField = grammar.bodyField;
    this.#text = text;
    this.#shift = shift;
    this.#plainNames = grammar.language.fullTrace;
  }

  /** Takes the current match in. */
  read(): void {
    const matches = this.#matches;
    if (matches.captureCount === 0) return;
    const role = this.#roles[matches.captureIndex(0)];
    if (matches.captureCount > 1 || role === undefined || !this.#readAlone(matches.node(0), role)) {
      this.#readTogether();
    }
  }

  #span(node: NodeAddress): Span {
    return { start: this.#matches.startOf(node) + this.#shift, end: this.#matches.endOf(node) + this.#shift };
  }

  #spanOrNull(node: NodeAddress | undefined): Span | null {
    return node === undefined ? null : this.#span(node);
  }

  #nameSpan(node: NodeAddress): Span {
    const start = this.#matches.startOf(node) + this.#shift;
    const end = this.#plainNames ? identifierEnd(this.#text, start) : -1;
    return { start, end: end === -1 ? this.#matches.endOf(node) + this.#shift : end };
  }

  /** The frequent matches of one capture; false when the capture needs the general way. */
  #readAlone(node: NodeAddress, role: CaptureRole): boolean {
    switch (role.role) {
      case "reference":
        // Every other identifier is one: they are joined with the references that stand at the same place later.
        if (role.kind === "read") this.#raw.reads.push(this.#nameSpan(node));
        else this.#merge.reference(role.kind, this.#matches.pattern, this.#nameSpan(node), null);
        return true;
      case "ignored":
        this.#raw.ignored.add(this.#matches.startOf(node) + this.#shift);
        return true;
      case "local.outer":
        this.#raw.outer.push(this.#span(node));
        return true;
      case "local.definition":
        this.#merge.local(this.#nameSpan(node), null);
        return true;
      case "local.scope":
        this.#raw.scopes.push(this.#span(node));
        return true;
      case "attached":
        this.#raw.attached.push(this.#span(node));
        return true;
      case "error":
        this.#raw.errors.push(this.#span(node));
        return true;
      default:
        return false;
    }
  }

  #readTogether(): void {
    const matches = this.#matches;
    let definition: NodeAddress | undefined;
    let definitionKind: SymbolKind = "variable";
    let reference: NodeAddress | undefined;
    let referenceKind: ReferenceKind = "call";
    let binding: NodeAddress | undefined;
    let bindingKind: RawImport["kind"] = "import";
    const found: FoundNodes = {};
    const bases: NodeAddress[] = [];
    for (let capture = 0; capture < matches.captureCount; capture += 1) {
      const meaning = this.#roles[matches.captureIndex(capture)];
      if (meaning === undefined) continue;
      const node = matches.node(capture);
      if (meaning.role === "definition") {
        definition = node;
        definitionKind = meaning.kind;
      } else if (meaning.role === "reference") {
        reference = node;
        referenceKind = meaning.kind;
      } else if (meaning.role === "import") {
        binding = node;
        bindingKind = meaning.kind;
      } else if (meaning.role === "base") {
        bases.push(node);
      } else if (meaning.role === "local.scope") {
        this.#raw.scopes.push(this.#span(node));
      } else if (meaning.role === "attached") {
        this.#raw.attached.push(this.#span(node));
      } else {
        found[meaning.role] = node;
      }
    }
    if (definition !== undefined) this.#addDefinition(definition, definitionKind, found, bases);
    if (reference !== undefined) {
      const name = this.#nameSpan(found.name ?? reference);
      this.#merge.reference(referenceKind, matches.pattern, name, this.#spanOrNull(found.receiver));
    }
    const statement = binding ?? (definition === undefined ? found.export : undefined);
    if (statement !== undefined) this.#addImport(statement, binding === undefined ? "export" : bindingKind, found);
    if (found.from !== undefined && found.source !== undefined) {
      this.#raw.sourceStatements.push({ ...this.#span(found.from), source: this.#span(found.source) });
    }
    const local = found["local.definition"];
    if (local !== undefined) this.#merge.local(this.#nameSpan(local), this.#spanOrNull(found["local.type"]));
  }

  #addDefinition(node: NodeAddress, kind: SymbolKind, found: FoundNodes, bases: readonly NodeAddress[]): void {
    this.#merge.definition({
      kind,
      pattern: this.#matches.pattern,
      ...this.#span(node),
      name: this.#spanOrNull(found.name),
      scope: this.#spanOrNull(found.scope),
      type: this.#spanOrNull(found.type),
      bases: bases.map((base) => this.#span(base)),
      bodyStart: this.#bodyStart(node, kind, found.body),
      exported: found.export !== undefined,
    });
  }

  #bodyStart(node: NodeAddress, kind: SymbolKind, body: NodeAddress | undefined): number {
    if (body !== undefined) return this.#matches.startOf(body) + this.#shift;
    if (bodyless.has(kind) || this.#bodyField === -1) return -1;
    const start = this.#matches.startOfField(node, this.#bodyField);
    return start === -1 ? -1 : start + this.#shift;
  }

  #addImport(statement: NodeAddress, kind: RawImport["kind"], found: FoundNodes): void {
    this.#raw.imports.push({
      kind,
      start: this.#matches.startOf(statement) + this.#shift,
      source: this.#spanOrNull(found.source),
      imported: this.#spanOrNull(found.imported),
      alias: this.#spanOrNull(found.alias),
      default: this.#spanOrNull(found.default),
    });
  }
}

type FoundNodes = Partial<Record<CaptureRole["role"], NodeAddress>>;
