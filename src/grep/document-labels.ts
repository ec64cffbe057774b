import type { DocumentCache } from "../documents/document-cache.ts";
import type { DocumentContents } from "../documents/types.ts";
import type { DocumentLabels, DocumentSelection, RecordSelection } from "./scope.ts";

type Matches = (name: string) => boolean;

function objectsOf({ records }: DocumentContents, matches: Matches): RecordSelection {
  const objects = records.filter(({ kind, name, label }) => kind === "object" && (matches(name) || matches(label)));
  return new Set(objects.map(({ name }) => name));
}

/** Selects the documents whose own label matches, and in the others the objects that do. */
function select(documents: ReadonlyMap<string, DocumentContents>, matches: Matches): DocumentSelection {
  const selection = new Map<string, RecordSelection | null>();
  for (const [path, contents] of documents) {
    if (matches(contents.label)) {
      selection.set(path, null);
      continue;
    }
    const names = objectsOf(contents, matches);
    if (names.size > 0) selection.set(path, names);
  }
  return selection;
}

/**
 * Names and labels within the documents of a project, in any letter case.
 * @param root absolute path of the project
 */
export function documentLabels(root: string, cache: DocumentCache, signal: AbortSignal): DocumentLabels {
  const contentsOf = async (path: string): Promise<DocumentContents | null> => {
    const outcome = await cache.read(root, path, signal);
    return outcome.kind === "contents" ? outcome.contents : null;
  };
  return {
    async find(text, paths) {
      const documents = new Map<string, DocumentContents>();
      for (const path of paths) {
        const contents = await contentsOf(path);
        if (contents !== null) documents.set(path, contents);
      }
      const wanted = text.toLowerCase();
      const exact = select(documents, (name) => name.toLowerCase() === wanted);
      return exact.size > 0 ? exact : select(documents, (name) => name.toLowerCase().includes(wanted));
    },
    async recordsNamed(document, text) {
      const contents = await contentsOf(document);
      if (contents === null) return new Set();
      const wanted = text.toLowerCase();
      const named = objectsOf(contents, (name) => name === text);
      return named.size > 0 ? named : objectsOf(contents, (name) => name.toLowerCase() === wanted);
    },
  };
}
