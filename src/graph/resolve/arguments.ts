import type { SymbolView } from "./symbol-view.ts";

/** Lines that one call's arguments are read over. */
const maxLines = 60;

/** A call's arguments as written, from the bracket behind its name; null when they cannot be read. */
export function argumentsAt(view: SymbolView, fileId: number, line: number, column: number): readonly string[] | null {
  const first = view.lineText(fileId, line);
  if (first === null) return null;
  const opening = /^[\p{L}_$~][\p{L}\p{N}_$]*\s*(?:<[^()]*>\s*)?[({]/u.exec(first.slice(column - 1));
  if (opening === null) return null;
  let text = first.slice(column - 1 + opening[0].length);
  for (let next = line + 1; ; next++) {
    const parts = separated(text);
    if (parts !== null) return parts;
    const more = next - line > maxLines ? null : view.lineText(fileId, next);
    if (more === null) return null;
    text += `\n${more}`;
  }
}

/** The parts between commas up to the closing bracket; null when it does not close. Comments are left out. */
export function separated(text: string): readonly string[] | null {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"' || character === "'" || character === "`") {
      const end = endOfLiteral(text, at);
      if (end < 0) return null;
      part += text.slice(at, end + 1);
      at = end;
    } else if (character === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) {
      const end = text[at + 1] === "/" ? text.indexOf("\n", at) : text.indexOf("*/", at + 2) + 1;
      if (end <= 0) return null;
      at = end;
    } else if ("([{".includes(character)) {
      depth += 1;
      part += character;
    } else if (")]}".includes(character)) {
      if (depth === 0) {
        if (part.trim() !== "") parts.push(part.trim());
        return parts;
      }
      depth -= 1;
      part += character;
    } else if (character === "<" && isTypeArguments(text, at)) {
      const end = text.indexOf(">", at);
      part += text.slice(at, end + 1);
      at = end;
    } else if (character === "," && depth === 0) {
      parts.push(part.trim());
      part = "";
    } else part += character;
  }
  return null;
}

/** `<A, B>` rather than a comparison. */
function isTypeArguments(text: string, at: number): boolean {
  return /^<[\p{L}_?][\p{L}\p{N}_\s.,?&:*[\]]*>/u.test(text.slice(at, at + 120));
}

function endOfLiteral(text: string, start: number): number {
  const quote = text[start] as string;
  const isBlock = quote === '"' && text.startsWith('"""', start);
  if (isBlock) {
    const end = text.indexOf('"""', start + 3);
    return end < 0 ? -1 : end + 2;
  }
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
}
