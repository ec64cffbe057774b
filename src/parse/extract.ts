import { collect, type RawFacts } from "./collect.ts";
import { DeclaredTypes } from "./declared.ts";
import { placeDefinitions } from "./definitions.ts";
import { importedOffsets, readImports } from "./imports.ts";
import { LineIndex } from "./lines.ts";
import type { ParsedSource, SyntaxParser } from "./parser.ts";
import { recover } from "./recovery.ts";
import { readReferences } from "./references.ts";
import type { Language } from "./registry.ts";
import { LexicalScopes } from "./scopes.ts";
import type { FileFacts, LanguageId, ParseStatus } from "./types.ts";

/** Facts of a file that is read without a syntax tree. */
export function textFacts(language: LanguageId, status: "text" | "failed"): FileFacts {
  return { language, status, definitions: [], references: [], imports: [] };
}

/**
 * Definitions, references and imports of one file, from one run of its language's query. Where the tree is broken,
 * definitions that the errors swallowed are recovered by parsing the rest again piece by piece.
 * Nothing here recurses: files nested thousands of levels deep are read like others.
 * @param parser for recovery only; `parsed.tree` stays valid and is still the caller's to delete
 */
export function extractFacts(
  parser: SyntaxParser,
  parsed: ParsedSource,
  text: string,
  lines = new LineIndex(text),
): FileFacts {
  const found = collect(parsed, text, 0);
  const { language } = parsed.grammar;
  if (!parsed.tree.rootNode.hasError) return relate(found, text, lines, language, "parsed");
  const recovered = recover(parser, found, text, lines, language);
  // Tokens that are only missing count where definitions were lost by them: a bracket, not a semicolon.
  const status = found.errors.length > 0 || recovered !== found ? "partial" : "parsed";
  return relate(recovered, text, lines, language, status);
}

/** Relates what was found to each other: nesting, scopes, types of receivers. */
function relate(raw: RawFacts, text: string, lines: LineIndex, language: Language, status: ParseStatus): FileFacts {
  raw.scopes.sort((a, b) => a.start - b.start || b.end - a.end);
  raw.references.sort((a, b) => a.name.start - b.name.start);
  raw.locals.sort((a, b) => a.name.start - b.name.start);
  const imports = readImports(raw, text, lines, language);
  const exported = new Set(
    imports.filter(({ kind, source }) => kind === "export" && source === "").map(({ imported }) => imported),
  );
  const placed = placeDefinitions(raw, text, lines, language, exported);
  const declared = new DeclaredTypes(placed, raw.locals, text, language);
  const definitions = declared.settle(placed, raw.references);
  const scopes = new LexicalScopes(raw, definitions, text, importedOffsets(raw));
  const references = readReferences(raw, { text, lines, language, definitions, imports, scopes, declared });
  return {
    language: language.id,
    status,
    definitions: definitions.map(({ definition }) => definition),
    references,
    imports,
  };
}
