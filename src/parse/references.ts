import type { RawFacts, RawReference } from "./collect.ts";
import type { DeclaredTypes } from "./declared.ts";
import { isCallable, isClassLike, type PlacedDefinition } from "./definitions.ts";
import type { LineIndex } from "./lines.ts";
import { type PlainNames, plainNames, withPlainReads } from "./plain-reads.ts";
import { TypeReader } from "./receivers.ts";
import type { Language } from "./registry.ts";
import type { LexicalScopes } from "./scopes.ts";
import { foldSpace, isTypeName, lastPart } from "./typename.ts";
import type { ImportBinding, LanguageId, Reference, ReferenceKind } from "./types.ts";

const maxReceiverLength = 120;
const maxNameLength = 120;

/** Languages where a plain name that is neither local, imported nor of this file means nothing in the project. */
const closedFiles: ReadonlySet<LanguageId> = new Set(["javascript", "typescript", "tsx", "python"]);

const accessKinds: ReadonlySet<ReferenceKind> = new Set(["read", "write", "update"]);

/** Text shared by all references of a file. */
export interface ReferenceContext {
  readonly text: string;
  readonly lines: LineIndex;
  readonly language: Language;
  readonly definitions: readonly PlacedDefinition[];
  readonly imports: readonly ImportBinding[];
  readonly scopes: LexicalScopes;
  readonly declared: DeclaredTypes;
}

/** References in source order (as `raw` must have them), each with its enclosing definition and what the file tells of its receiver. */
export function readReferences(raw: RawFacts, context: ReferenceContext): Reference[] {
  const names = plainNames(context.definitions, context.imports, closedFiles.has(context.language.id));
  const reader = new ReferenceReader(context, names, raw.reads.length > 0);
  const references: Reference[] = [];
  for (const found of withPlainReads(raw, context.text, context.definitions, names)) {
    const reference = reader.read(found);
    if (reference !== null) references.push(reference);
  }
  return references;
}

/** Walks the references in source order beside the definitions and scopes. */
class ReferenceReader {
  readonly #context: ReferenceContext;
  readonly #types: TypeReader;
  readonly #imported: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #everythingImported: boolean;
  readonly #findsData: boolean;
  readonly #mayBeData: (name: string) => boolean;
  readonly #open: number[] = [];
  #nextDefinition = 0;

  /** @param findsData the language's query captures reads */
  constructor(context: ReferenceContext, { mayBeData }: PlainNames, findsData: boolean) {
    this.#context = context;
    this.#findsData = findsData;
    this.#mayBeData = mayBeData;

    this.#types = new TypeReader(context.definitions, context.declared, context.scopes);
    const imports = context.imports.filter(({ kind }) => kind === "import");
    this.#imported = new Set(imports.map(({ local }) => local));
    this.#names = new Set(context.definitions.map(({ definition }) => definition.name));
    this.#everythingImported = this.#imported.has("*");
  }

