import type { ReadView, StoredDefinition, StoredPassage } from "../store/types.ts";

/** Lines of a file, and what stands there. */
export interface Stretch {
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

/**
 * The whole of the definition that a passage is a piece of; null when it holds all of it, or is no definition's.
 * Definitions too long for one passage are stored in pieces.
 */
export function wholeDefinition(view: ReadView, { fileId, chunk }: StoredPassage): Stretch | null {
  if (chunk.symbol === null) return null;
  const isIts = ({ name, scope, startLine, endLine }: StoredDefinition): boolean =>
    name === chunk.symbol && scope === chunk.scope && startLine <= chunk.endLine && endLine >= chunk.startLine;
  const definition = view.definitionsInFile(fileId).find(isIts);
  if (definition === undefined) return null;
  const { startLine, endLine } = definition;
  if (chunk.startLine <= startLine && endLine <= chunk.endLine) return null;
  const pieces = view.passagePlaces(fileId).filter((place) => place.startLine <= endLine && startLine <= place.endLine);
  const chunks = view.passages(pieces.map(({ id }) => id)).map((passage) => passage.chunk);
  const first = chunks[0];
  if (first === undefined) return null;
  const lines = chunks
    .map(({ text }) => text)
    .join("")
    .split("\n");
  const from = startLine - first.startLine;
  return { startLine, endLine, text: lines.slice(Math.max(0, from), endLine - first.startLine + 1).join("\n") };
}
