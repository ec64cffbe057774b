import { posix } from "node:path";
import { GrepaiError } from "../errors.ts";
import type { ReadView, StoredPassage } from "../store/types.ts";
import type { Candidates } from "./candidates.ts";
import type { DocTable } from "./doc-table.ts";
import type { ScoredPassage } from "./hits.ts";
import { areNearDuplicates, shinglesOf } from "./resemblance.ts";
import type { Place } from "./types.ts";
import type { DocumentScope } from "./vector/nearest.ts";

/** The passage that others are compared with. */
export interface Example {
  readonly passage: StoredPassage;
  readonly vector: Float32Array;
}

/**
 * The passage at a place, with its vector.
 * @throws GrepaiError INVALID_PARAMETERS for a file that is not in the index or a line that is not in the file,
 * EMBEDDER_UNAVAILABLE while the passage has no vector
 */
export function exampleAt(view: ReadView, { file: path, line }: Place): Example {
  const file = view.file(path);
  if (file === null) throw new GrepaiError("INVALID_PARAMETERS", unknownFileMessage(view, path));
  const places = view.passagePlaces(file.id);
  const lineCount = places.at(-1)?.endLine ?? 0;
  if (line < 1 || line > lineCount) {
    throw new GrepaiError(
      "INVALID_PARAMETERS",
      `"${path}" has no line ${line}: ${lineCount === 0 ? "it is empty" : `its lines are 1 to ${lineCount}`}.`,
    );
  }
  const place = places.find(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const passage = view.passages(place === undefined ? [] : [place.id])[0];
  const vector = passage === undefined ? undefined : view.vectors([passage.id]).get(passage.id);
  if (passage === undefined || vector === undefined) {
    throw new GrepaiError(
      "EMBEDDER_UNAVAILABLE",
      `What stands at ${path}:${line} has no embedding yet: \`grepai watch\` or \`grepai index\` makes it.`,
    );
  }
  return { passage, vector };
}

function unknownFileMessage(view: ReadView, path: string): string {
  const name = posix.basename(path);
  const meant = view
    .files()
    .filter((file) => posix.basename(file.path) === name)
    .map((file) => `"${file.path}"`);
  const hint = meant.length === 0 ? "check the spelling" : `did you mean ${meant.slice(0, 3).join(" or ")}?`;
  return `The file "${path}" is not in the index: ${hint.endsWith("?") ? hint : `${hint}.`}`;
}

/** The scope without the example and the other pieces of the same definition. */
export function scopeWithout(
  { passage }: Example,
  view: ReadView,
  docs: DocTable,
  scope: DocumentScope,
): DocumentScope {
  const file = docs.file(passage.fileId);
  if (file === undefined) return scope;
  const allowed = scope.allowed.slice();
  const { symbol, scope: within } = passage.chunk;
  const ids = view.passagePlaces(passage.fileId).map(({ id }) => id);
  const chunks = view.passages(ids);
  for (const [index, { id, chunk }] of chunks.entries()) {
    const isSame = id === passage.id || (symbol !== null && chunk.symbol === symbol && chunk.scope === within);
    if (isSame) allowed[file.firstDocument + index] = 0;
  }
  return { allowed, isFiltered: true };
}

/** The candidates by similarity alone, which is their score: for an example without a query. */
export function bySimilarity({ candidates }: Candidates, docs: DocTable): ScoredPassage[] {
  return candidates
    .flatMap(({ document, semantic }) => (semantic === null ? [] : { document, score: Math.max(0, semantic) }))
    .sort((one, other) => other.score - one.score || one.document - other.document)
    .map(({ document, score }) => ({ passageId: docs.passageId(document), score: Math.min(1, score) }));
}

/** Leaves out near-copies of the example. */
export function isNoCopyOf({ passage }: Example): (other: StoredPassage) => boolean {
  const shingles = shinglesOf(passage.chunk.text);
  return ({ chunk }) => !areNearDuplicates(shingles, shinglesOf(chunk.text));
}
