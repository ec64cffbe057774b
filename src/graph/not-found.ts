import { GrepaiError } from "../errors.ts";
import type { ReadView } from "../store/types.ts";
import { escaped } from "./resolve/escape.ts";

/** Files read for the name when a symbol is unknown. */
const maxPartialFiles = 50;

/**
 * The error for a query that names no definition. It begins with the sentence that clients know, and goes on with all
 * that helps: near names, uses of a name that is defined elsewhere, files that were not understood, an unfinished index.
 */
export function symbolNotFound(view: ReadView, query: string, isTraced: (path: string) => boolean): GrepaiError {
  const name =
    query
      .trim()
      .split(/[.:#/\\]|->/)
      .filter((part) => part !== "")
      .at(-1) ?? query;
  const parts = [`Symbol '${query}' not found in index.`];
  const hidden = view.definitionsByName(name).filter((definition) => !isTraced(definition.path));
  if (hidden[0] !== undefined) {
    parts.push(`'${name}' is defined in ${hidden[0].path}, which the trace settings leave out.`);
  }
  const elsewhere = view.definitionsByName(name).filter((definition) => isTraced(definition.path));
  if (elsewhere[0] !== undefined) {
    const places = [...new Set(elsewhere.map((definition) => definition.path))].slice(0, 3).join(", ");
    parts.push(`There is '${name}' in ${places}.`);
  } else {
    const near = view.similarNames(name, 5).filter((candidate) => candidate !== name);
    if (near.length > 0) parts.push(`Did you mean: ${near.join(", ")}?`);
    const [use] = view.referencesByName(name);
    if (use !== undefined) {
      parts.push(`The name is used (${use.path}:${use.line}) but not defined in this project.`);
    }
  }
  const unread = view.partialFiles(maxPartialFiles).filter((path) => mentions(view, path, name));
  if (unread.length > 0) {
    parts.push(`It occurs in ${unread.slice(0, 3).join(", ")}, which could be parsed only in part.`);
  }
  const building = buildingNote(view);
  if (building !== null) parts.push(building);
  return new GrepaiError("SYMBOL_NOT_FOUND", parts.join(" "));
}

/** Said while a first pass is under way; null otherwise. */
export function buildingNote(view: ReadView): string | null {
  const progress = view.progress();
  if (progress === null) return null;
  return `The index is still being built (${progress.filesDone} of ${progress.filesTotal} files); the answer may change.`;
}

function mentions(view: ReadView, path: string, name: string): boolean {
  const file = view.file(path);
  if (file === null) return false;
  const ids = [...view.passageEntries([file.id])].map((entry) => entry.id);
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(name)}(?![\\p{L}\\p{N}_])`, "u");
  return view.passages(ids).some((passage) => word.test(passage.chunk.text));
}
