import type { StoredDefinition, StoredFile } from "../../store/types.ts";
import type { Confidence } from "../types.ts";
import { candidatesByName } from "./by-name.ts";
import { type Expression, headName, parseExpression } from "./expression.ts";
import { LanguageFamilies } from "./families.ts";
import type { FileScope } from "./file-scope.ts";
import { isCallable, isContainer, isType, isVariable } from "./kinds.ts";
import { declaredTypeOf, initializerOf, localType, localValue, placeFor, typeOfParameter } from "./local-values.ts";
import { membersOfTypes } from "./members.ts";
import { Modules } from "./modules.ts";
import { type ArgumentType, literalType } from "./overloads.ts";
import type { ProjectIndex } from "./project-index.ts";
import type { SymbolView } from "./symbol-view.ts";
import { isWrapper, looksLikeType, looksLikeTypeParameter, principalType, resultType } from "./type-name.ts";
import {
  type Entity,
  type LanguageFamily,
  type Module,
  NOTHING,
  type Place,
  type Project,
  type ReadProjectFile,
  UNKNOWN,
} from "./types.ts";

/** Depth of one evaluation (aliases of aliases, types of types) before it is given up as unknown. */
const maxDepth = 32;

/** Steps of one evaluation, which bounds wide nests of types as well. */
const maxSteps = 2000;

/** Tells what names, types and expressions stand for at a place of the project. */
export class Evaluator implements Project {
  readonly families: LanguageFamilies;
  readonly #index: ProjectIndex;
  #depth = 0;
  #steps = 0;

  constructor(index: ProjectIndex) {
    this.#index = index;
    this.families = new LanguageFamilies(new Modules(this));
  }

  get view(): SymbolView {
    return this.#index.view;
  }

  get readProjectFile(): ReadProjectFile {
    return this.#index.readProjectFile;
  }

  fileScope(file: StoredFile): FileScope {
    return this.#index.fileScope(file);
  }

  fileAt(path: string): StoredFile | null {
    return this.#index.fileAt(path);
  }

  pathsWhere(test: (path: string) => boolean): readonly string[] {
    return this.#index.pathsWhere(test);
  }

  /** The rules of a file's language. */
  familyOf(file: FileScope): LanguageFamily {
    return this.families.of(file.file.language);
  }

  topLevel(name: string, file: FileScope): Entity {
    return this.lookup(name, topOf(file));
  }

  moduleMember(module: Module, name: string): Entity {
    const language = module.kind === "file" ? module.file.language : module.language;
    const entity = this.families.of(language).moduleMember(module, name, this);
    // A module that is read completely and lacks the name does not have it.
    const isComplete = module.kind === "folder" || module.file.status === "parsed";
    return entity.kind === "unknown" && isComplete ? NOTHING : entity;
  }

  /** What a plain name means at a place, by scopes from the inside out, then by what the file imports. */
  lookup(name: string, place: Place): Entity {
    const { file } = place;
    const family = this.familyOf(file);
    const chain = file.chain(place.enclosing);
    for (const index of chain) {
      const around = file.definitions[index] as StoredDefinition;
      const isClassBody = isType(around.kind);
      if (isClassBody && place.boundLocally) break;
      if (isClassBody && !family.membersInScope && index !== place.enclosing) continue;
      const inside = file.childrenNamed(index, name).filter((child) => isClassBody || isPlainlyNamed(child, family));
      if (inside.length > 0) return exact(inside);
      if (!family.membersInScope) continue;
      const type = isClassBody ? [around] : this.#typesNamedByScope(around, file);
      const members = type.length === 0 ? UNKNOWN : membersOfTypes(type, name, this);
      if (members.kind === "definitions") return members;
    }
    if (place.boundLocally) return NOTHING;
    const top = file
      .childrenNamed(-1, name)
      .filter(
        (definition) => (definition.scope === "" && isPlainlyNamed(definition, family)) || isType(definition.kind),
      );
    if (top.length > 0) return exact(top);
    return family.outerName(name, file, this);
  }

