import { extractFacts, textFacts } from "../parse/extract.ts";
import { LineIndex } from "../parse/lines.ts";
import type { SyntaxParser } from "../parse/parser.ts";
import type { FileFacts, LanguageId } from "../parse/types.ts";
import { chunkSource } from "./chunk.ts";
import type { ChunkingOptions } from "./size.ts";
import type { Chunk } from "./types.ts";

/** Everything the index keeps of one file's content. */
export interface Analysis {
  readonly facts: FileFacts;
  readonly chunks: readonly Chunk[];
}

/**
 * Parses a file once and gives its facts and chunks. Bad source never throws: where the parser fails or takes too
 * long the file is cut as plain text and its status is `failed`.
 * @param language id of the registry
 * @throws GrepaiError `INTERNAL` when the language's grammar cannot be loaded or its query does not compile
 */
export function analyse(parser: SyntaxParser, language: LanguageId, text: string, chunking: ChunkingOptions): Analysis {
  const lines = new LineIndex(text);
  const outcome = parser.parse(language, text);
  if (outcome.kind !== "tree") {
    const facts = textFacts(language, outcome.kind);
    return { facts, chunks: chunkSource(text, facts, null, chunking, lines) };
  }
  try {
    const facts = extractFacts(parser, outcome, text, lines);
    return { facts, chunks: chunkSource(text, facts, outcome.tree, chunking, lines) };
  } catch {
    // A defect of ours or of the runtime on odd input costs the structure of one file, not the run.
    const facts = textFacts(language, "failed");
    return { facts, chunks: chunkSource(text, facts, null, chunking, lines) };
  } finally {
    outcome.tree.delete();
  }
}
