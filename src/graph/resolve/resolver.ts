import type { ReadView, StoredDefinition, StoredFile, StoredReference } from "../../store/types.ts";
import { Evaluator } from "./evaluator.ts";
import { parseExpression } from "./expression.ts";
import type { FileScope } from "./file-scope.ts";
import { isVariable } from "./kinds.ts";
import { ProjectIndex } from "./project-index.ts";
import type { SymbolView } from "./symbol-view.ts";
import {
  type Entity,
  NOTHING,
  type Place,
  type ReadProjectFile,
  type Resolution,
  type Target,
  UNKNOWN,
} from "./types.ts";

const nowhere: Resolution = { targets: [], through: [], external: null };

/**
 * Finds the definitions that references lead to, within one committed state of the index. In this order: what the
 * scopes of the file bind, imports, the receiver's type, and last the name alone.
 */
export class Resolver {
  readonly #index: ProjectIndex;
  readonly #evaluator: Evaluator;

  constructor(view: ReadView, readProjectFile: ReadProjectFile) {
    this.#index = new ProjectIndex(view, readProjectFile);
    this.#evaluator = new Evaluator(this.#index);
  }

  get view(): SymbolView {
    return this.#index.view;
  }

  fileScope(file: StoredFile): FileScope {
    return this.#index.fileScope(file);
  }

  /** The definition that a reference stands in; null at a file's top level. */
  enclosing(reference: StoredReference): StoredDefinition | null {
    const stored = this.view.fileById(reference.fileId);
    const file = stored === null ? null : this.fileScope(stored);
    return file?.definitions[file.indexOf(reference.enclosingId)] ?? null;
  }

  /** Where a reference leads. */
  resolve(reference: StoredReference): Resolution {
    const stored = this.view.fileById(reference.fileId);
    if (stored === null) return nowhere;
    const file = this.fileScope(stored);
    const place: Place = {
      file,
      enclosing: file.indexOf(reference.enclosingId),
      boundLocally: reference.boundLocally,
      line: reference.line,
    };
    const entity = this.#evaluator.limited(() => this.#entityOf(reference, place));
    return this.#conclude(entity, reference, place);
  }

  #entityOf(reference: StoredReference, place: Place): Entity {
    const family = this.#evaluator.familyOf(place.file);
    if (reference.kind === "inherit" || reference.kind === "type") {
      const written = reference.receiver === null ? reference.name : `${reference.receiver}.${reference.name}`;
      return this.#evaluator.typeNamed(written, place);
    }
    if (reference.receiver === null) {
      if (reference.kind === "super") return this.#evaluator.superclass(place);
      if (family.selfNames.has(reference.name)) return this.#evaluator.self(place);
      const named = this.#evaluator.lookup(reference.name, place);
      return named.kind === "nothing" && reference.boundLocally
        ? this.#evaluator.localAlias(reference.name, place)
        : named;
    }
    const receiver = this.#receiver(reference.receiver, reference.receiverType, place);
    const member = this.#evaluator.memberOf(receiver, reference.name);
    // A type that is known to lack the member, or a module that does: a namesake elsewhere is not meant.
    if (member.kind === "unknown" && (receiver.kind === "instance" || receiver.kind === "nothing")) {
      return receiver.kind === "instance" && receiver.confidence === "exact" ? NOTHING : UNKNOWN;
    }
    return member;
  }

  #receiver(text: string, type: string | null, place: Place): Entity {
    if (type !== null) {
      const typed = this.#evaluator.typeNamed(type, place);
      if (typed.kind !== "unknown") return typed;
    }
    const expression = parseExpression(text);
    if (expression !== null) return this.#evaluator.evaluate(expression, place);
    // Whatever follows: what begins with a library's name leads to the library.
    const head = /^[\p{L}_$][\p{L}\p{N}_$]*(?=\s*[.(])/u.exec(text)?.[0];
    const beginning = head === undefined ? UNKNOWN : this.#evaluator.lookup(head, place);
    return beginning.kind === "external" ? beginning : UNKNOWN;
  }

  #conclude(entity: Entity, reference: StoredReference, place: Place): Resolution {
    if (entity.kind === "external") return { targets: [], through: [], external: entity.name };
    if (entity.kind === "nothing") return nowhere;
    if (entity.kind === "unknown") {
      const targets = this.#evaluator.families.guess(this.#evaluator, reference, place);
      return { targets, through: [], external: null };
    }
    if (entity.kind === "module") {
      const whole = this.#evaluator.moduleMember(entity.module, "default");
      return whole.kind === "definitions" ? this.#conclude(whole, reference, place) : nowhere;
    }
    const confidence = entity.confidence;
    const targets: Target[] = [];
    const through: StoredDefinition[] = [];
    let external: string | null = null;
    for (const definition of entity.kind === "instance" ? entity.types : entity.definitions) {
      const value = isVariable(definition.kind)
        ? this.#evaluator.limited(() => this.#evaluator.aliased(definition))
        : UNKNOWN;
      if (value.kind === "definitions") {
        through.push(definition);
        // What a field was given where it is declared may be replaced by a subclass or an assignment.
        const isReplaceable = definition.kind === "field" || definition.kind === "property";
        const sure = isReplaceable && confidence === "exact" ? "inferred" : confidence;
        for (const aliased of value.definitions) targets.push({ definition: aliased, confidence: sure });
      } else if (value.kind === "external") {
        through.push(definition);
        external = value.name;
      } else targets.push({ definition, confidence });
    }
    return { targets, through, external: targets.length > 0 ? null : external };
  }
}
