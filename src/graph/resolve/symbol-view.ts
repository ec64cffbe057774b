import type { ReadView } from "../../store/types.ts";

/** The part of a view that resolution reads. */
export type SymbolView = Pick<
  ReadView,
  | "definition"
  | "definitionsByName"
  | "definitionsInFile"
  | "file"
  | "fileById"
  | "files"
  | "importsByImportedName"
  | "importsInFile"
  | "lineText"
  | "referencesByName"
  | "referencesInFile"
  | "referencesWithin"
>;

/** The same view, remembering what one trace asks again and again. */
export function rememberingView(view: ReadView): SymbolView {
  const linesOf = remember((fileId: number) => sourceLines(view, fileId));
  return {
    definition: remember((id) => view.definition(id)),
    definitionsByName: remember((name) => view.definitionsByName(name)),
    definitionsInFile: (fileId) => view.definitionsInFile(fileId),
    file: remember((path) => view.file(path)),
    fileById: remember((id) => view.fileById(id)),
    files: () => view.files(),
    importsByImportedName: (name) => view.importsByImportedName(name),
    importsInFile: (fileId) => view.importsInFile(fileId),
    lineText: (fileId, line) => linesOf(fileId)[line - 1] ?? null,
    referencesByName: remember((name) => view.referencesByName(name)),
    referencesInFile: (fileId) => view.referencesInFile(fileId),
    referencesWithin: (definitionId) => view.referencesWithin(definitionId),
  };
}

/** A file's lines, put together from its chunks at once: one line is seldom asked for alone. */
function sourceLines(view: ReadView, fileId: number): readonly string[] {
  const lines: string[] = [];
  const ids = [...view.passageEntries([fileId])].map((entry) => entry.id);
  for (const { chunk } of view.passages(ids)) {
    // A text that ends in a line break splits into one line more than it has.
    const texts = chunk.text.split("\n").slice(0, chunk.endLine - chunk.startLine + 1);
    for (const [index, line] of texts.entries()) lines[chunk.startLine - 1 + index] ??= line;
  }
  return lines;
}

function remember<K, V>(ask: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const asked = ask(key);
    known.set(key, asked);
    return asked;
  };
}
