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
  const lines = new Map<number, (line: number) => string | null>();
  const linesOf = remember((fileId: number) => remember((line: number) => view.lineText(fileId, line)), lines);
  return {
    definition: remember((id) => view.definition(id)),
    definitionsByName: remember((name) => view.definitionsByName(name)),
    definitionsInFile: (fileId) => view.definitionsInFile(fileId),
    file: remember((path) => view.file(path)),
    fileById: remember((id) => view.fileById(id)),
    files: () => view.files(),
    importsByImportedName: (name) => view.importsByImportedName(name),
    importsInFile: (fileId) => view.importsInFile(fileId),
    lineText: (fileId, line) => linesOf(fileId)(line),
    referencesByName: (name) => view.referencesByName(name),
    referencesInFile: (fileId) => view.referencesInFile(fileId),
    referencesWithin: (definitionId) => view.referencesWithin(definitionId),
  };
}

function remember<K, V>(ask: (key: K) => V, known: Map<K, V> = new Map()): (key: K) => V {
  return (key) => {
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const asked = ask(key);
    known.set(key, asked);
    return asked;
  };
}
