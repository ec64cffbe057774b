import type { ReadView, StoredDefinition, StoredFile, StoredReference } from "../../store/types.ts";
import { argumentsAt } from "./arguments.ts";
import { Evaluator } from "./evaluator.ts";
import { parseExpression } from "./expression.ts";
import type { FileScope } from "./file-scope.ts";
import { isCallable, isVariable } from "./kinds.ts";
import { chooseOverloads, overloading, takesArguments, withoutOverridden } from "./overloads.ts";
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
      return { targets: this.#withoutOtherOverloads(targets, reference, place), through: [], external: null };
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
    const meant = this.#withoutOtherOverloads(targets, reference, place);
    return { targets: meant, through, external: targets.length > 0 ? null : external };
  }

  /** Of functions that differ in their parameters: those that the call's arguments fit. */
  #withoutOtherOverloads(targets: readonly Target[], reference: StoredReference, place: Place): readonly Target[] {
    if (targets.length === 0 || reference.kind !== "call" || !overloading.has(reference.language)) return targets;
    if (!targets.every(({ definition }) => isCallable(definition.kind))) return targets;
    const written = argumentsAt(this.view, reference.fileId, reference.line, reference.column);
    if (written === null) return targets;
    const own = targets.map(({ definition }) => definition);
    const fits = own.filter((definition) => takesArguments(definition, written.length));
    if (own.length === 1 && fits.length === 1) return targets;
    const found = fits.length === 0 ? null : this.#fittingTargets(targets, written, place);
    if (found?.length === 1 && found[0]?.confidence !== "inferred") return found;
    const inherited = this.#evaluator.inheritedNamesakes(own[0] as StoredDefinition);
    if (!inherited.some((definition) => takesArguments(definition, written.length))) return found ?? targets;
    const all = withoutOverridden([...own, ...inherited.filter((definition) => !own.includes(definition))]);
    const confidence = (targets[0] as Target).confidence;
    return this.#fittingTargets(
      all.map((definition) => ({ definition, confidence })),
      written,
      place,
    );
  }

  #fittingTargets(targets: readonly Target[], written: readonly string[], place: Place): readonly Target[] {
    const types = written.map((text) => () => this.#evaluator.argumentType(text, place));
    const { definitions, certain } = chooseOverloads(
      targets.map(({ definition }) => definition),
      types,
    );
    const around = place.file.definitions[place.enclosing]?.id;
    const chosen = targets.filter(({ definition }) => definitions.includes(definition));
    // Of overloads that the arguments do not tell apart, the one around the call is the least likely: they delegate.
    const others = chosen.filter(({ definition }) => definition.id !== around);
    const kept = others.length > 0 ? others : chosen;
    if (certain) return kept;
    return kept.map(({ definition, confidence }) => ({
      definition,
      confidence: confidence === "ambiguous" || kept.length > 1 ? "ambiguous" : "inferred",
    }));
  }
}
