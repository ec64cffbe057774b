import type { Tree } from "web-tree-sitter";

import { LineIndex } from "../parse/lines.ts";
import type { FileFacts } from "../parse/types.ts";
import { codePieces } from "./code.ts";
import { cutLine } from "./pieces.ts";
import { markdownPieces, textPieces } from "./prose.ts";
import { type ChunkingOptions, sizesOf } from "./size.ts";
import type { Chunk } from "./types.ts";

/**
 * Cuts a file into chunks. Every line lies in at least one chunk, but for long runs of empty lines; no chunk is longer
 * than the configured size, and only plain text and prose overlap. A text of white space alone has no chunks.
 * @param facts of this text; without a syntax tree (`text`, `failed`) it is cut by headings or lines
 * @param tree for the statement boundaries inside long definitions; null falls back to blank lines
 */
export function chunkSource(
  text: string,
  facts: FileFacts,
  tree: Tree | null,
  options: ChunkingOptions,
  lines = new LineIndex(text),
): Chunk[] {
  if (text.trim() === "") return [];
  const sizes = sizesOf(options);
  const stretches =
    facts.status === "text" || facts.status === "failed"
      ? proseStretches(facts, lines, sizes)
      : codePieces(facts, tree, lines, sizes).map(({ startLine, endLine, owner }) =>
          stretchOf(facts, startLine, endLine, owner),
        );
  return stretches
    .flatMap((stretch) => chunksOf(stretch, lines, sizes.limit))
    .filter(({ text: own }) => own.length < sizes.tiny || own.trim() !== "");
}

type Stretch = Omit<Chunk, "text">;

function proseStretches(facts: FileFacts, lines: LineIndex, sizes: ReturnType<typeof sizesOf>): Stretch[] {
  const markdown = facts.language === "markdown";
  const pieces = markdown ? markdownPieces(lines, sizes) : textPieces(lines, sizes);
  return pieces.map(({ startLine, endLine, heading, path }) => ({
    startLine,
    endLine,
    kind: markdown ? "section" : "text",
    symbol: heading,
    scope: path.join("."),
    signature: null,
  }));
}

function stretchOf(facts: FileFacts, startLine: number, endLine: number, owner: number): Stretch {
  const definition = facts.definitions[owner];
  if (definition === undefined) return { startLine, endLine, kind: "block", symbol: null, scope: "", signature: null };
  const { kind, name, scope, signature } = definition;
  return { startLine, endLine, kind, symbol: name, scope, signature };
}

function chunksOf(stretch: Stretch, lines: LineIndex, limit: number): Chunk[] {
  const text = lines.slice(stretch.startLine, stretch.endLine);
  if (text.length <= limit) return [{ ...stretch, text }];
  return cutLine(text, limit).map((part) => ({ ...stretch, text: part }));
}
