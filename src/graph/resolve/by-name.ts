import type { LanguageId } from "../../parse/types.ts";
import type { StoredDefinition, StoredReference } from "../../store/types.ts";
import { isAccess, isCallable, isContainer, isType, isVariable } from "./kinds.ts";
import type { LanguageFamily, Place, Project, Target } from "./types.ts";

/** Languages that call each other directly. */
const related: readonly (readonly LanguageId[])[] = [
  ["javascript", "typescript", "tsx"],
  ["c", "cpp"],
  ["java", "kotlin", "scala"],
];

/** More definitions of one name than this say nothing about a call. */
const maxNamesakes = 12;

/** Whether code of one language can name definitions of the other. */
function areRelated(one: LanguageId, other: LanguageId): boolean {
  return one === other || related.some((group) => group.includes(one) && group.includes(other));
}

/** All definitions of a name that code of this language can mean. */
export function candidatesByName(
  project: Pick<Project, "view">,
  name: string,
  language: LanguageId,
): readonly StoredDefinition[] {
  return project.view.definitionsByName(name).filter((definition) => areRelated(language, definition.language));
}

/**
 * Guesses by the name alone: the only definition that fits is `inferred`, several are `ambiguous`. Never guessed: a
 * call through a receiver to the method that holds it, methods that the language's own types have, values, and plain
 * calls of what a plain name cannot mean.
 */
export function guessByName(
  project: Project,
  family: LanguageFamily,
  reference: StoredReference,
  place: Place,
): readonly Target[] {
  const isPlain = reference.receiver === null;
  if (reference.kind === "value" || reference.kind === "super") return [];
  if (isPlain && reference.boundLocally) return [];
  const enclosing = place.file.chain(place.enclosing).map((index) => place.file.definitions[index]?.id);
  const fitting = candidatesByName(project, reference.name, place.file.file.language)
    .filter((definition) => fits(definition, reference, isPlain, family))
    .filter((definition) => isReachable(project, definition, place))
    .filter((definition) => isPlain || !enclosing.includes(definition.id));
  // Of a method that the language's own types have, only `queue.push()` of a `Queue` is a guess worth making.
  const isBuiltin = family.builtinMethods.has(reference.name);
  const hinted = isPlain ? [] : hintedByReceiver(fitting, reference.receiver ?? "", isBuiltin);
  if (!isPlain && hinted.length === 0 && isBuiltin) return [];
  const chosen = hinted.length > 0 ? hinted : fitting;
  if (chosen.length > maxNamesakes) return [];
  const confidence = chosen.length === 1 ? "inferred" : "ambiguous";
  return chosen.map((definition) => ({ definition, confidence }));
}

function fits(
  definition: StoredDefinition,
  reference: StoredReference,
  isPlain: boolean,
  family: LanguageFamily,
): boolean {
  const { kind } = definition;
  if (reference.kind === "new") return isType(kind) && kind !== "interface" && kind !== "type";
  if (reference.kind === "inherit" || reference.kind === "type") return isType(kind);
  if (reference.kind === "macro") return kind === "macro";
  if (isAccess(reference.kind)) {
    return isVariable(kind) && (isPlain ? family.globalFunctions && definition.scope === "" : definition.scope !== "");
  }
  if (isContainer(kind)) return false;
  if (isPlain) {
    if (!family.globalFunctions) return false;
    return kind === "function" || kind === "macro" || (isType(kind) && family.classesAreCallable);
  }
  if (isType(kind)) return family.classesAreCallable && kind !== "interface";
  if (isCallable(kind)) return kind !== "macro" && kind !== "constructor";
  return isVariable(kind) && definition.scope !== "" && holdsFunction(definition);
}

/** A field whose declared type is that of a function. */
function holdsFunction(definition: StoredDefinition): boolean {
  return (
    definition.typeName !== null &&
    /=>|->|\bfunc\b|^(?:\w+\.)?(?:Function|Func|Action|Callable|Fn)\b/.test(definition.typeName)
  );
}

/** A definition inside a function is seen only within that function. */
function isReachable(project: Project, definition: StoredDefinition, place: Place): boolean {
  if (definition.parent === -1) return true;
  const stored = project.view.fileById(definition.fileId);
  if (stored === null) return false;
  const file = project.fileScope(stored);
  const around = file.definitions[definition.parent];
  return around === undefined || !isCallable(around.kind) || file.file.id === place.file.file.id;
}

/**
 * `queue.push()` and `this.taskQueue.push()` mean the method of `Queue` or `TaskQueue` rather than another one.
 * @param wholeNameOnly an equal name counts, a similar one (`Unpromise` for `promise`) does not
 */
function hintedByReceiver(
  definitions: readonly StoredDefinition[],
  receiver: string,
  wholeNameOnly: boolean,
): readonly StoredDefinition[] {
  const last = /([\p{L}\p{N}_$]+)\W*$/u.exec(receiver.replace(/\([^()]*\)$/, ""))?.[1];
  if (last === undefined) return [];
  const hint = plain(last);
  const ranked = definitions.map((definition) => {
    const type = plain(definition.scope.slice(definition.scope.lastIndexOf(".") + 1));
    if (type === "" || hint === "") return { definition, rank: 0 };
    if (type === hint) return { definition, rank: 2 };
    if (wholeNameOnly) return { definition, rank: 0 };
    return { definition, rank: hint.length > 2 && (type.endsWith(hint) || hint.endsWith(type)) ? 1 : 0 };
  });
  const best = Math.max(0, ...ranked.map(({ rank }) => rank));
  return best === 0 ? [] : ranked.filter(({ rank }) => rank === best).map(({ definition }) => definition);
}

function plain(name: string): string {
  return name.replace(/[_$@#]/g, "").toLowerCase();
}
