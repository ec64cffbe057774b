import type { StoredDefinition } from "../../store/types.ts";
import type { FileScope } from "./file-scope.ts";
import { isType } from "./kinds.ts";
import { folderOf } from "./paths.ts";
import { type Entity, type LanguageFamily, type Place, type Project, UNKNOWN } from "./types.ts";

/** What looking members up needs beyond {@link Project}. */
export interface TypeWorld extends Project {
  familyOf(file: FileScope): LanguageFamily;
  typeNamed(written: string, place: Place): Entity;
}

/** Types looked through (bases of bases, embedded structs) for one member. */
const maxTypes = 64;

/**
 * A member of any of the types, or of what they inherit from or embed, nearest first. External when only a library's
 * base can have it; unknown when no type has it.
 */
export function membersOfTypes(types: readonly StoredDefinition[], name: string, world: TypeWorld): Entity {
  const queue = [...types];
  const seen = new Set<number>();
  let externalBase: string | null = null;
  for (let at = 0; at < queue.length && seen.size < maxTypes; at++) {
    const type = queue[at] as StoredDefinition;
    if (seen.has(type.id)) continue;
    seen.add(type.id);
    const stored = world.view.fileById(type.fileId);
    if (stored === null) continue;
    const file = world.fileScope(stored);
    const members = ownMembers(type, name, file, world);
    if (members.length > 0) return { kind: "definitions", definitions: members, confidence: "exact" };
    const place: Place = { file, enclosing: type.parent, boundLocally: false, line: type.line };
    for (const base of [...type.bases, ...aliasedTypes(type)]) {
      const entity = world.typeNamed(base, place);
      if (entity.kind === "instance") queue.push(...entity.types);
      else if (entity.kind === "external") externalBase ??= entity.name;
    }
  }
  return externalBase === null ? UNKNOWN : { kind: "external", name: `${externalBase}.${name}` };
}

/** For `type Cart = Basket & Priced`: the types it is another name of; none for unions. */
function aliasedTypes(type: StoredDefinition): readonly string[] {
  if (type.kind !== "type") return [];
  if (type.typeName !== null) return [type.typeName];
  const written = /^[^=]*=\s*(.+?);?$/su.exec(type.signature)?.[1];
  return written === undefined || written.startsWith("{") ? [] : written.split(/\s&\s/);
}

/** Members in the body of a type and those attached to it from outside, as its language allows. */
function ownMembers(
  type: StoredDefinition,
  name: string,
  file: FileScope,
  world: TypeWorld,
): readonly StoredDefinition[] {
  const inside = file.childrenNamed(file.indexOf(type.id), name);
  if (inside.length > 0) return inside;
  const isAttached = (candidate: StoredDefinition) =>
    candidate.name === name && candidate.id !== type.id && lastSegment(candidate.scope) === type.name;
  const reach = world.familyOf(file).membersOutside;
  const inFile = file.membersNamed(type.name, name).filter(({ id }) => id !== type.id);
  if (reach === "same-file") return inFile.filter((candidate) => !isInsideOther(candidate, type, file));
  const attached = world.view
    .definitionsByName(name)
    .filter((candidate) => candidate.language === type.language && isAttached(candidate));
  const folder = folderOf(type.path);
  const near = attached.filter((candidate) => folderOf(candidate.path) === folder);
  if (near.length > 0 || reach === "same-folder") return near;
  const namesakes = world.view.definitionsByName(type.name).filter((other) => isType(other.kind));
  return namesakes.every((other) => other.id === type.id || other.language !== type.language) || inFile.length > 0
    ? attached
    : [];
}

/** A member in the body of another type of the same name in that file. */
function isInsideOther(candidate: StoredDefinition, type: StoredDefinition, file: FileScope): boolean {
  const parent = file.definitions[candidate.parent];
  return parent !== undefined && isType(parent.kind) && parent.id !== type.id;
}

function lastSegment(scope: string): string {
  return scope.slice(scope.lastIndexOf(".") + 1);
}
