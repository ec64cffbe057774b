import { normalisePathFilter } from "../config/path-filter.ts";
import { GrepaiError } from "../errors.ts";
import type { Place } from "../search/types.ts";

/** `file:line`, and as answers and editors write it: `file:first-last`, `file:line:column`, `file#Lline`. */
const PLACE = /^(?<file>.+?)(?::|#L)(?<line>\d+)(?:-L?\d+|:\d+)?$/s;

/**
 * Reads a place in the project.
 * @param root absolute path of the project, links resolved
 * @throws GrepaiError INVALID_PARAMETERS for a text that is no place, PATH_OUTSIDE_PROJECT
 */
export function resolvePlace(root: string, text: string): Place {
  const groups = PLACE.exec(text.trim())?.groups;
  if (groups?.["file"] === undefined) {
    throw new GrepaiError(
      "INVALID_PARAMETERS",
      `"${text.slice(0, 80)}" is no place in a file: give file:line, such as src/main.ts:42.`,
    );
  }
  return { file: normalisePathFilter(root, groups["file"]), line: Number(groups["line"]) };
}
