import type { ReadView, StoredDefinition, StoredFile, StoredReference } from "../../store/types.ts";
import { assignedValue, destructuredPart } from "./assignment.ts";
import { candidatesByName } from "./by-name.ts";
import { type Expression, headName, parseExpression } from "./expression.ts";
import { LanguageFamilies } from "./families.ts";
import { FileScope } from "./file-scope.ts";
import { isCallable, isContainer, isType, isVariable } from "./kinds.ts";
import { membersOfTypes } from "./members.ts";
import { Modules } from "./modules.ts";
import { rememberingView, type SymbolView } from "./symbol-view.ts";
import {
  isWrapper,
  looksLikeType,
  looksLikeTypeParameter,
  parameterNames,
  parameterType,
  principalType,
  resultType,
} from "./type-name.ts";
import {
  type Entity,
  type LanguageFamily,
  type Module,
  NOTHING,
  type Place,
  type Project,
  type ReadProjectFile,
  type Resolution,
  type Target,
  UNKNOWN,
} from "./types.ts";

/** Steps of one resolution (aliases, fields, return types) before it is given up as unknown. */
const maxSteps = 32;

/** Lines above a use in which the assignment of a local variable is looked for. */
const maxLinesAbove = 200;

/**
 * Finds the definitions that references lead to, within one committed state of the index. In this order: what the
 * scopes of the file bind, imports, the receiver's type, and last the name alone.
 */
export class Resolver implements Project {
  readonly view: SymbolView;
  readonly readProjectFile: ReadProjectFile;
  readonly #families: LanguageFamilies;
  readonly #scopes = new Map<number, FileScope>();
  readonly #files = new Map<string, StoredFile | null>();
  readonly #configFiles = new Map<string, string | null>();
  #paths: readonly string[] | null = null;
  #steps = 0;

  constructor(view: ReadView, readProjectFile: ReadProjectFile) {
    this.view = rememberingView(view);
    this.readProjectFile = (path) => {
      let text = this.#configFiles.get(path);
      if (text === undefined) {
        text = readProjectFile(path);
        this.#configFiles.set(path, text);
      }
      return text;
    };
    this.#families = new LanguageFamilies(new Modules(this));
  }

  /** Where a reference leads. */
  resolve(reference: StoredReference): Resolution {
    const stored = this.view.fileById(reference.fileId);
    if (stored === null) return { targets: [], through: [], external: null };
    const file = this.fileScope(stored);
    const place: Place = {
      file,
      enclosing: file.indexOf(reference.enclosingId),
      boundLocally: reference.boundLocally,
      line: reference.line,
    };
    const entity = this.#limited(() => this.#entityOf(reference, place));
    return this.#conclude(entity, reference, place);
  }

  fileScope(file: StoredFile): FileScope {
    let scope = this.#scopes.get(file.id);
    if (scope === undefined) {
      scope = new FileScope(this.view, file);
      this.#scopes.set(file.id, scope);
    }
    return scope;
  }

  fileAt(path: string): StoredFile | null {
    let file = this.#files.get(path);
    if (file === undefined) {
      file = this.view.file(path);
      this.#files.set(path, file);
    }
    return file;
  }

  pathsWhere(test: (path: string) => boolean): readonly string[] {
    this.#paths ??= this.view.files().map((file) => file.path);
    return this.#paths.filter(test);
  }

  /** The rules of a file's language. */
  familyOf(file: FileScope): LanguageFamily {
    return this.#families.of(file.file.language);
  }

  topLevel(name: string, file: FileScope): Entity {
    return this.lookup(name, topOf(file));
  }

