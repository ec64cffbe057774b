import type { RawFacts, Span } from "./collect.ts";
import { isClassLike, type PlacedDefinition } from "./definitions.ts";
import type { SymbolKind } from "./types.ts";

/** What a name is bound to where it is used. */
export interface Binding {
  readonly name: string;
  readonly start: number;
  /** Written type, or the name of the function or class called to make it. */
  readonly type: Span | null;
  /** Bound by a nested definition or an import inside a function, which the call graph knows itself. */
  readonly known: boolean;
}

interface Scope extends Span {
  readonly bindings: Binding[];
}

interface Visible {
  readonly binding: Binding;
  readonly scope: Scope;
}

/**
 * The lexical scopes of a file, answering "what is this name bound to here" for places asked in ascending order.
 * Bindings hold for their whole scope, also before their line, as functions that run later see them.
 */
export class LexicalScopes {
  readonly #scopes: readonly Scope[];
  readonly #open: Scope[] = [];
  readonly #visible = new Map<string, Visible[]>();
  #next = 0;

  /**
   * @param raw with scopes in ascending order
   * @param importedAt offsets of names that imports bind
   */
  constructor(raw: RawFacts, definitions: readonly PlacedDefinition[], text: string, importedAt: ReadonlySet<number>) {
    const scopes: Scope[] = raw.scopes.map(({ start, end }) => ({ start, end, bindings: [] }));
    this.#scopes = scopes;
    distribute(scopes, bindingsOf(raw, definitions, text, importedAt));
    if (raw.outer.length > 0) removeOuter(scopes, raw.outer, text);
  }

  /**
   * Moves on to a place.
   * @param offset not smaller than at any earlier call
   */
  moveTo(offset: number): void {
    for (;;) {
      const top = this.#open.at(-1);
      const upcoming = this.#scopes[this.#next];
      const closes = top !== undefined && top.end <= offset;
      if (upcoming !== undefined && upcoming.start <= offset && !(closes && top.end <= upcoming.start)) {
        this.#next += 1;
        if (upcoming.end > offset) this.#enter(upcoming);
      } else if (closes) {
        this.#leave(top);
      } else {
        return;
      }
    }
  }

  /** The innermost binding of a name at the current place; of several in one scope the last one written before it. */
  lookUp(name: string, before: number): Binding | null {
    const stack = this.#visible.get(name);
    const innermost = stack?.at(-1);
    if (stack === undefined || innermost === undefined) return null;
    for (let index = stack.length - 1; index >= 0 && stack[index]?.scope === innermost.scope; index -= 1) {
      const binding = stack[index]?.binding;
      if (binding !== undefined && binding.start <= before) return binding;
    }
    return innermost.binding;
  }

  #enter(scope: Scope): void {
    this.#open.push(scope);
    for (const binding of scope.bindings) {
      const stack = this.#visible.get(binding.name);
      if (stack === undefined) this.#visible.set(binding.name, [{ binding, scope }]);
      else stack.push({ binding, scope });
    }
  }

  #leave(scope: Scope): void {
    this.#open.pop();
    for (const { name } of scope.bindings) this.#visible.get(name)?.pop();
  }
}

/** Kinds whose names are no bindings of a scope: members, and values, which are locals wherever a scope holds them. */
const unbound: ReadonlySet<SymbolKind> = new Set([
  "field",
  "property",
  "method",
  "constructor",
  "enum_member",
  "variable",
  "constant",
]);

/**
 * Locals and definitions in source order; a name that a definition or an import owns is not a local. Definitions of
 * the top level lie in no scope and are dropped later; those inside anonymous functions have no parent but a scope.
 */
function bindingsOf(
  raw: RawFacts,
  definitions: readonly PlacedDefinition[],
  text: string,
  importedAt: ReadonlySet<number>,
): Binding[] {
  const defined = new Set<number>();
  const bindings: Binding[] = [];
  for (const { definition, nameStart, start } of definitions) {
    const outer = definitions[definition.parent];
    if (unbound.has(definition.kind) || (outer !== undefined && isClassLike(outer.definition.kind))) continue;
    defined.add(nameStart);
    // A declaration binds its name around itself, not only inside.
    bindings.push({
      name: definition.name,
      start: start === nameStart ? nameStart : start - 1,
      type: null,
      known: true,
    });
  }
  for (const { name, type } of raw.locals) {
    if (defined.has(name.start)) continue;
    const known = importedAt.has(name.start);
    bindings.push({ name: text.slice(name.start, name.end), start: name.start, type, known });
  }
  return bindings.sort((a, b) => a.start - b.start);
}

/** Takes the names out of scopes that say they mean those outside: Python's `global`. */
function removeOuter(scopes: readonly Scope[], outer: readonly Span[], text: string): void {
  for (const { start, end } of outer) {
    const name = text.slice(start, end);
    const around = scopes.findLast((scope) => scope.start <= start && start < scope.end);
    if (around === undefined) continue;
    for (let index = around.bindings.length - 1; index >= 0; index -= 1) {
      if (around.bindings[index]?.name === name) around.bindings.splice(index, 1);
    }
  }
}

/** Puts each binding into the innermost scope around it; both lists ascend. */
function distribute(scopes: readonly Scope[], bindings: readonly Binding[]): void {
  const open: Scope[] = [];
  let next = 0;
  for (const binding of bindings) {
    for (let scope = scopes[next]; scope !== undefined && scope.start <= binding.start; scope = scopes[next]) {
      while (open.length > 0 && (open.at(-1)?.end ?? 0) <= scope.start) open.pop();
      open.push(scope);
      next += 1;
    }
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= binding.start) open.pop();
    open.at(-1)?.bindings.push(binding);
  }
}
