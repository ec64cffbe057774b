import { GrepaiError } from "../errors.ts";
import type { ReadView, StoredDefinition } from "../store/types.ts";
import { isType } from "./resolve/kinds.ts";
import { folderOf, stem } from "./resolve/paths.ts";
import { qualifiedName } from "./symbols.ts";

/**
 * The definitions that a query names. Forms: `name`, `Type.method` (also with `::`, `#` or `->`), `pkg.func` (the
 * folder or file it lies in), `path/file.ts:name`, and `path/file.ts:42` for the innermost definition at a line.
 * Sorted by path and line. Empty when there is none.
 * @throws GrepaiError INVALID_PARAMETERS for an empty query
 */
export function findDefinitions(view: ReadView, query: string): readonly StoredDefinition[] {
  const text = query.trim();
  if (text === "") throw new GrepaiError("INVALID_PARAMETERS", "Parameter 'symbol' is required.");
  const inFile = /^(.+?[^:]):([^:].*)$/.exec(text);
  if (inFile !== null) {
    const found = inOneFile(view, inFile[1] as string, inFile[2] as string);
    if (found.length > 0) return found;
  }
  return named(view, text);
}

function inOneFile(view: ReadView, path: string, rest: string): readonly StoredDefinition[] {
  const wanted = path.replaceAll("\\", "/").replace(/^\.\//, "");
  const exact = view.file(wanted);
  if (/^\d+(?:[:-]\d+)?$/.test(rest)) {
    return exact === null ? [] : atLine(view.definitionsInFile(exact.id), Number.parseInt(rest, 10));
  }
  return named(view, rest).filter(
    (definition) => definition.path === wanted || (exact === null && definition.path.endsWith(`/${wanted}`)),
  );
}

function atLine(definitions: readonly StoredDefinition[], line: number): readonly StoredDefinition[] {
  const around = definitions.filter((definition) => definition.startLine <= line && line <= definition.endLine);
  const innermost = around.reduce<StoredDefinition | null>(
    (best, candidate) => (best === null || candidate.startOffset >= best.startOffset ? candidate : best),
    null,
  );
  return innermost === null ? [] : [innermost];
}

function named(view: ReadView, text: string): readonly StoredDefinition[] {
  const parts = text
    .replace(/\(.*\)$/s, "")
    .replace(/<[^<>]*>$/, "")
    .split(/\.|::|#(?=\w)|->|\/|\\/)
    .map((part) => part.replace(/^\(?\*?|\)$/g, ""))
    .filter((part) => part !== "");
  const name = text.startsWith("#") ? text : parts.at(-1);
  if (name === undefined) return [];
  const qualifiers = parts.slice(0, -1);
  const candidates = [...view.definitionsByName(name), ...privateNamed(view, name)];
  return sorted(candidates.filter((definition) => matchesQualifiers(definition, qualifiers)));
}

/** JavaScript's private methods are stored with their `#`, which people leave out. */
function privateNamed(view: ReadView, name: string): readonly StoredDefinition[] {
  return name.startsWith("#") ? [] : view.definitionsByName(`#${name}`);
}

/** The nearest qualifiers are scopes, those before them folders, the file or a package. */
function matchesQualifiers(definition: StoredDefinition, qualifiers: readonly string[]): boolean {
  const scopes = definition.scope === "" ? [] : definition.scope.split(".");
  const places = [...folderOf(definition.path).split("/"), stem(definition.path)];
  for (let count = Math.min(scopes.length, qualifiers.length); count >= 0; count--) {
    const scopePart = qualifiers.slice(qualifiers.length - count);
    const placePart = qualifiers.slice(0, qualifiers.length - count);
    if (!endsWith(scopes, scopePart)) continue;
    if (placePart.length === 0 || endsWith(places, placePart) || endsWith(places.slice(0, -1), placePart)) return true;
  }
  return false;
}

function endsWith(list: readonly string[], tail: readonly string[]): boolean {
  return tail.length <= list.length && tail.every((part, index) => list[list.length - tail.length + index] === part);
}

function sorted(definitions: readonly StoredDefinition[]): readonly StoredDefinition[] {
  return [...definitions].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startOffset - b.startOffset));
}

/** For people: where a definition is, in a form that can be asked again. */
export function askableName(definition: StoredDefinition): string {
  return `${definition.path}:${qualifiedName(definition)}`;
}

/** A constructor written as a member of the class's own name counts once beside its class. */
export function withoutOwnConstructors(definitions: readonly StoredDefinition[]): readonly StoredDefinition[] {
  const types = definitions.filter((definition) => isType(definition.kind));
  return definitions.filter(
    (definition) =>
      isType(definition.kind) ||
      !types.some((type) => type.fileId === definition.fileId && definition.scope === qualifiedName(type)),
  );
}
