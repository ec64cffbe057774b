import { readSourceSync } from "../scan/read-source.ts";
import type { ReadView, StoredDefinition } from "../store/types.ts";
import type { PlacedMatch } from "./results.ts";
import type { EnclosingSymbol } from "./types.ts";

/** Finds the innermost definition around a match, or null. */
export type FindSymbol = (match: Pick<PlacedMatch, "path" | "line" | "endLine">) => EnclosingSymbol | null;

/** Files that are indexed are smaller. */
const maxFileBytes = 64 * 1024 * 1024;

interface KnownFile {
  readonly fileId: number;
  readonly definitions: readonly StoredDefinition[];
  /** The text as it is now. */
  readonly lines: readonly string[];
}

function describe(definition: StoredDefinition): EnclosingSymbol {
  const { name, scope, kind } = definition;
  return { name, qualifiedName: scope === "" ? name : `${scope}.${name}`, kind };
}

/**
 * Looks symbols up in the index. A file may have changed since it was indexed: an answer is given only where the line
 * of the match and the first line of the definition are the same now as then.
 * @param root absolute path of the project
 */
export function symbolFinder(view: ReadView, root: string): FindSymbol {
  const files = new Map<string, KnownFile | null>();
  const load = (path: string): KnownFile | null => {
    const stored = view.file(path);
    if (stored === null) return null;
    const definitions = view.definitionsInFile(stored.id);
    if (definitions.length === 0) return null;
    const source = readSourceSync(root, path, { maxFileBytes });
    return source.kind === "text" ? { fileId: stored.id, definitions, lines: source.text.split("\n") } : null;
  };
  const isUnchanged = ({ fileId, lines }: KnownFile, line: number): boolean =>
    view.lineText(fileId, line) === lines[line - 1];
  return ({ path, line, endLine }) => {
    let file = files.get(path);
    if (file === undefined) {
      file = load(path);
      files.set(path, file);
    }
    if (file === null) return null;
    const around = file.definitions
      .filter((definition) => definition.startLine <= line && endLine <= definition.endLine)
      .reduce<StoredDefinition | null>(
        (best, next) => (best === null || next.endLine - next.startLine <= best.endLine - best.startLine ? next : best),
        null,
      );
    if (around === null || !isUnchanged(file, line) || !isUnchanged(file, around.startLine)) return null;
    return describe(around);
  };
}
