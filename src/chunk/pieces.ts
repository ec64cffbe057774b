import type { LineIndex } from "../parse/lines.ts";
import type { ChunkSizes } from "./size.ts";

/** A run of whole lines on its way to becoming a chunk, 1-based and inclusive. */
export interface Piece {
  readonly startLine: number;
  readonly endLine: number;
  /** Definition it holds or is a part of, as an index, or -1. */
  readonly owner: number;
  /** Definition that contains it, as an index, or -1 for the file: only neighbours of one region are merged. */
  readonly region: number;
}

/**
 * Merges tiny neighbours of one region, and scraps (blank lines, closing brackets) with whatever stands before them.
 * @param pieces contiguous and ascending
 */
export function mergeTiny(pieces: readonly Piece[], lines: LineIndex, sizes: ChunkSizes): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last !== undefined && belongTogether(last, piece, lines, sizes)) {
      merged[merged.length - 1] = join(last, piece, lines);
    } else {
      merged.push(piece);
    }
  }
  return merged;
}

function belongTogether(first: Piece, second: Piece, lines: LineIndex, sizes: ChunkSizes): boolean {
  const together = lines.length(first.startLine, second.endLine);
  if (together > sizes.limit) return false;
  if (isScrap(first, lines) || isScrap(second, lines)) return true;
  if (first.region !== second.region) return false;
  const a = lines.length(first.startLine, first.endLine);
  const b = lines.length(second.startLine, second.endLine);
  return Math.min(a, b) < sizes.tiny && together <= sizes.merged;
}

/** Only blanks, brackets and the like. */
function isScrap(piece: Piece, lines: LineIndex): boolean {
  if (lines.length(piece.startLine, piece.endLine) > 400) return false;
  return !/[\p{L}\p{N}]/u.test(lines.slice(piece.startLine, piece.endLine));
}

/** A definition gives the symbol rather than code between definitions, of two the longer. */
function join(first: Piece, second: Piece, lines: LineIndex): Piece {
  const main = weight(first, lines) >= weight(second, lines) ? first : second;
  return { startLine: first.startLine, endLine: second.endLine, owner: main.owner, region: main.region };
}

function weight(piece: Piece, lines: LineIndex): number {
  if (piece.owner === -1 || isScrap(piece, lines)) return 0;
  return lines.length(piece.startLine, piece.endLine);
}

/**
 * Cuts a run of lines into runs within the limit. Cuts fall where `isBreak` allows (a statement begins), else before
 * a line that follows a blank one, else at any line; a single line over the limit stays alone for {@link cutLine}.
 * @returns first lines of the runs, ascending
 */
export function splitLines(
  first: number,
  last: number,
  lines: LineIndex,
  limit: number,
  isBreak: (line: number) => boolean,
): number[] {
  const starts = [first];
  let start = first;
  let goodBreak = -1;
  let blankBreak = -1;
  for (let line = first; line <= last; line += 1) {
    if (line > start) {
      if (isBreak(line)) goodBreak = line;
      if (lines.textOf(line - 1).trim() === "") blankBreak = line;
    }
    while (lines.length(start, line) > limit && line > start) {
      const third = lines.startOf(start) + limit / 3;
      const cut =
        [goodBreak, blankBreak].find((candidate) => candidate > start && lines.startOf(candidate) > third) ?? line;
      starts.push(cut);
      start = cut;
      if (goodBreak <= start) goodBreak = -1;
      if (blankBreak <= start) blankBreak = -1;
    }
  }
  return starts;
}

/** Cuts one line over the limit into texts within it, after white space or punctuation where there is any. */
export function cutLine(text: string, limit: number): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > limit) {
    let end = start + limit;
    for (let at = end; at > start + limit * 0.75; at -= 1) {
      if (/[\s;,}\])>]/.test(text[at - 1] ?? "")) {
        end = at;
        break;
      }
    }
    const code = text.charCodeAt(end - 1);
    // Never between the halves of a surrogate pair.
    if (code >= 0xd800 && code <= 0xdbff) end -= 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  parts.push(text.slice(start));
  return parts;
}
