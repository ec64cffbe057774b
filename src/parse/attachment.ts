import type { LineIndex } from "./lines.ts";
import type { CommentStyle } from "./registry.ts";

const commentLine: Readonly<Record<CommentStyle, RegExp | null>> = {
  slash: /^\s*(?:\/\/|#\[|#!\[)/,
  hash: /^\s*#(?!!)/,
  dash: /^\s*--/,
  none: null,
};

/**
 * First line of the comment that stands directly above a line, or the line itself. An iterative walk upwards over
 * the text: comments are far more frequent than definitions, so no tree node is read for them.
 */
export function firstCommentLine(lines: LineIndex, line: number, style: CommentStyle): number {
  const pattern = commentLine[style];
  if (pattern === null) return line;
  let first = line;
  for (let above = line - 1; above >= 1; above -= 1) {
    const text = lines.textOf(above);
    if (pattern.test(text)) {
      first = above;
      continue;
    }
    if (style !== "slash" || !text.trimEnd().endsWith("*/")) break;
    const opening = openingLine(lines, above);
    if (opening === null) break;
    first = opening;
    above = opening;
  }
  return first;
}

/** Line where the block comment that ends on `line` begins, provided that nothing else stands before it. */
function openingLine(lines: LineIndex, line: number): number | null {
  for (let at = line; at >= 1; at -= 1) {
    const text = lines.textOf(at);
    const open = text.lastIndexOf("/*");
    if (open !== -1) return text.slice(0, open).trim() === "" ? at : null;
  }
  return null;
}
