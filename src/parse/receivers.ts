import type { DeclaredTypes } from "./declared.ts";
import { isCallable, isClassLike, type PlacedDefinition } from "./definitions.ts";
import type { Binding, LexicalScopes } from "./scopes.ts";
import { isTypeName, lastPart } from "./typename.ts";

/** Names of the object itself inside methods. */
const selfNames: ReadonlySet<string> = new Set(["this", "self", "cls", "$this"]);

/** Result types that mean the type itself. */
const ownTypes: ReadonlySet<string> = new Set(["this", "self", "Self", "static"]);

const openTypes: ReadonlySet<string> = new Set([
  "any",
  "unknown",
  "object",
  "Object",
  "Any",
  "typing.Any",
  "var",
  "auto",
]);

/** Longer receivers are not typed: chains of that length are built, not declared. */
const maxChain = 8;

/** Tells types of expressions from what one file declares; nothing is guessed beyond it. */
export class TypeReader {
  readonly #declared: DeclaredTypes;
  readonly #scopes: LexicalScopes;
  readonly #members = new Map<string, string>();
  readonly #fields = new Set<string>();

  constructor(definitions: readonly PlacedDefinition[], declared: DeclaredTypes, scopes: LexicalScopes) {
    this.#declared = declared;
    this.#scopes = scopes;
    for (const { definition } of definitions) {
      if (definition.scope === "") continue;
      const key = `${lastPart(definition.scope)}.${definition.name}`;
      if (definition.kind === "field" || definition.kind === "property") this.#fields.add(key);
      if (definition.typeName === null || !isTypeName(definition.typeName)) continue;
      const type = ownTypes.has(definition.typeName) ? lastPart(definition.scope) : definition.typeName;
      if (!this.#members.has(key)) this.#members.set(key, type);
    }
  }

  /** Whether a member of a type of this file holds data rather than being a method. */
  isField(type: string, name: string): boolean {
    return this.#fields.has(`${lastPart(type)}.${name}`);
  }

  /** Whether the file defines or, at top level, declares this name. */
  defines(name: string): boolean {
    return this.#declared.topLevel(name) !== undefined;
  }

  /**
   * Type of the expression before the last name of a call.
   * @param enclosingClass name of the class around the place, or null
   * @param base its first base, for `super`
   */
  typeOf(receiver: string, enclosingClass: string | null, base: string | null, offset: number): string | null {
    const opening = /^([\w$]+)\s*([.?(-])/.exec(receiver);
    if (opening !== null) {
      // Most chains begin with a name of unknown type: not worth taking apart.
      const head = { name: opening[1] ?? "", called: opening[2] === "(", made: false };
      if (head.name !== "await" && this.#typeOfHead(head, enclosingClass, base, offset) === null) return null;
    }
    const steps = splitChain(receiver);
    const first = steps?.[0];
    if (steps === null || first === undefined) return null;
    let type = this.#typeOfHead(first, enclosingClass, base, offset);
    for (const step of steps.slice(1)) {
      if (type === null) return null;
      type = this.#members.get(`${lastPart(type)}.${step.name}`) ?? null;
    }
    return type === null || this.#isOpen(type) ? null : type;
  }

  /** Types that say nothing about the members: dynamic ones and type parameters. */
  #isOpen(type: string): boolean {
    return openTypes.has(type) || (/^[A-Z]\d?$/.test(type) && this.#declared.topLevel(type) === undefined);
  }

  #typeOfHead(step: Step, enclosingClass: string | null, base: string | null, offset: number): string | null {
    if (step.made) return step.name;
    if (step.name === "super" || step.name === "base" || step.name === "parent") return base;
    if (selfNames.has(step.name)) {
      // Where it is no keyword, a parameter or variable with a type of its own may be called so.
      const own = this.#scopes.lookUp(step.name, offset);
      return own === null || own.type === null ? enclosingClass : this.#typeOfBinding(own);
    }
    if (step.called) return this.#scopes.lookUp(step.name, offset) === null ? this.#declared.ofCall(step.name) : null;
    const binding = this.#scopes.lookUp(step.name, offset);
    if (binding !== null) return this.#typeOfBinding(binding);
    const global = this.#declared.topLevel(step.name);
    if (global === undefined || isCallable(global.kind)) return null;
    if (isClassLike(global.kind)) return global.name;
    return global.typeName !== null && isTypeName(global.typeName) ? global.typeName : null;
  }

  #typeOfBinding(binding: Binding): string | null {
    return binding.type === null ? null : this.#declared.at(binding.type);
  }
}

interface Step {
  readonly name: string;
  /** Followed by arguments. */
  readonly called: boolean;
  /** `new Foo(…)`, `Foo{…}`. */
  readonly made: boolean;
}

/** `this.a.b()` as steps, or null for any other expression (operators, indexes, literals). */
function splitChain(receiver: string): Step[] | null {
  if (/^[\w$]+(?:\.[\w$]+)*$/.test(receiver)) {
    const names = receiver.split(".");
    return names.length > maxChain ? null : names.map((name) => ({ name, called: false, made: false }));
  }
  const steps: Step[] = [];
  const made = /^[(&\s]*new\s+([\w$.\\]+)/.exec(receiver);
  const literal = /^[(&\s]*([\p{L}_][\w.]*)(?:\[[^\]]*\])?\{/u.exec(receiver);
  let rest = receiver;
  const opening = made ?? literal;
  if (opening !== null) {
    const after = receiver.slice(opening[0].length - (literal === opening ? 1 : 0));
    rest = skipBrackets(after.replace(/^\s*<[^()]*>(?=\()/, ""));
    steps.push({ name: opening[1] ?? "", called: false, made: true });
    rest = rest.replace(/^[)\s]+/, "");
  } else {
    rest = receiver.replace(/^\(?\s*(?:await\s+)?\(?/, (opened) =>
      opened.includes("(") && !receiver.endsWith(")") ? opened : "",
    );
  }
  const name = /^(?:\s*(?:\?\.|!?\.|->|::|\?->))?\s*([$#]?[\p{L}_$][\p{L}\p{N}_$]*)(!|\))?/u;
  while (rest !== "" && rest !== ")") {
    if (steps.length > maxChain) return null;
    const match = name.exec(rest);
    if (match === null || (steps.length > 0 && /^\s*[\p{L}_$]/u.test(rest))) return null;
    rest = rest.slice(match[0].length);
    let called = false;
    if (/^(?:<[^()<>]*>|\[[\w\s.,*]*\])?\(/.test(rest)) {
      rest = skipBrackets(rest.slice(rest.indexOf("(")));
      called = true;
    }
    steps.push({ name: match[1] ?? "", called, made: false });
  }
  return steps;
}

/** What follows the bracketed group a text begins with; "" when it does not close. Strings are not read. */
function skipBrackets(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) {
      depth -= 1;
      if (depth === 0) return text.slice(at + 1);
    } else if (depth === 0) return text.slice(at);
  }
  return "";
}
