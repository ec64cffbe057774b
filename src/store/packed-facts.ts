import type { FileFacts } from "../parse/types.ts";
import { encodeDefinitions, encodeImports } from "./sqlite/facts.ts";
import { type EncodedReferences, encodeReferences } from "./sqlite/reference-table.ts";

/**
 * A content's definitions, references and imports in the form in which they are stored. They are packed by whoever
 * analyses the content: the one thread that writes then neither receives nor walks tens of thousands of objects.
 */
export interface PackedFacts extends Pick<FileFacts, "language" | "status"> {
  readonly definitions: string;
  readonly definitionCount: number;
  readonly references: EncodedReferences;
  readonly referenceCount: number;
  readonly imports: string;
  /** Distinct names to find the content by: JSON lists, which the database takes in one call each. */
  readonly names: {
    readonly defined: string;
    readonly referred: string;
    readonly imported: string;
    readonly sources: string;
  };
}

/** Packs the facts of a content. */
export function packFacts({ language, status, definitions, references, imports }: FileFacts): PackedFacts {
  return {
    language,
    status,
    definitions: encodeDefinitions(definitions),
    definitionCount: definitions.length,
    references: encodeReferences(references),
    referenceCount: references.length,
    imports: encodeImports(imports),
    names: {
      defined: distinct(definitions.map(({ name }) => name)),
      referred: distinct(references.map(({ name }) => name)),
      imported: distinct(imports.map(({ imported }) => imported)),
      sources: distinct(imports.map(({ source }) => source)),
    },
  };
}

/** Sorted, so that neighbours in the list go to neighbouring places of the table. */
function distinct(names: readonly string[]): string {
  return JSON.stringify([...new Set(names)].sort());
}