  moduleMember(module: Module, name: string): Entity {
    const language = module.kind === "file" ? module.file.language : module.language;
    const entity = this.#families.of(language).moduleMember(module, name, this);
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
        return membersOfTypes(entity.types, name, this);
      case "external":
        return { kind: "external", name: `${entity.name}.${name}` };
      case "definitions":
        return this.#memberOfDefinitions(entity.definitions, name);
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
      if (family.selfNames.has(head)) return this.#self(place);
      let entity = this.lookup(head, { ...place, boundLocally: false });
      for (const part of rest) entity = this.memberOf(entity, part);
      if (entity.kind === "external") return entity;
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
      const place = this.#placeAround(definition);
      if (place === null) return UNKNOWN;
      const type = this.#declaredType(definition);
      const typed = type === null ? UNKNOWN : this.typeNamed(type, place);
      if (typed.kind !== "unknown") return typed;
      const expression = this.#initializer(definition);
      if (expression === null || headName(expression) === definition.name) return UNKNOWN;
      return this.evaluate(expression, place);
    });
  }

  /** The written type of a variable; a wrapper without its arguments is read again from the line it stands on. */
  #declaredType(definition: StoredDefinition): string | null {
    if (definition.typeName === null || !isWrapper(definition.typeName)) return definition.typeName;
    const line = this.view.lineText(definition.fileId, definition.line);
    return line === null ? null : parameterType(line, definition.name);
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

  #entityOf(reference: StoredReference, place: Place): Entity {
    const family = this.familyOf(place.file);
    if (reference.receiver === null) {
      if (reference.kind === "super") return this.#superclass(place);
      if (family.selfNames.has(reference.name)) return this.#self(place);
      const named = this.lookup(reference.name, place);
      return named.kind === "nothing" && reference.boundLocally ? this.#localAlias(reference.name, place) : named;
    }
    const receiver = this.#receiver(reference.receiver, reference.receiverType, place);
    const member = this.memberOf(receiver, reference.name);
    // A type that is known to lack the member, or a module that does: a namesake elsewhere is not meant.
    if (member.kind === "unknown" && (receiver.kind === "instance" || receiver.kind === "nothing")) {
      return receiver.kind === "instance" && receiver.confidence === "exact" ? NOTHING : UNKNOWN;
    }
    return member;
  }

  /** A local variable that is only another name for something: `h := o.Ping`. */
  #localAlias(name: string, place: Place): Entity {
    const assigned = this.#localValue(name, place);
    if (assigned === null || headName(assigned) === name) return NOTHING;
    if (assigned.kind !== "name" && assigned.kind !== "member") return NOTHING;
    const value = this.evaluate(assigned, this.#placeOf(assigned, place));
    return value.kind === "definitions" || value.kind === "external" ? value : NOTHING;
  }

  #receiver(text: string, type: string | null, place: Place): Entity {
    if (type !== null) {
      const typed = this.typeNamed(type, place);
      if (typed.kind !== "unknown") return typed;
    }
    const expression = parseExpression(text);
    if (expression !== null) return this.evaluate(expression, place);
    // Whatever follows: what begins with a library's name leads to the library.
    const head = /^[\p{L}_$][\p{L}\p{N}_$]*(?=\s*[.(])/u.exec(text)?.[0];
    const beginning = head === undefined ? UNKNOWN : this.lookup(head, place);
    return beginning.kind === "external" ? beginning : UNKNOWN;
  }

  #named(name: string, place: Place): Entity {
    const family = this.familyOf(place.file);
    if (family.selfNames.has(name)) return this.#self(place);
    if (family.superNames.has(name)) return this.#superclass(place);
    const entity = this.lookup(name, place);
    const local = entity.kind === "nothing" ? this.#localName(name, place) : entity;
    if (local.kind === "unknown" && /^\p{Lu}/u.test(name)) {
      const type = this.typeNamed(name, place);
      return type.kind === "instance" ? type : UNKNOWN;
    }
    return this.#settled(local);
  }

  /** A local variable by what was last assigned to it, or a parameter by its type in the head of its function. */
  #localName(name: string, place: Place): Entity {
    const assigned = this.#localValue(name, place);
    if (assigned !== null && headName(assigned) !== name) {
      const value = this.evaluate(assigned, this.#placeOf(assigned, place));
      if (value.kind !== "unknown") return value;
    }
    for (const index of place.file.chain(place.enclosing)) {
      const definition = place.file.definitions[index] as StoredDefinition;
      const type = parameterType(definition.signature, name);
      if (type !== null) return this.typeNamed(type, place);
    }
    return UNKNOWN;
  }

  /** The nearest assignment to a local variable above the place, within its function. */
  #localValue(name: string, place: Place): Expression | null {
    const outermost = place.file.chain(place.enclosing).at(-1);
    const around = outermost === undefined ? undefined : place.file.definitions[outermost];
    if (around === undefined) return null;
    const first = Math.max(around.startLine, place.line - maxLinesAbove);
    for (let line = place.line; line >= first; line--) {
      const text = this.view.lineText(place.file.file.id, line);
      if (text?.includes(name) !== true) continue;
      const value = assignedValue(text, name);
      if (value !== null) return parseExpression(value);
      const part = destructuredPart(text, name);
      if (part === null) continue;
      const whole = parseExpression(part.value);
      return whole === null ? null : { kind: "member", object: whole, name: part.property };
    }
    return null;
  }

  /** The same place for another expression: its first name may be local there or not. */
  #placeOf(expression: Expression, place: Place): Place {
    const head = headName(expression);
    if (head === null) return { ...place, boundLocally: false };
    const isParameter = place.file
      .chain(place.enclosing)
      .some((index) => parameterNames(place.file.definitions[index]?.signature ?? "").has(head));
    return { ...place, boundLocally: isParameter || this.#localValue(head, place) !== null };
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
    if (callee.kind === "name" && family.superNames.has(callee.name)) return this.#superclass(place);
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
      const around = this.#placeAround(definition);
      if (around === null) continue;
      if (definition.kind === "constructor") return this.#self(around);
      const type = resultType(definition.typeName, definition.signature);
      if (type === null) continue;
      if (/^(self|static|Self|this)$/.test(type)) return this.#self(around);
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
      const file = this.#fileOf(definition);
      if (file === null) continue;
      const inside = file.childrenNamed(file.indexOf(definition.id), name);
      if (inside.length > 0) return exact(inside);
      if (isContainer(definition.kind)) continue;
      const attached = file.definitions.filter((other) => other.name === name && other.scope === definition.name);
      if (attached.length > 0) return exact(attached);
    }
    const value = this.#valueOfAll(definitions);
    return value.kind === "unknown" ? UNKNOWN : this.memberOf(value, name);
  }

  /** The type (or the object, or the constructor function) whose method encloses a place. */
  #self(place: Place): Entity {
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

  #superclass(place: Place): Entity {
    const self = this.#self(place);
    if (self.kind !== "instance") return UNKNOWN;
    for (const type of self.types) {
      const around = this.#placeAround(type);
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
  #placeAround(definition: StoredDefinition): Place | null {
    const file = this.#fileOf(definition);
    return file === null ? null : { file, enclosing: definition.parent, boundLocally: false, line: definition.line };
  }

  #fileOf(definition: StoredDefinition): FileScope | null {
    const stored = this.view.fileById(definition.fileId);
    return stored === null ? null : this.fileScope(stored);
  }

  /** The right side of `name = …` or `name := …` where the definition stands on one line. */
  #initializer(definition: StoredDefinition): Expression | null {
    const line = this.view.lineText(definition.fileId, definition.line);
    if (line === null) return null;
    const value = assignedValue(line.slice(definition.column - 1), definition.name);
    return value === null ? null : parseExpression(value);
  }

  #conclude(entity: Entity, reference: StoredReference, place: Place): Resolution {
    if (entity.kind === "external") return { targets: [], through: [], external: entity.name };
    if (entity.kind === "nothing") return { targets: [], through: [], external: null };
    if (entity.kind === "unknown") return { targets: this.#byName(reference, place), through: [], external: null };
    if (entity.kind === "module") {
      const whole = this.moduleMember(entity.module, "default");
      return whole.kind === "definitions"
        ? this.#conclude(whole, reference, place)
        : { targets: [], through: [], external: null };
    }
    const confidence = entity.confidence;
    const targets: Target[] = [];
    const through: StoredDefinition[] = [];
    let external: string | null = null;
    for (const definition of entity.kind === "instance" ? entity.types : entity.definitions) {
      const value = isVariable(definition.kind) ? this.#limited(() => this.#aliased(definition)) : UNKNOWN;
      if (value.kind === "definitions") {
        through.push(definition);
        for (const aliased of value.definitions) targets.push({ definition: aliased, confidence });
      } else if (value.kind === "external") {
        through.push(definition);
        external = value.name;
      } else targets.push({ definition, confidence });
    }
    return { targets, through, external: targets.length > 0 ? null : external };
  }

  /** The callable that a variable is another name of; unknown for variables that hold anything else. */
  #aliased(definition: StoredDefinition): Entity {
    const expression = this.#initializer(definition);
    const place = this.#placeAround(definition);
    if (expression === null || place === null) return UNKNOWN;
    if (expression.kind !== "name" && expression.kind !== "member") return UNKNOWN;
    if (headName(expression) === definition.name) return UNKNOWN;
    const entity = this.evaluate(expression, place);
    if (entity.kind !== "definitions") return entity;
    return entity.definitions.every((target) => target.id !== definition.id) ? entity : UNKNOWN;
  }

  /** Last resort: definitions that share the name. */
  #byName(reference: StoredReference, place: Place): readonly Target[] {
    return this.#families.guess(this, reference, place);
  }

  /** Runs one resolution from the start of its budget. */
  #limited(body: () => Entity): Entity {
    const before = this.#steps;
    this.#steps = 0;
    try {
      return body();
    } finally {
      this.#steps = before;
    }
  }

  /** Deep chains and loops of aliases or types end as unknown. */
  #step(body: () => Entity): Entity {
    if (this.#steps >= maxSteps) return UNKNOWN;
    this.#steps += 1;
    try {
      return body();
    } finally {
      this.#steps -= 1;
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
