import type { Reference, ReferenceKind } from "../../parse/types.ts";
import { aligned } from "./blobs.ts";
import { parseFact } from "./facts.ts";

/*
 * The references of one content, of which there are ten times as many as of anything else: their strings once each as
 * JSON text, and beside them a row of numbers a reference. Only those that are asked for become objects.
 */

/** Order is part of the file format: append only, at most 16. */
const referenceKinds: readonly ReferenceKind[] = [
  "call",
  "new",
  "value",
  "decorator",
  "jsx",
  "super",
  "macro",
  "inherit",
  "type",
  "read",
  "write",
  "update",
];
const kindNumbers = new Map(referenceKinds.map((kind, number) => [kind, number]));

/** Numbers a reference takes: name, receiver, receiver type (as string numbers, -1 for none), enclosing, line, rest. */
const rowLength = 6;
/** The last number holds the column above the mark for names bound locally above four bits for the kind. */
const boundBit = 16;
const columnShift = 5;
const maxColumn = 2 ** 26 - 1;

/** What is stored of a content's references. */
export interface EncodedReferences {
  /** JSON, the names of the references among them. */
  readonly strings: string;
  readonly rows: Uint8Array;
}

export function encodeReferences(references: readonly Reference[]): EncodedReferences {
  const rows = new Int32Array(references.length * rowLength);
  const stringNumbers = new Map<string, number>();
  const numberOf = (string: string | null): number => {
    if (string === null) return -1;
    const known = stringNumbers.get(string);
    if (known !== undefined) return known;
    stringNumbers.set(string, stringNumbers.size);
    return stringNumbers.size - 1;
  };
  let at = 0;
  for (const { name, kind, receiver, receiverType, boundLocally, enclosing, line, column } of references) {
    rows[at++] = numberOf(name);
    rows[at++] = numberOf(receiver);
    rows[at++] = numberOf(receiverType);
    rows[at++] = enclosing;
    rows[at++] = line;
    const mark = boundLocally ? boundBit : 0;
    rows[at++] = (Math.min(column, maxColumn) << columnShift) | mark | (kindNumbers.get(kind) ?? 0);
  }
  return { strings: JSON.stringify([...stringNumbers.keys()]), rows: new Uint8Array(rows.buffer) };
}

/** The references of one content as they are stored. */
export class ReferenceTable {
  readonly #strings: readonly string[];
  readonly #rows: Int32Array;

  /** @throws GrepaiError INDEX_DAMAGED naming the database at `path` */
  constructor({ strings, rows }: EncodedReferences, path: string) {
    this.#strings = parseFact<readonly string[]>(strings, path);
    const { buffer, byteOffset, byteLength } = aligned(rows);
    this.#rows = new Int32Array(buffer, byteOffset, Math.floor(byteLength / 4));
  }

  /** In source order. */
  all(): readonly Reference[] {
    return this.#select(() => true);
  }

  named(name: string): readonly Reference[] {
    const wanted = this.#strings.indexOf(name);
    return wanted < 0 ? [] : this.#select((start) => this.#rows[start] === wanted);
  }

  /** Those whose innermost enclosing definition has this index. */
  within(enclosing: number): readonly Reference[] {
    return this.#select((start) => this.#rows[start + 3] === enclosing);
  }

  #select(isWanted: (start: number) => boolean): Reference[] {
    const selected: Reference[] = [];
    for (let start = 0; start < this.#rows.length; start += rowLength) {
      if (isWanted(start)) selected.push(this.#reference(start));
    }
    return selected;
  }

  #reference(start: number): Reference {
    const number = (offset: number) => this.#rows[start + offset] ?? -1;
    const rest = number(5);
    return {
      name: this.#strings[number(0)] ?? "",
      kind: referenceKinds[rest & (boundBit - 1)] ?? "call",
      receiver: this.#strings[number(1)] ?? null,
      receiverType: this.#strings[number(2)] ?? null,
      boundLocally: (rest & boundBit) !== 0,
      enclosing: number(3),
      line: number(4),
      column: rest >>> columnShift,
    };
  }
}