  read(found: RawReference): Reference | null {
    const { text, lines, scopes } = this.#context;
    const { start } = found.name;
    scopes.moveTo(start);
    this.#moveTo(start);
    const name = text.slice(found.name.start, found.name.end);
    if (name.length > maxNameLength) return null;
    const receiver = found.receiver === null ? null : text.slice(found.receiver.start, found.receiver.end);
    let { kind } = found;
    const isValue = kind === "value";
    const isAccess = accessKinds.has(kind);
    if (isValue && receiver === null && !this.#mayBeKnown(name)) return null;
    if (isAccess && receiver === null && (!this.#mayBeData(name) || this.#isFirstValue(kind, start))) return null;
    const head = receiver === null ? name : headOf(receiver);
    const binding = head === "" ? null : scopes.lookUp(head, start);
    const boundLocally = binding !== null && !binding.known;
    if (receiver === null) {
      if (isValue && (boundLocally || !this.#isKnown(name, binding !== null))) return null;
      if (isAccess && boundLocally) return null;
      if (kind === "jsx" && /^[a-z]/.test(name)) return null;
    }
    let receiverType: string | null = null;
    if (receiver !== null && found.receiver !== null && receiver.length <= 4 * maxReceiverLength) {
      const owner = this.#enclosingClass();
      receiverType = this.#types.typeOf(receiver, owner.name, owner.base, start);
      if (isValue && !this.#mayBeMethod(name, receiverType, head, boundLocally)) {
        if (!this.#findsData) return null;
        kind = "read";
      }
    }
    const line = lines.lineAt(start);
    return {
      name: kind === "super" && name === "super" ? lastPart(this.#enclosingClass().base ?? name) : name,
      kind,
      receiver: receiver === null ? null : shorten(receiver),
      receiverType,
      boundLocally,
      enclosing: this.#enclosing(),
      line,
      column: start - lines.startOf(line) + 1,
    };
  }

  /** Whether a name is written where its definition stands. */
  #isFirstValue(kind: ReferenceKind, start: number): boolean {
    return kind === "write" && this.#context.definitions.some(({ nameStart }) => nameStart === start);
  }

  /** A first, cheap test of names handed on: most are locals that nothing else is called like. */
  #mayBeKnown(name: string): boolean {
    if (!closedFiles.has(this.#context.language.id) || this.#everythingImported) return true;
    return this.#names.has(name) || this.#imported.has(name);
  }

  /** Whether a name handed on may lead to a definition. */
  #isKnown(name: string, nested: boolean): boolean {
    if (!closedFiles.has(this.#context.language.id)) return true;
    return nested || this.#everythingImported || this.#imported.has(name) || this.#types.defines(name);
  }

  /** Whether a member handed on may be a method rather than data. */
  #mayBeMethod(name: string, receiverType: string | null, head: string, boundLocally: boolean): boolean {
    if (receiverType === null) return !boundLocally && this.#isKnown(head, false);
    return !this.#types.isField(receiverType, name);
  }

  #moveTo(offset: number): void {
    const { definitions } = this.#context;
    for (;;) {
      const upcoming = definitions[this.#nextDefinition];
      if (upcoming === undefined || upcoming.definition.startOffset > offset) break;
      this.#close(upcoming.definition.startOffset);
      if (isCallable(upcoming.definition.kind) || isClassLike(upcoming.definition.kind)) {
        this.#open.push(this.#nextDefinition);
      }
      this.#nextDefinition += 1;
    }
    this.#close(offset);
  }

  #close(offset: number): void {
    const { definitions } = this.#context;
    while (this.#open.length > 0 && (definitions[this.#open.at(-1) ?? -1]?.end ?? 0) <= offset) this.#open.pop();
  }

  #enclosing(): number {
    return this.#open.at(-1) ?? -1;
  }

  /** The class whose `this` is meant at the current place, and its first base. */
  #enclosingClass(): { readonly name: string | null; readonly base: string | null } {
    const { definitions } = this.#context;
    for (let depth = this.#open.length - 1; depth >= 0 && depth >= this.#open.length - 16; depth -= 1) {
      const definition = definitions[this.#open[depth] ?? -1]?.definition;
      if (definition === undefined) break;
      if (isClassLike(definition.kind)) return { name: definition.name, base: firstBase(definition.bases) };
      const parent = definitions[definition.parent]?.definition;
      if (
        definition.kind === "method" &&
        definition.scope !== "" &&
        (parent === undefined || !isClassLike(parent.kind))
      ) {
        return { name: lastPart(definition.scope), base: null };
      }
    }
    return { name: null, base: null };
  }
}

function firstBase(bases: readonly string[]): string | null {
  const base = bases[0];
  return base !== undefined && isTypeName(base) ? base : null;
}

/** First name of an expression, or "" where it begins with something else. */
function headOf(receiver: string): string {
  return /^[$@]?[\p{L}_$][\p{L}\p{N}_$]*/u.exec(receiver)?.[0] ?? "";
}

function shorten(receiver: string): string {
  if (receiver.length <= maxReceiverLength && !/\s/.test(receiver)) return receiver;
  const folded = foldSpace(receiver.slice(0, 4 * maxReceiverLength));
  if (receiver.length <= 4 * maxReceiverLength && folded.length <= maxReceiverLength) return folded;
  return `${folded.slice(0, maxReceiverLength - 1)}…`;
}
