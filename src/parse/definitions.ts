import { firstCommentLine } from "./attachment.ts";
import type { RawDefinition, RawFacts, Span } from "./collect.ts";
import type { LineIndex } from "./lines.ts";
import type { Language } from "./registry.ts";
import { foldSpace, typeNameOf, unquote } from "./typename.ts";
import type { Definition, LanguageId, SymbolKind } from "./types.ts";
import { isExported } from "./visibility.ts";

const maxSignatureLength = 240;
const maxNameLength = 120;

const callableKinds: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor", "macro"]);
const classKinds: ReadonlySet<SymbolKind> = new Set(["class", "struct", "interface", "trait", "enum"]);
const valueKinds: ReadonlySet<SymbolKind> = new Set(["variable", "constant"]);
const memberKinds: ReadonlySet<SymbolKind> = new Set(["field", "property"]);

/** Functions, methods and the like: what can call. */
export function isCallable(kind: SymbolKind): boolean {
  return callableKinds.has(kind);
}

/** Types that have members. */
export function isClassLike(kind: SymbolKind): boolean {
  return classKinds.has(kind);
}

/** Names that constructors go by, where they are not called like their class. */
const constructorNames: ReadonlyMap<LanguageId, string> = new Map([
  ["javascript", "constructor"],
  ["typescript", "constructor"],
  ["tsx", "constructor"],
  ["python", "__init__"],
  ["php", "__construct"],
  ["ruby", "initialize"],
  ["swift", "init"],
  ["zig", "init"],
]);

/** A definition with the places that later steps need. */
export interface PlacedDefinition {
  readonly definition: Definition;
  readonly nameStart: number;
  /** Extent of the node itself, without comments and decorators. */
  readonly start: number;
  readonly end: number;
  readonly type: Span | null;
}

interface Candidate {
  readonly raw: RawDefinition;
  readonly start: number;
  readonly startLine: number;
}

/**
 * Turns what the query found into definitions: sorted, nested by range with one stack, named, scoped and described.
 * @param exportedNames names that export statements of the file list
 */
export function placeDefinitions(
  raw: RawFacts,
  text: string,
  lines: LineIndex,
  language: Language,
  exportedNames: ReadonlySet<string>,
): PlacedDefinition[] {
  const attached = new Map<number, number>();
  for (const span of raw.attached) attached.set(skipSpace(text, span.end), span.start);
  const candidates: Candidate[] = withoutLocals(raw).map((definition) => {
    const start = firstOffset(definition, text, lines, language, attached);
    return { raw: definition, start, startLine: lines.lineAt(start) };
  });
  candidates.sort((a, b) => a.start - b.start || b.raw.end - a.raw.end || a.raw.pattern - b.raw.pattern);
  const nesting = new Nesting(
    text,
    lines,
    language,
    exportedNames,
    new Map(raw.attached.map(({ start, end }) => [start, end])),
  );
  for (const candidate of candidates) nesting.add(candidate);
  return nesting.placed;
}

/** The definitions but for variables that live in a lexical scope, unless a type stands between. */
function withoutLocals(raw: RawFacts): RawDefinition[] {
  const ordered = raw.definitions.sort((a, b) => a.start - b.start || b.end - a.end);
  const openScopes: Span[] = [];
  const openTypes: Span[] = [];
  let next = 0;
  return ordered.filter((definition) => {
    for (
      let scope = raw.scopes[next];
      scope !== undefined && scope.start <= definition.start;
      scope = raw.scopes[next]
    ) {
      closeBefore(openScopes, scope.start);
      openScopes.push(scope);
      next += 1;
    }
    closeBefore(openScopes, definition.start);
    closeBefore(openTypes, definition.start);
    const isLocal = (openScopes.at(-1)?.start ?? -1) > (openTypes.at(-1)?.start ?? -1);
    if (isClassLike(definition.kind)) openTypes.push(definition);
    return !isLocal || definition.exported || !valueKinds.has(definition.kind);
  });
}

