import type { RawLocal, RawReference, Span } from "./collect.ts";
import { isCallable, isClassLike, type PlacedDefinition } from "./definitions.ts";
import type { Language } from "./registry.ts";
import { isTypeName, lastPart, typeNameOf } from "./typename.ts";
import type { Definition, LanguageId } from "./types.ts";

/** Languages in which `Foo()` makes a `Foo`. */
const constructorsLookLikeCalls: ReadonlySet<LanguageId> = new Set(["python", "kotlin", "swift", "scala", "ruby"]);

/** Reads types off what a file writes: annotations, constructor calls, results of its own functions. */
export class DeclaredTypes {
  readonly #text: string;
  readonly #language: Language;
  readonly #topLevel = new Map<string, Definition>();
  readonly #classes = new Set<string>();
  readonly #locals: readonly RawLocal[];
  /** Answers of {@link at} by offset: one parameter's type is asked for at each of its uses. */
  readonly #known = new Map<number, string | null>();

  constructor(definitions: readonly PlacedDefinition[], locals: readonly RawLocal[], text: string, language: Language) {
    this.#text = text;
    this.#language = language;
    this.#locals = locals;
    for (const { definition } of definitions) {
      if (isClassLike(definition.kind)) this.#classes.add(definition.name);
      if (definition.scope === "" && !this.#topLevel.has(definition.name))
        this.#topLevel.set(definition.name, definition);
    }
  }

  /** The file's top-level definition of a name. */
  topLevel(name: string): Definition | undefined {
    return this.#topLevel.get(name);
  }

  /**
   * Definitions whose type is written as a value (`x = Foo()`) get the type of that value; functions without a
   * declared result get the class of this file that they return a new object of.
   * @param references all call sites, ascending
   */
  settle(definitions: readonly PlacedDefinition[], references: readonly RawReference[]): PlacedDefinition[] {
    const results = this.#results(definitions, references);
    const callablesSettled = definitions.map((placed, index) => {
      if (!isCallable(placed.definition.kind) || placed.definition.typeName !== null) return placed;
      const result = results.get(index);
      return result === undefined ? placed : this.#withType(placed, result);
    });
    return callablesSettled.map((placed) => {
      if (isCallable(placed.definition.kind) || placed.type === null) return placed;
      const typeName = this.at(placed.type) ?? this.#plain(placed.type);
      return typeName === placed.definition.typeName ? placed : this.#withType(placed, typeName);
    });
  }

  #withType(placed: PlacedDefinition, typeName: string | null): PlacedDefinition {
    const definition = { ...placed.definition, typeName };
    if (this.#topLevel.get(definition.name) === placed.definition) this.#topLevel.set(definition.name, definition);
    return { ...placed, definition };
  }

  /** Class returned by callables, by index: from `return Foo()`, `return new Foo()`. */
  #results(definitions: readonly PlacedDefinition[], references: readonly RawReference[]): Map<number, string> {
    const results = new Map<number, string>();
    const open: number[] = [];
    let next = 0;
    for (const { kind, name, receiver } of references) {
      if (receiver !== null || (kind !== "call" && kind !== "new")) continue;
      if (this.#text.charCodeAt(name.start - 1) !== 32) continue;
      if (!/\breturn (?:new )?$/.test(this.#text.slice(Math.max(0, name.start - 12), name.start))) continue;
      const made = this.#text.slice(name.start, name.end);
      if (!this.#classes.has(made)) continue;
      for (let upcoming = definitions[next]; upcoming !== undefined && upcoming.start <= name.start; ) {
        if (isCallable(upcoming.definition.kind)) open.push(next);
        next += 1;
        upcoming = definitions[next];
      }
      const inner = open.findLast((index) => (definitions[index]?.end ?? 0) > name.start);
      if (inner !== undefined && !results.has(inner)) results.set(inner, made);
    }
    return results;
  }

  /** Name of the type that a captured span means, or null where it names none for certain. */
  at(span: Span): string | null {
    const known = this.#known.get(span.start);
    if (known !== undefined) return known;
    const type = this.#read(span);
    this.#known.set(span.start, type);
    return type;
  }

  #read(span: Span): string | null {
    const name = typeNameOf(this.#text.slice(span.start, span.end));
    if (!isTypeName(name)) return null;
    const before = this.#text.slice(Math.max(0, span.start - 8), span.start);
    if (this.#isCalled(span) && !/\bnew\s+$/.test(before)) return this.ofCall(name);
    return this.#isPythonValue(before) ? this.#ofParameter(name, span.start) : name;
  }

  /** What calling a name of this file gives: the class itself, or the declared result of the function. */
  ofCall(name: string): string | null {
    const definition = this.#topLevel.get(name);
    if (definition !== undefined && isCallable(definition.kind)) {
      const result = definition.typeName === null ? null : firstResult(definition.typeName);
      const isTypeParameter = result !== null && /^[A-Z]\d?$/.test(result) && !this.#classes.has(result);
      return isTypeParameter ? null : result;
    }
    if (!constructorsLookLikeCalls.has(this.#language.id)) return null;
    return this.#classes.has(name) || /^_*\p{Lu}/u.test(lastPart(name)) ? name : null;
  }

  /** A type that is no single name, kept for display; null for values. */
  #plain(span: Span): string | null {
    const before = this.#text.slice(Math.max(0, span.start - 8), span.start);
    const isValue = this.#isCalled(span) || this.#isPythonValue(before);
    return isValue ? null : typeNameOf(this.#text.slice(span.start, span.end));
  }

  #isCalled({ end }: Span): boolean {
    const next = this.#text[end];
    return next === "(" || next === "<";
  }

  #isPythonValue(before: string): boolean {
    return this.#language.id === "python" && /=\s*$/.test(before);
  }

  /** Annotation of the last parameter or local of that name written before a place. */
  #ofParameter(name: string, offset: number): string | null {
    let low = 0;
    let high = this.#locals.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#locals[middle]?.name.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    for (let index = low - 1; index >= 0 && index >= low - 64; index -= 1) {
      const local = this.#locals[index];
      if (local === undefined || this.#text.slice(local.name.start, local.name.end) !== name) continue;
      if (local.type === null) return null;
      const type = typeNameOf(this.#text.slice(local.type.start, local.type.end));
      return isTypeName(type) ? type : null;
    }
    return null;
  }
}

/** The first of several results, as in Go's `(*Foo, error)`, or null where it is no single name. */
function firstResult(typeName: string): string | null {
  if (isTypeName(typeName)) return typeName;
  const first = /^\(([^,()]+),/.exec(typeName)?.[1]?.trim();
  if (first === undefined) return null;
  const type = typeNameOf(first.slice(first.lastIndexOf(" ") + 1));
  return isTypeName(type) ? type : null;
}