  /** What a name means as a member of something. */
  memberOf(entity: Entity, name: string): Entity {
    switch (entity.kind) {
      case "module":
        return this.moduleMember(entity.module, name);
      case "instance":
        return atMost(membersOfTypes(entity.types, name, this), entity.confidence);
      case "external":
        return { kind: "external", name: `${entity.name}.${name}` };
      case "definitions":
        return atMost(this.#memberOfDefinitions(entity.definitions, name), entity.confidence);
      case "nothing":
      case "unknown":
        return UNKNOWN;
    }
  }

  /** The types that a written type names at a place. */
  typeNamed(written: string, place: Place): Entity {
    const name = principalType(written);
    if (name === null) return UNKNOWN;
    return this.#step(() => {
      const family = this.familyOf(place.file);
      const [head, ...rest] = name.split(/\.|::|\\/).filter((part) => part !== "");
      if (head === undefined) return UNKNOWN;
      if (family.selfNames.has(head)) return this.self(place);
      let entity = this.lookup(head, { ...place, boundLocally: false });
      for (const part of rest) entity = this.memberOf(entity, part);
      if (entity.kind === "external") return isWrapper(name) ? UNKNOWN : entity;
      const last = rest.at(-1) ?? head;
      if (entity.kind === "definitions") {
        const types = entity.definitions.filter((definition) => isType(definition.kind));
        if (types.length > 0) return { kind: "instance", types, confidence: entity.confidence };
        // `type Alias = Other` kept as a variable, or a class held by a constant.
        const value = this.#valueOfAll(entity.definitions);
        if (value.kind !== "unknown") return value.kind === "definitions" ? instanceOf(value) : value;
        // The facts give the function that made a value where its type is not written.
        return this.#resultOf(entity.definitions);
      }
      if (entity.kind === "module" || looksLikeTypeParameter(last)) return UNKNOWN;
      const elsewhere = candidatesByName(this, last, place.file.file.language).filter((found) => isType(found.kind));
      if (elsewhere.length === 0) return looksLikeType(last) ? { kind: "external", name } : UNKNOWN;
      return { kind: "instance", types: elsewhere, confidence: elsewhere.length === 1 ? "inferred" : "ambiguous" };
    });
  }

  /** What a variable holds: by its declared type, or by what is assigned where it is defined. */
  valueOf(definition: StoredDefinition): Entity {
    return this.#step(() => {
      const place = this.placeAround(definition);
      if (place === null) return UNKNOWN;
      if (definition.kind === "enum_member") return this.self(place);
      const type = declaredTypeOf(this.view, definition);
      const typed = type === null ? UNKNOWN : this.typeNamed(type, place);
      if (typed.kind !== "unknown") return typed;
      const expression = initializerOf(this.view, definition);
      return expression === null ? UNKNOWN : this.evaluate(expression, place);
    });
  }

  /** The definition that a variable is only another name of; unknown for variables that hold anything else. */
  aliased(definition: StoredDefinition): Entity {
    const expression = initializerOf(this.view, definition);
    const place = this.placeAround(definition);
    if (expression === null || place === null) return UNKNOWN;
    if (expression.kind !== "name" && expression.kind !== "member") return UNKNOWN;
    const entity = this.evaluate(expression, place);
    if (entity.kind !== "definitions") return entity;
    return entity.definitions.every((target) => target.id !== definition.id) ? entity : UNKNOWN;
  }

  /** A local variable that is only another name for something: `h := o.Ping`. */
  localAlias(name: string, place: Place): Entity {
    const assigned = localValue(this.view, name, place);
    if (assigned === null || headName(assigned) === name) return NOTHING;
    if (assigned.kind !== "name" && assigned.kind !== "member") return NOTHING;
    const value = this.evaluate(assigned, placeFor(this.view, assigned, place));
    return value.kind === "definitions" || value.kind === "external" ? value : NOTHING;
  }

  /** What an expression stands for. */
  evaluate(expression: Expression, place: Place): Entity {
    return this.#step(() => {
      switch (expression.kind) {
        case "name":
          return this.#named(expression.name, place);
        case "member":
          return this.#settled(this.memberOf(this.evaluate(expression.object, place), expression.name));
        case "call":
          return this.#called(expression.callee, place);
        case "new":
          return this.typeNamed(expression.type, place);
      }
    });
  }

  /** Type of a call's argument, as far as its text tells. */
  argumentType(written: string, place: Place): ArgumentType {
    const literal = literalType(written);
    if (literal !== null) return literal;
    const name = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(written) ? written : null;
    const cast = /^\(\s*([\p{L}_][\p{L}\p{N}_.]*(?:<[^()]*>)?(?:\[\])*)\s*\)\s*[\p{L}_$(]/u.exec(written)?.[1];
    const type = cast ?? (name === null ? null : this.#writtenTypeOf(name, place));
    if (type !== null) return this.#argumentOfType(type, place);
    const expression = parseExpression(written);
    if (expression === null) return { kind: "unknown" };
    const entity = this.limited(() => this.evaluate(expression, placeFor(this.view, expression, place)));
    if (entity.kind === "instance") return { kind: "types", names: this.#withSupertypes(entity.types) };
    if (entity.kind !== "external" || expression.kind === "name") return { kind: "unknown" };
    // `Integer.valueOf(…)` gives an `Integer`.
    const outside =
      entity.name
        .replace(/\.valueOf$/, "")
        .split(/\.|::/)
        .at(-1) ?? "";
    return looksLikeType(outside) ? { kind: "types", names: [outside] } : { kind: "unknown" };
  }

  /** Type written for a local variable, parameter or field. */
  #writtenTypeOf(name: string, place: Place): string | null {
    const local = localType(this.view, name, place) ?? typeOfParameter(name, place);
    if (local !== null) return local;
    const entity = this.limited(() => this.lookup(name, { ...place, boundLocally: false }));
    return entity.kind === "definitions" ? (entity.definitions[0]?.typeName ?? null) : null;
  }

  #argumentOfType(written: string, place: Place): ArgumentType {
    if (/^(?:var|auto|val|let)$/.test(written)) return { kind: "unknown" };
    const isArray = /\[\s*\]$/.test(written);
    const name = principalType(written.replace(/(?:\[\s*\])+$/, ""));
    if (name === null) return { kind: "unknown" };
    const simple = name.split(/\.|::/).at(-1) ?? name;
    if (isArray) return { kind: "types", names: [`${simple}[]`] };
    const entity = this.limited(() => this.typeNamed(name, place));
    return { kind: "types", names: entity.kind === "instance" ? this.#withSupertypes(entity.types) : [simple] };
  }

  /** Members of the same name that the type of a member inherits from. */
  inheritedNamesakes(member: StoredDefinition): readonly StoredDefinition[] {
    const place = this.placeAround(member);
    const owner = place === null ? UNKNOWN : this.limited(() => this.self(place));
    if (owner.kind !== "instance") return [];
    const bases = owner.types.flatMap((type) => {
      const around = this.placeAround(type);
      return type.bases.flatMap((base) => {
        const entity = around === null ? UNKNOWN : this.limited(() => this.typeNamed(base, around));
        return entity.kind === "instance" ? entity.types : [];
      });
    });
    const found = bases.length === 0 ? UNKNOWN : this.limited(() => membersOfTypes(bases, member.name, this));
    if (found.kind !== "definitions") return [];
    const further = found.definitions[0];
    return further === undefined || further.id === member.id
      ? found.definitions
      : [...found.definitions, ...this.inheritedNamesakes(further)];
  }

  /** Names of types and of all that they inherit from, nearest first. */
  #withSupertypes(types: readonly StoredDefinition[]): readonly string[] {
    const names = new Set<string>();
    const queue = [...types];
    for (let at = 0; at < queue.length && at < 32; at++) {
      const type = queue[at] as StoredDefinition;
      names.add(type.name);
      const place = this.placeAround(type);
      for (const base of type.bases) {
        names.add(base.split(/\.|::/).at(-1) ?? base);
        const entity = place === null ? UNKNOWN : this.limited(() => this.typeNamed(base, place));
        if (entity.kind === "instance") queue.push(...entity.types);
      }
    }
    return [...names];
  }

  /** The type (or the object, or the constructor function) whose method encloses a place. */
  self(place: Place): Entity {
    const { file } = place;
    const chain = file.chain(place.enclosing);
    for (const index of chain) {
      const definition = file.definitions[index] as StoredDefinition;
      if (isType(definition.kind)) return { kind: "instance", types: [definition], confidence: "exact" };
      const scoped = this.#typesNamedByScope(definition, file);
      if (scoped.length > 0) return { kind: "instance", types: scoped, confidence: "exact" };
      const parent = file.definitions[definition.parent];
      if (parent !== undefined && isVariable(parent.kind)) return exact([parent]);
      if (parent !== undefined && isContainer(parent.kind)) return exact([parent]);
    }
    const outermost = chain.at(-1);
    return outermost === undefined ? UNKNOWN : exact([file.definitions[outermost] as StoredDefinition]);
  }

  superclass(place: Place): Entity {
    const self = this.self(place);
    if (self.kind !== "instance") return UNKNOWN;
    for (const type of self.types) {
      const around = this.placeAround(type);
      if (around === null) continue;
      for (const base of type.bases) {
        const found = this.typeNamed(base, around);
        if (found.kind !== "unknown") return found;
      }
    }
    return UNKNOWN;
  }

  /** For a definition outside the body of its type (Go, Rust, C++, extensions): the types its scope names. */
  #typesNamedByScope(definition: StoredDefinition, file: FileScope): readonly StoredDefinition[] {
    const parent = file.definitions[definition.parent];
    if (definition.scope === "" || (parent !== undefined && isType(parent.kind))) return [];
    const last = definition.scope.split(".").at(-1) as string;
    if (parent !== undefined && parent.name === last) return [];
    const entity = this.#step(() => this.typeNamed(last, topOf(file)));
    return entity.kind === "instance" ? entity.types : [];
  }

  /** The place where a definition stands, outside of itself. */
  placeAround(definition: StoredDefinition): Place | null {
    const file = this.#index.fileOf(definition);
    return file === null ? null : { file, enclosing: definition.parent, boundLocally: false, line: definition.line };
  }

  /** Runs one resolution with a budget of its own. */
  limited(body: () => Entity): Entity {
    const before = { depth: this.#depth, steps: this.#steps };
    this.#depth = 0;
    this.#steps = 0;
    try {
      return body();
    } finally {
      this.#depth = before.depth;
      this.#steps = before.steps;
    }
  }

  #named(name: string, place: Place): Entity {
    const family = this.familyOf(place.file);
    if (family.selfNames.has(name)) return this.self(place);
    if (family.superNames.has(name)) return this.superclass(place);
    const entity = this.lookup(name, place);
    const local = entity.kind === "nothing" ? this.#localName(name, place) : entity;
    if (local.kind === "unknown" && /^\p{Lu}/u.test(name)) {
      const type = this.typeNamed(name, place);
      return type.kind === "instance" || type.kind === "external" ? type : UNKNOWN;
    }
    return this.#settled(local);
  }

  /** A local variable by what was last assigned to it, or a parameter by its type in the head of its function. */
  #localName(name: string, place: Place): Entity {
    const assigned = localValue(this.view, name, place);
    if (assigned !== null && headName(assigned) !== name) {
      const value = this.evaluate(assigned, placeFor(this.view, assigned, place));
      if (value.kind !== "unknown") return value;
    }
    const type = typeOfParameter(name, place);
    return type === null ? UNKNOWN : this.typeNamed(type, place);
  }

  /** A variable gives way to what it holds, where that is known. */
  #settled(entity: Entity): Entity {
    if (entity.kind !== "definitions" || !entity.definitions.every((definition) => isVariable(definition.kind))) {
      return entity;
    }
    const value = this.#valueOfAll(entity.definitions);
    return value.kind === "unknown" ? entity : value;
  }

  #valueOfAll(definitions: readonly StoredDefinition[]): Entity {
    for (const definition of definitions) {
      if (!isVariable(definition.kind)) continue;
      const value = this.valueOf(definition);
      if (value.kind !== "unknown") return value;
    }
    return UNKNOWN;
  }

  /** Result of calling what an expression names. */
  #called(callee: Expression, place: Place): Entity {
    const family = this.familyOf(place.file);
    if (callee.kind === "name" && family.superNames.has(callee.name)) return this.superclass(place);
    const entity = this.evaluate(callee, place);
    if (entity.kind !== "definitions") return entity.kind === "external" ? entity : UNKNOWN;
    const types = entity.definitions.filter((definition) => isType(definition.kind));
    if (types.length > 0) return { kind: "instance", types, confidence: entity.confidence };
    return this.#resultOf(entity.definitions);
  }

  /** What calling any of these functions gives, by their declared result. */
  #resultOf(definitions: readonly StoredDefinition[]): Entity {
    for (const definition of definitions) {
      if (!isCallable(definition.kind)) continue;
      const around = this.placeAround(definition);
      if (around === null) continue;
      if (definition.kind === "constructor") return this.self(around);
      const type = resultType(definition.typeName, definition.signature);
      if (type === null) continue;
      if (/^(self|static|Self|this)$/.test(type)) return this.self(around);
      const result = this.typeNamed(type, around);
      if (result.kind !== "unknown") return result;
    }
    return UNKNOWN;
  }

  #memberOfDefinitions(definitions: readonly StoredDefinition[], name: string): Entity {
    const types = definitions.filter((definition) => isType(definition.kind));
    if (types.length > 0) {
      const member = membersOfTypes(types, name, this);
      if (member.kind !== "unknown") return member;
      return types.length === definitions.length ? NOTHING : UNKNOWN;
    }
    for (const definition of definitions) {
      const file = this.#index.fileOf(definition);
      if (file === null) continue;
      const inside = file.childrenNamed(file.indexOf(definition.id), name);
      if (inside.length > 0) return exact(inside);
      if (isContainer(definition.kind)) continue;
      const attached = file.membersNamed(definition.name, name).filter((other) => other.scope === definition.name);
      if (attached.length > 0) return exact(attached);
    }
    const value = this.#valueOfAll(definitions);
    return value.kind === "unknown" ? UNKNOWN : this.memberOf(value, name);
  }

  /** Deep chains, wide nests and loops of aliases or types end as unknown. */
  #step(body: () => Entity): Entity {
    if (this.#depth >= maxDepth || this.#steps >= maxSteps) return UNKNOWN;
    this.#depth += 1;
    this.#steps += 1;
    try {
      return body();
    } finally {
      this.#depth -= 1;
    }
  }
}

/** Methods of object literals and fields set in functions stand inside a function without being names of its scope. */
function isPlainlyNamed(definition: StoredDefinition, family: LanguageFamily): boolean {
  return family.membersInScope || !["method", "field", "property", "constructor"].includes(definition.kind);
}

function topOf(file: FileScope): Place {
  return { file, enclosing: -1, boundLocally: false, line: 1 };
}

function exact(definitions: readonly StoredDefinition[]): Entity {
  return { kind: "definitions", definitions, confidence: "exact" };
}

function instanceOf(entity: Extract<Entity, { kind: "definitions" }>): Entity {
  const types = entity.definitions.filter((definition) => isType(definition.kind));
  return types.length === 0 ? UNKNOWN : { kind: "instance", types, confidence: entity.confidence };
}

/** A member is no surer than what it is a member of. */
function atMost(entity: Entity, confidence: Confidence): Entity {
  if (confidence === "exact" || (entity.kind !== "definitions" && entity.kind !== "instance")) return entity;
  return { ...entity, confidence: entity.confidence === "ambiguous" ? "ambiguous" : confidence };
}
