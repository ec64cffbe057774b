/*
 * File names and source text may hold terminal codes that set titles, move the cursor, forge lines or turn the
 * reading direction. Text for people shows them as escapes; JSON and TOON stay exact.
 */

/** C0 but tab and line feed, DEL, C1, and the bidirectional controls of UAX #9; lone surrogates as well. */
const harmful =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;
const lineBreaks = /[\t\n]/g;

function escapeOf(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Text of any number of lines with control characters in visible form; tabs and line feeds stay. */
export function visibleText(text: string): string {
  return text.replace(harmful, escapeOf);
}

/** As {@link visibleText}, for names and messages that must stay on one line: tabs and line feeds show as escapes too. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(lineBreaks, (character) => (character === "\t" ? "\\t" : "\\n"));
}
