import type { PassState, ReadView } from "../types.ts";
import type { Connection } from "./connection.ts";
import { FileQueries } from "./file-queries.ts";
import { readMeta } from "./meta.ts";
import { PassageQueries } from "./passage-queries.ts";
import { SymbolQueries } from "./symbol-queries.ts";

/** The queries of one connection; they may be kept from one transaction to the next. */
export interface Queries {
  readonly connection: Connection;
  readonly files: FileQueries;
  readonly passages: PassageQueries;
  readonly symbols: SymbolQueries;
}

export function queriesOf(connection: Connection): Queries {
  return {
    connection,
    files: new FileQueries(connection),
    passages: new PassageQueries(connection),
    symbols: new SymbolQueries(connection),
  };
}

function passState(connection: Connection, isHeld: () => boolean): PassState {
  const progress = readMeta(connection, "progress");
  // How the contents were analysed is declared at the end of a first pass.
  if (progress === null && readMeta(connection, "analysis") !== null) return { kind: "complete" };
  return { kind: isHeld() ? "running" : "unfinished", progress };
}

/**
 * A view of the state that the transaction under way sees.
 * @param isHeld whether a process holds the project at this moment
 */
export function readView({ connection, files, passages, symbols }: Queries, isHeld: () => boolean): ReadView {
  const state = () => passState(connection, isHeld);
  return {
    generation: readMeta(connection, "generation"),
    databaseId: readMeta(connection, "databaseId"),
    embedderId: () => files.embedderId(),
    changesSince: (generation) => files.changesSince(generation),
    passageEntries: (fileIds) => passages.entries(fileIds),
    passagePlaces: (fileId) => passages.places(fileId),
    passages: (ids) => passages.passages(ids),
    outlines: (ids) => passages.outlines(ids),
    vectors: (ids) => passages.vectors(ids),
    file: (path) => files.file(path),
    fileById: (id) => files.fileById(id),
    files: () => files.files(),
    hasContent: (hash) => passages.hasContent(hash),
    chunksOfContent: (hash) => passages.chunksOfContent(hash),
    definitionsByName: (name, limit) => symbols.definitionsByName(name, limit),
    definition: (id) => symbols.definition(id),
    definitionsInFile: (fileId) => symbols.definitionsInFile(fileId),
    referencesByName: (name) => symbols.referencesByName(name),
    referencesInFile: (fileId) => symbols.referencesInFile(fileId),
    referencesWithin: (definitionId) => symbols.referencesWithin(definitionId),
    importsInFile: (fileId) => symbols.importsInFile(fileId),
    importsByImportedName: (imported) => symbols.importsByImportedName(imported),
    lineText: (fileId, line) => passages.lineText(fileId, line),
    filesImporting: (specifierSuffix) => symbols.filesImporting(specifierSuffix),
    similarNames: (name, limit) => symbols.similarNames(name, limit),
    skipped: (limit) => files.skipped(limit),
    partialFiles: (limit) => files.partialFiles(limit),
    failedPassages: (limit) => files.failedPassages(limit),
    counts: () => files.counts(),
    passState: state,
    progress: () => {
      const current = state();
      return current.kind === "running" ? current.progress : null;
    },
  };
}
