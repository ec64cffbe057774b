import type { Definition, FileFacts, ImportBinding, SymbolKind } from "../../parse/types.ts";
import { indexDamaged } from "./connection.ts";

/* Definitions and imports of one content as JSON text, a row each. */

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
  return parseFact<DefinitionRow[]>(text, path).map(
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

export function encodeImports(imports: FileFacts["imports"]): string {
  return JSON.stringify(
    imports.map(({ kind, source, imported, local, line }): ImportRow => [kind, source, imported, local, line]),
  );
}

export function decodeImports(text: string, path: string): readonly ImportBinding[] {
  return parseFact<ImportRow[]>(text, path).map(([kind, source, imported, local, line]) => ({
    kind,
    source,
    imported,
    local,
    line,
  }));
}

/**
 * Parses what the encoders here and beside wrote, so that its shape is trusted.
 * @throws GrepaiError INDEX_DAMAGED naming the database at `path`
 */
export function parseFact<Shape>(text: string, path: string): Shape {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw indexDamaged(path, "a record cannot be read", { cause: error });
  }
}
