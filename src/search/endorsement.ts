import type { ReadView } from "../store/types.ts";
import type { FileGroup } from "./grouping.ts";

/** How many of the best files are looked at: what they import, and who of them imports them. */
const LOOKED_AT = 40;
/** How many importers count. One alone says less. */
const IMPORTERS = 6;

/** Names of modules and of what is taken from them, in lower case, that a file imports. */
export type ImportedNames = (fileId: number) => ReadonlySet<string>;

/**
 * How well the files answer that import a file, 0..1, for those of the best that any of the best imports. Imports are
 * matched by name alone (`./router.js`, `app.router`, `Router` all name router.*): cheap enough for every query, the
 * same in all languages, and a wrong match among files that all answer the query does little harm.
 */
export function endorsements(files: readonly FileGroup[], importedNames: ImportedNames): ReadonlyMap<number, number> {
  const best = [...files].sort((one, other) => other.score - one.score).slice(0, LOOKED_AT);
  const highest = Math.max(Number.MIN_VALUE, ...best.map(({ score }) => score));
  const names = best.map(({ file }) => importedNames(file.id));
  return new Map(
    best.map((group) => {
      const subject = group.file.subject.toLowerCase();
      const importers = best.filter((other, index) => other !== group && names[index]?.has(subject) === true);
      const relevant = importers.slice(0, IMPORTERS).reduce((sum, { score }) => sum + Math.max(0, score) / highest, 0);
      return [group.file.id, relevant / IMPORTERS];
    }),
  );
}

/** Reads what files import, and remembers it for as long as the store stays the same. */
export class ImportedNamesCache {
  #state = "";
  readonly #names = new Map<number, ReadonlySet<string>>();

  of(view: ReadView): ImportedNames {
    const state = `${view.databaseId} ${view.generation}`;
    if (state !== this.#state) this.#names.clear();
    this.#state = state;
    return (fileId) => {
      let names = this.#names.get(fileId);
      if (names === undefined) {
        names = namesOf(view, fileId);
        this.#names.set(fileId, names);
      }
      return names;
    };
  }
}

function namesOf(view: ReadView, fileId: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { source, imported } of view.importsInFile(fileId)) {
    if (source === "") continue;
    names.add(lastName(source));
    if (imported !== "*") names.add(imported.toLowerCase());
  }
  return names;
}

/** `router` of "./router.js", "app.router", "net/router.h", "App\Router" and "crate::router". */
function lastName(source: string): string {
  const parts = source.split(/[/\\:]+/).filter((part) => part !== "");
  const last = (parts.at(-1) ?? "").toLowerCase();
  const hasFileName = /[/\\]/.test(source) || /\.(?:[cm]?[jt]sx?|h|hh|hpp|hxx|rb|php|lua|dart|vue|svelte)$/.test(last);
  const dotted = last.split(".").filter((part) => part !== "");
  return (hasFileName ? dotted[0] : dotted.at(-1)) ?? "";
}
