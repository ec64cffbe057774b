import { decodeText } from "../../scan/decode.ts";
import type { MatchRange, NumberedLine } from "../types.ts";

/** UTF-16 units of a line that are kept. */
export const maxKeptLineLength = 65_536;

/** `text` without the line end at its end. */
export function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, "");
}

/** The beginning of a text, not ending within a surrogate pair. */
export function cutText(text: string): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= maxKeptLineLength) return { text, isCut: false };
  const last = text.charCodeAt(maxKeptLineLength - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? maxKeptLineLength - 1 : maxKeptLineLength;
  return { text: text.slice(0, end), isCut: true };
}

/** Bytes that are not UTF-8, taken for Windows-1252, which gives one character a byte. */
export function decodeLineBytes(bytes: Buffer): string {
  const decoded = decodeText(bytes);
  return decoded.kind === "text" && decoded.encoding === "latin1" ? decoded.text : bytes.toString("latin1");
}

/** Turns byte offsets into a text that is valid UTF-8 into UTF-16 offsets. */
export function unitRanges(text: string, byteRanges: readonly MatchRange[]): readonly MatchRange[] {
  const bytes = Buffer.from(text);
  if (bytes.length === text.length) return byteRanges;
  let byte = 0;
  let unit = 0;
  const unitAt = (target: number): number => {
    // Ranges come in order, so that each part is decoded once; one that goes back starts anew.
    if (target < byte) {
      byte = 0;
      unit = 0;
    }
    unit += bytes.toString("utf8", byte, target).length;
    byte = target;
    return unit;
  };
  return byteRanges.map(({ start, end }) => ({ start: unitAt(start), end: unitAt(end) }));
}

/** Some lines of a text with their numbers. Both places are from 0, the second exclusive; what is outside is left out. */
export function linesBetween(lines: readonly string[], from: number, to: number): readonly NumberedLine[] {
  const first = Math.max(0, from);
  return lines
    .slice(first, Math.max(first, to))
    .map((line, index) => ({ line: first + index + 1, text: cutText(line).text }));
}
