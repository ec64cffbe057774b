import { GrepaiError } from "../errors.ts";
import type { ReadView, StoredDefinition } from "../store/types.ts";
import { askableName, findDefinitions } from "./query.ts";

/** Definitions that an error names. */
const maxNamed = 5;

/**
 * Those of several definitions that are meant: by place (`path/file.ts:42`, a line of the definition), by file or
 * folder (`path/file.ts`, `path`), or by a surer name in any form of {@link findDefinitions}.
 * @throws GrepaiError INVALID_PARAMETERS when none of them is meant
 */
export function chooseDefinitions(
  view: ReadView,
  definitions: readonly StoredDefinition[],
  choice: string,
): readonly StoredDefinition[] {
  const wanted = choice.trim().replaceAll("\\", "/").replace(/^\.\//, "");
  const chosen = atPlace(definitions, wanted) ?? inFolder(definitions, wanted) ?? byName(view, definitions, wanted);
  if (chosen !== null) return chosen;
  const names = definitions.slice(0, maxNamed).map((definition) => `${definition.path}:${definition.line}`);
  const more = definitions.length > maxNamed ? ` and ${definitions.length - maxNamed} more` : "";
  throw new GrepaiError(
    "INVALID_PARAMETERS",
    `Parameter 'definition' ('${choice.slice(0, 80)}') fits none of the definitions: ${names.join(", ")}${more}.`,
  );
}

function orNull(found: readonly StoredDefinition[]): readonly StoredDefinition[] | null {
  return found.length > 0 ? found : null;
}

/** At a line: those whose name stands there, else those around it. */
function atPlace(definitions: readonly StoredDefinition[], wanted: string): readonly StoredDefinition[] | null {
  const match = /^(.+?):(\d+)(?:[:-]\d+)?$/.exec(wanted);
  if (match === null) return null;
  const line = Number(match[2]);
  const inFile = definitions.filter(({ path }) => path === match[1]);
  return (
    orNull(inFile.filter((definition) => definition.line === line)) ??
    orNull(inFile.filter(({ startLine, endLine }) => startLine <= line && line <= endLine))
  );
}

function inFolder(definitions: readonly StoredDefinition[], wanted: string): readonly StoredDefinition[] | null {
  const folder = `${wanted.replace(/\/+$/, "")}/`;
  return orNull(definitions.filter(({ path }) => path === wanted || path.startsWith(folder)));
}

function byName(
  view: ReadView,
  definitions: readonly StoredDefinition[],
  wanted: string,
): readonly StoredDefinition[] | null {
  if (wanted === "") return null;
  const asked = definitions.filter((definition) => askableName(definition) === wanted);
  if (asked.length > 0) return asked;
  const found = new Set(findDefinitions(view, wanted).map(({ id }) => id));
  return orNull(definitions.filter(({ id }) => found.has(id)));
}
