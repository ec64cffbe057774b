import type { LineIndex } from "../parse/lines.ts";
import { splitLines } from "./pieces.ts";
import type { ChunkSizes } from "./size.ts";

/** A run of lines of a text, with the heading it stands under. */
export interface ProsePiece {
  readonly startLine: number;
  readonly endLine: number;
  readonly heading: string | null;
  /** Headings above that one, outermost first. */
  readonly path: readonly string[];
}

/** Plain text: runs of lines within the limit, cut at blank lines where there are any, each repeating the end of the last. */
export function textPieces(lines: LineIndex, sizes: ChunkSizes): ProsePiece[] {
  return split({ startLine: 1, endLine: lines.count, heading: null, path: [] }, lines, sizes);
}

/**
 * Markdown: one piece a section, small sections joined with the ones below them, long ones cut like plain text.
 * Headings are read off the lines (`#` and underlined ones), those inside fenced code are not headings.
 */
export function markdownPieces(lines: LineIndex, sizes: ChunkSizes): ProsePiece[] {
  const sections = sectionsOf(lines);
  const joined: ProsePiece[] = [];
  for (const section of sections) {
    const last = joined.at(-1);
    const fits = last !== undefined && lines.length(last.startLine, section.endLine) <= sizes.limit;
    const below = last !== undefined && (last.heading === null || section.path.includes(last.heading));
    const tiny = last !== undefined && lines.length(last.startLine, last.endLine) < sizes.tiny;
    if (last !== undefined && fits && tiny && below)
      joined[joined.length - 1] = { ...section, startLine: last.startLine };
    else joined.push(section);
  }
  return joined.flatMap((section) => split(section, lines, sizes));
}

function split(piece: ProsePiece, lines: LineIndex, sizes: ChunkSizes): ProsePiece[] {
  const { startLine, endLine } = piece;
  if (lines.length(startLine, endLine) <= sizes.limit) return [piece];
  const room = sizes.limit - sizes.overlap;
  const starts = splitLines(startLine, endLine, lines, room, () => false);
  return starts.map((start, index) => {
    const end = (starts[index + 1] ?? endLine + 1) - 1;
    let first = start;
    while (index > 0 && first > startLine && lines.length(first - 1, start - 1) <= sizes.overlap) first -= 1;
    // A line over the limit is cut within and takes no overlap.
    if (lines.length(start, end) > room) first = start;
    return { ...piece, startLine: first, endLine: end };
  });
}

function sectionsOf(lines: LineIndex): ProsePiece[] {
  const sections: ProsePiece[] = [];
  const open: { readonly level: number; readonly title: string }[] = [];
  let start = 1;
  let fence: string | null = null;
  const close = (end: number): void => {
    if (end < start) return;
    const titles = open.map(({ title }) => title);
    sections.push({ startLine: start, endLine: end, heading: titles.at(-1) ?? null, path: titles.slice(0, -1) });
  };
  for (let line = 1; line <= lines.count; line += 1) {
    const text = lines.textOf(line);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && text.trim() === mark) fence = null;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const heading = headingAt(text, line > 1 ? lines.textOf(line - 1) : "");
    if (heading === null) continue;
    const first = heading.underlined ? line - 1 : line;
    close(first - 1);
    start = first;
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    open.push(heading);
  }
  close(lines.count);
  return sections;
}

function headingAt(
  text: string,
  above: string,
): { readonly level: number; readonly title: string; readonly underlined: boolean } | null {
  const marked = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/.exec(text);
  if (marked?.[1] !== undefined) {
    return { level: marked[1].length, title: (marked[2] ?? "").slice(0, 120), underlined: false };
  }
  const rule = /^ {0,3}(=+|-{2,})\s*$/.exec(text)?.[1];
  if (rule === undefined || !/^ {0,3}[^\s>|#*+-]/.test(above)) return null;
  return { level: rule.startsWith("=") ? 1 : 2, title: above.trim().slice(0, 120), underlined: true };
}
