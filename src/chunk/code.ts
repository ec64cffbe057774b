import type { Tree } from "web-tree-sitter";
import type { LineIndex } from "../parse/lines.ts";
import type { Definition, FileFacts, SymbolKind } from "../parse/types.ts";
import { mergeTiny, type Piece, splitLines } from "./pieces.ts";
import type { ChunkSizes } from "./size.ts";
import { statementStarts } from "./statements.ts";

/** Definitions that become pieces of their own; fields and variables stay with the code around them. */
const ownPiece: ReadonlySet<SymbolKind> = new Set([
  "module",
  "namespace",
  "package",
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "type",
  "function",
  "method",
  "constructor",
  "macro",
]);

/** A stretch of lines still to be cut up: a definition over the limit, or the whole file. */
interface Region {
  readonly startLine: number;
  readonly endLine: number;
  readonly owner: number;
}

/**
 * Cuts code along its definitions: each within the limit is one piece, longer ones become their head, their inner
 * definitions and what lies between, and what has no inner definitions is cut where statements begin.
 */
export function codePieces(facts: FileFacts, tree: Tree | null, lines: LineIndex, sizes: ChunkSizes): Piece[] {
  const children = childrenOf(facts.definitions);
  let breaks: Uint8Array | null = null;
  const isBreak = (line: number): boolean => {
    breaks ??= tree === null ? new Uint8Array(0) : statementStarts(tree, lines, sizes.limit);
    return breaks[line] === 1;
  };
  const pieces: Piece[] = [];
  const pending: Region[] = [{ startLine: 1, endLine: lines.count, owner: -1 }];
  for (let region = pending.pop(); region !== undefined; region = pending.pop()) {
    for (const piece of partsOf(region, children.get(region.owner) ?? [], facts.definitions)) {
      const inner = piece.owner !== region.owner && (children.get(piece.owner)?.length ?? 0) > 0;
      if (lines.length(piece.startLine, piece.endLine) <= sizes.limit) pieces.push(piece);
      else if (inner) pending.push(piece);
      else pieces.push(...cut(piece, lines, sizes, isBreak));
    }
  }
  pieces.sort((a, b) => a.startLine - b.startLine);
  return mergeTiny(pieces, lines, sizes);
}

/** Indexes of the definitions worth a piece, by the nearest such definition around them. */
function childrenOf(definitions: readonly Definition[]): Map<number, number[]> {
  const nearest: number[] = [];
  const children = new Map<number, number[]>();
  for (const [index, definition] of definitions.entries()) {
    const outer = definition.parent === -1 ? -1 : (nearest[definition.parent] ?? -1);
    if (!ownPiece.has(definition.kind)) {
      nearest.push(outer);
      continue;
    }
    nearest.push(index);
    const siblings = children.get(outer);
    if (siblings === undefined) children.set(outer, [index]);
    else siblings.push(index);
  }
  return children;
}

/** The region's inner definitions and the gaps between them, as contiguous runs of whole lines. */
function partsOf(region: Region, children: readonly number[], definitions: readonly Definition[]): Piece[] {
  const parts: Piece[] = [];
  let next = region.startLine;
  for (const index of children) {
    const definition = definitions[index];
    if (definition === undefined) continue;
    // A line shared with what stands before stays there.
    const startLine = Math.max(definition.startLine, next);
    const endLine = Math.min(definition.endLine, region.endLine);
    if (endLine < startLine) continue;
    if (startLine > next)
      parts.push({ startLine: next, endLine: startLine - 1, owner: region.owner, region: region.owner });
    parts.push({ startLine, endLine, owner: index, region: region.owner });
    next = endLine + 1;
  }
  if (next <= region.endLine) {
    parts.push({ startLine: next, endLine: region.endLine, owner: region.owner, region: region.owner });
  }
  return parts;
}

function cut(piece: Piece, lines: LineIndex, sizes: ChunkSizes, isBreak: (line: number) => boolean): Piece[] {
  const starts = splitLines(piece.startLine, piece.endLine, lines, sizes.limit, isBreak);
  return starts.map((startLine, index) => ({
    startLine,
    endLine: (starts[index + 1] ?? piece.endLine + 1) - 1,
    owner: piece.owner,
    region: piece.owner,
  }));
}
