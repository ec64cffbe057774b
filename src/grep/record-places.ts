import type { DocumentCache } from "../documents/document-cache.ts";
import type { DocumentRecord } from "../documents/record.ts";
import { selectedRecords } from "./document-texts.ts";
import type { PlacedMatch } from "./results.ts";
import type { RecordSelection } from "./scope.ts";
import type { GrepRequest, NumberedLine, RecordPlace } from "./types.ts";

/** A match with the record it is in; lines count from the record's first. */
export interface RecordMatch extends PlacedMatch {
  readonly record: RecordPlace;
}

/** A record with its first line, from 1, among those of all records of the document that were searched. */
interface PlacedRecord {
  readonly record: DocumentRecord;
  readonly line: number;
}

function placeRecords(records: readonly DocumentRecord[]): readonly PlacedRecord[] {
  let line = 1;
  return records.map((record) => {
    const placed = { record, line };
    line += record.lineCount;
    return placed;
  });
}

/** Where a line of a text begins; -1 when there is no such line. */
function lineStart(text: string, line: number): number {
  let start = 0;
  for (let current = 1; current < line; current++) {
    start = text.indexOf("\n", start) + 1;
    if (start === 0) return -1;
  }
  return start;
}

/** The first key of a dictionary in a structural pattern, which is the field that such a search is for. */
function soughtKey({ mode, query }: GrepRequest): string | null {
  return mode === "text" ? null : (/['"]([^'"\n]+)['"]\s*:/.exec(query)?.[1] ?? null);
}

/**
 * Finds the records that matches are in.
 * @param root absolute path of the project
 * @param selection documents of which only some records were searched
 */
export class RecordPlaces {
  readonly #root: string;
  readonly #cache: DocumentCache;
  readonly #selection: ReadonlyMap<string, RecordSelection>;
  readonly #key: string | null;
  readonly #documents = new Map<string, { readonly label: string; readonly records: readonly PlacedRecord[] } | null>();

  constructor(
    root: string,
    cache: DocumentCache,
    selection: ReadonlyMap<string, RecordSelection>,
    request: GrepRequest,
  ) {
    this.#root = root;
    this.#cache = cache;
    this.#selection = selection;
    this.#key = soughtKey(request);
  }

  async #load(path: string, signal: AbortSignal) {
    const known = this.#documents.get(path);
    if (known !== undefined) return known;
    const outcome = await this.#cache.read(this.#root, path, signal);
    const loaded =
      outcome.kind === "problem"
        ? null
        : {
            label: outcome.contents.label,
            records: placeRecords(selectedRecords(outcome.contents.records, this.#selection.get(path))),
          };
    this.#documents.set(path, loaded);
    return loaded;
  }

  /** Null when the document changed since it was searched. */
  async place(match: PlacedMatch, signal: AbortSignal): Promise<RecordMatch | null> {
    const document = await this.#load(match.path, signal);
    const placed = document?.records.findLast(({ line }) => line <= match.line);
    if (document === null || placed === undefined) return null;
    const { record } = placed;
    const shift = placed.line - 1;
    const line = match.line - shift;
    const start = lineStart(record.text, line);
    if (start === -1 || !record.text.startsWith(match.text.split("\n", 1)[0] as string, start)) return null;
    const within = (lines: readonly NumberedLine[]): readonly NumberedLine[] =>
      lines
        .map((each) => ({ ...each, line: each.line - shift }))
        .filter((each) => each.line >= 1 && each.line <= record.lineCount);
    const { kind, name, label, type } = record;
    return {
      ...match,
      line,
      endLine: match.endLine - shift,
      before: within(match.before),
      after: within(match.after),
      record: {
        documentLabel: document.label,
        kind,
        name,
        label,
        type,
        fieldPath: record.fieldPathAt(start + match.column - 1, this.#key),
      },
    };
  }
}
