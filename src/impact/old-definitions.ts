import { extractFacts } from "../parse/extract.ts";
import { SyntaxParser } from "../parse/parser.ts";
import { detectLanguage } from "../parse/registry.ts";
import type { OldDefinition } from "./types.ts";

/** Larger contents are not parsed again. */
const maxBytes = 1_000_000;

/** An old content of a file. */
export interface OldContent {
  readonly path: string;
  readonly bytes: Buffer;
}

/** Definitions of old contents by path; contents that no grammar reads have none. */
export async function parseOldContents(
  contents: readonly OldContent[],
): Promise<ReadonlyMap<string, readonly OldDefinition[]>> {
  const definitions = new Map<string, readonly OldDefinition[]>();
  if (contents.length === 0) return definitions;
  const parser = await SyntaxParser.create();
  for (const { path, bytes } of contents) definitions.set(path, definitionsIn(path, bytes, parser));
  return definitions;
}

function definitionsIn(path: string, bytes: Buffer, parser: SyntaxParser): readonly OldDefinition[] {
  if (bytes.length > maxBytes || bytes.includes(0)) return [];
  const text = bytes.toString("utf8");
  const outcome = parser.parse(detectLanguage(path).id, text);
  if (outcome.kind !== "tree") return [];
  try {
    return extractFacts(parser, outcome, text).definitions.map(({ name, scope, kind, line, endLine }) => ({
      name,
      qualifiedName: scope === "" ? name : `${scope}.${name}`,
      kind,
      line,
      endLine,
    }));
  } finally {
    outcome.tree.delete();
  }
}
