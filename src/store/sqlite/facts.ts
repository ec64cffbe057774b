import type { Definition, FileFacts, ImportBinding, Reference, ReferenceKind, SymbolKind } from "../../parse/types.ts";
import { indexDamaged } from "./connection.ts";

/*
 * Definitions, references and imports of one content as JSON text. References, by far the most, are columns of
 * numbers beside a table of their strings, each string once.
 */

/** Order is part of the file format: append only. */
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
];
const kindNumbers = new Map(referenceKinds.map((kind, number) => [kind, number]));

/** Numbers a reference takes: name, kind, receiver, receiver type, bound locally, enclosing, line, column. */
const numbersPerReference = 8;

type DefinitionRow = [
  name: string,
  kind: SymbolKind,
  parent: number,
  scope: string,
  signature: string,
  exported: 0 | 1,
  bases: readonly string[],
  typeName: string | null,
  startLine: number,
  endLine: number,
  startOffset: number,
  endOffset: number,
  line: number,
  column: number,
];
type ImportRow = [kind: ImportBinding["kind"], source: string, imported: string, local: string, line: number];
type ReferenceColumns = [strings: readonly string[], numbers: readonly number[]];

export function encodeDefinitions(definitions: FileFacts["definitions"]): string {
  return JSON.stringify(
    definitions.map(
      (d): DefinitionRow => [
        d.name,
        d.kind,
        d.parent,
        d.scope,
        d.signature,
        d.exported ? 1 : 0,
        d.bases,
        d.typeName,
        d.startLine,
        d.endLine,
        d.startOffset,
        d.endOffset,
        d.line,
        d.column,
      ],
    ),
  );
}

export function decodeDefinitions(text: string, path: string): readonly Definition[] {
  return (parse(text, path) as DefinitionRow[]).map(
    ([
      name,
      kind,
      parent,
      scope,
      signature,
      exported,
      bases,
      typeName,
      startLine,
      endLine,
      startOffset,
      endOffset,
      line,
      column,
    ]) => ({
      name,
      kind,
      parent,
      scope,
      signature,
      exported: exported === 1,
      bases,
      typeName,
      startLine,
      endLine,
      startOffset,
      endOffset,
      line,
      column,
    }),
  );
}

export function encodeReferences(references: FileFacts["references"]): string {
  const numbers: number[] = [];
  const stringNumbers = new Map<string, number>();
  const numberOf = (string: string | null): number => {
    if (string === null) return -1;
    let number = stringNumbers.get(string);
    if (number === undefined) {
      number = stringNumbers.size;
      stringNumbers.set(string, number);
    }
    return number;
  };
  for (const { name, kind, receiver, receiverType, boundLocally, enclosing, line, column } of references) {
    const kindNumber = kindNumbers.get(kind) ?? 0;
    const bound = boundLocally ? 1 : 0;
    numbers.push(
      numberOf(name),
      kindNumber,
      numberOf(receiver),
      numberOf(receiverType),
      bound,
      enclosing,
      line,
      column,
    );
  }
  return JSON.stringify([[...stringNumbers.keys()], numbers]);
}

export function decodeReferences(text: string, path: string): readonly Reference[] {
  const [strings, numbers] = parse(text, path) as ReferenceColumns;
  const references: Reference[] = [];
  const at = (index: number) => numbers[index] ?? 0;
  for (let start = 0; start < numbers.length; start += numbersPerReference) {
    references.push({
      name: strings[at(start)] ?? "",
      kind: referenceKinds[at(start + 1)] ?? "call",
      receiver: strings[at(start + 2)] ?? null,
      receiverType: strings[at(start + 3)] ?? null,
      boundLocally: at(start + 4) === 1,
      enclosing: at(start + 5),
      line: at(start + 6),
      column: at(start + 7),
    });
  }
  return references;
}

export function encodeImports(imports: FileFacts["imports"]): string {
  return JSON.stringify(
    imports.map(({ kind, source, imported, local, line }): ImportRow => [kind, source, imported, local, line]),
  );
}

export function decodeImports(text: string, path: string): readonly ImportBinding[] {
  return (parse(text, path) as ImportRow[]).map(([kind, source, imported, local, line]) => ({
    kind,
    source,
    imported,
    local,
    line,
  }));
}

/** @throws GrepaiError INDEX_DAMAGED naming the database at `path` */
function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw indexDamaged(path, "a record cannot be read", { cause: error });
  }
}