/** Takes spans off a stack that end at or before an offset. */
function closeBefore(open: Span[], offset: number): void {
  while (open.length > 0 && (open.at(-1)?.end ?? 0) <= offset) open.pop();
}

/** Builds the list in source order; the stack holds the definitions that are still open. */
class Nesting {
  readonly placed: PlacedDefinition[] = [];
  readonly #text: string;
  readonly #lines: LineIndex;
  readonly #language: Language;
  readonly #exportedNames: ReadonlySet<string>;
  readonly #decorated: ReadonlyMap<number, number>;
  readonly #open: number[] = [];
  readonly #members = new Map<string, number>();

  /** @param decorated ends of decorators by where they begin */
  constructor(
    text: string,
    lines: LineIndex,
    language: Language,
    exportedNames: ReadonlySet<string>,
    decorated: ReadonlyMap<number, number>,
  ) {
    this.#decorated = decorated;
    this.#text = text;
    this.#lines = lines;
    this.#language = language;
    this.#exportedNames = exportedNames;
  }

  add({ raw, start, startLine }: Candidate): void {
    const { placed } = this;
    for (let top = this.#top(); top !== null && !encloses(top, raw, start); top = this.#top()) this.#open.pop();
    let parent = this.#open.at(-1) ?? -1;
    let outer = placed[parent]?.definition;
    const text = this.#text;
    const written = raw.scope === null ? null : writtenScope(text.slice(raw.scope.start, raw.scope.end));
    if (outer !== undefined && isCallable(outer.kind)) {
      if (valueKinds.has(raw.kind)) return;
      if (memberKinds.has(raw.kind) || written === "") {
        const owner = placed[outer.parent];
        if (owner !== undefined && isClassLike(owner.definition.kind)) {
          parent = outer.parent;
          outer = owner.definition;
        }
      }
    }
    const name = raw.name === null ? "default" : foldSpace(unquote(text.slice(raw.name.start, raw.name.end)));
    if (name === "" || name.length > maxNameLength) return;
    const scope = joinScope(outer === undefined ? "" : joinScope(outer.scope, outer.name), written ?? "");
    let kind = raw.kind;
    if (kind === "variable" && outer !== undefined && isClassLike(outer.kind)) kind = "field";
    if (written === "" && kind === "method" && outer === undefined) kind = "function";
    if (kind === "function" && outer !== undefined && isClassLike(outer.kind)) kind = "method";
    if (kind === "method" && isConstructorName(this.#language.id, name, outer)) kind = "constructor";
    if (memberKinds.has(kind) && this.#isRepeated(parent, name, raw)) return;
    const signature = signatureOf(raw, text, this.#lines, this.#decorated);
    if (kind === "variable" && isConstant(this.#language.id, name, signature)) kind = "constant";
    const exported =
      raw.exported ||
      (outer === undefined && (this.#exportedNames.has(name) || isModuleExport(raw, text))) ||
      isExported(this.#language.id, kind, name, signature, outer?.exported ?? null);
    const nameStart = raw.name?.start ?? raw.start;
    const line = this.#lines.lineAt(nameStart);
    const index = placed.length;
    placed.push({
      definition: {
        name,
        kind,
        parent,
        scope,
        signature,
        exported,
        bases: raw.bases.map((base) => typeNameOf(text.slice(base.start, base.end))),
        typeName: raw.type === null || isClassLike(kind) ? null : typeNameOf(text.slice(raw.type.start, raw.type.end)),
        startLine,
        endLine: this.#lines.lineAt(Math.max(raw.end - 1, raw.start)),
        startOffset: start,
        endOffset: raw.end,
        line,
        column: nameStart - this.#lines.startOf(line) + 1,
      },
      nameStart,
      start: raw.start,
      end: raw.end,
      type: isClassLike(kind) ? null : raw.type,
    });
    this.#open.push(index);
  }

  #top(): PlacedDefinition | null {
    return this.placed[this.#open.at(-1) ?? -1] ?? null;
  }

  /** A field assigned several times is one definition; a later mention may tell its type. */
  #isRepeated(parent: number, name: string, raw: RawDefinition): boolean {
    if (parent === -1) return false;
    const key = `${parent}.${name}`;
    const known = this.#members.get(key);
    if (known === undefined) {
      this.#members.set(key, this.placed.length);
      return false;
    }
    const first = this.placed[known];
    if (first !== undefined && first.definition.typeName === null && raw.type !== null) {
      const typeName = typeNameOf(this.#text.slice(raw.type.start, raw.type.end));
      this.placed[known] = { ...first, type: raw.type, definition: { ...first.definition, typeName } };
    }
    return true;
  }
}

/** Names that one node defines together (`a, b int`) stand side by side. */
function encloses(outer: PlacedDefinition, inner: RawDefinition, start: number): boolean {
  if (outer.start === inner.start && outer.end === inner.end) return false;
  return outer.end >= inner.end && outer.end > start;
}

function isConstant(language: LanguageId, name: string, signature: string): boolean {
  if (language === "python") return /^_*[A-Z][A-Z\d_]*$/.test(name);
  return /^(?:export |declare )*const\b/.test(signature);
}

function joinScope(outer: string, inner: string): string {
  return outer === "" || inner === "" ? outer + inner : `${outer}.${inner}`;
}

/** The type's name in a written scope: `*Box[T]`, `Basket.prototype`, `exports`, `this`. */
function writtenScope(text: string): string {
  const plain = text.replace(/\.prototype$/, "");
  if (/^(?:this|self|exports|module\.exports|window|globalThis|global)$/.test(plain)) return "";
  const name = typeNameOf(plain);
  return name.length > maxNameLength ? "" : name.replaceAll("::", ".");
}

function isConstructorName(language: LanguageId, name: string, outer: Definition | undefined): boolean {
  return constructorNames.get(language) === name && outer !== undefined && isClassLike(outer.kind);
}

function isModuleExport(raw: RawDefinition, text: string): boolean {
  return raw.scope !== null && /^(?:module\.)?exports$/.test(text.slice(raw.scope.start, raw.scope.end));
}

/** First offset after white space. */
function skipSpace(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1;
  return at;
}

/** Start of the words (`export default async`, `type`) that stand before a definition on its line. */
function headOffset(start: number, text: string, lines: LineIndex): number {
  const lineStart = lines.startOf(lines.lineAt(start));
  if (start - lineStart > maxSignatureLength) return start;
  const before = /^\s*([a-z][a-z\s]*)?$/.exec(text.slice(lineStart, start));
  return before === null || before[1] === undefined ? start : start - before[1].length;
}

/** Where a definition begins with its decorators, attributes and doc comment. */
function firstOffset(
  raw: RawDefinition,
  text: string,
  lines: LineIndex,
  language: Language,
  attached: ReadonlyMap<number, number>,
): number {
  let start = headOffset(raw.start, text, lines);
  for (;;) {
    const decorator = attached.get(start);
    if (decorator !== undefined) {
      start = decorator;
      continue;
    }
    const line = lines.lineAt(start);
    if (text.slice(lines.startOf(line), start).trim() !== "") return start;
    const first = firstCommentLine(lines, line, language.comments);
    if (first === line) return start;
    start = skipSpace(text, lines.startOf(first));
  }
}

/** The head of a definition on one line. */
function signatureOf(
  raw: RawDefinition,
  text: string,
  lines: LineIndex,
  decoratorEnds: ReadonlyMap<number, number>,
): string {
  let start = headOffset(raw.start, text, lines);
  for (let end = decoratorEnds.get(start); end !== undefined; end = decoratorEnds.get(start)) {
    start = skipSpace(text, end);
  }
  const end = raw.bodyStart > start ? raw.bodyStart : raw.end;
  const head = foldSpace(text.slice(start, Math.min(end, start + 4 * maxSignatureLength)));
  const trimmed = raw.bodyStart > start ? head.replace(/\s*(?:[{:=]|=>|\bdo)\s*$/, "") : head;
  return trimmed.length <= maxSignatureLength ? trimmed : `${trimmed.slice(0, maxSignatureLength - 1)}…`;
}
