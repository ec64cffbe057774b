import type { Colors } from "picocolors/types.js";
import { recordLocation } from "../grep/record-location.ts";
import type { FileCount, GrepHit, NumberedLine } from "../grep/types.ts";
import { cutLine } from "./cut.ts";
import { visibleLine, visibleText } from "./visible.ts";

/** How matches are printed. */
export interface GrepTextOptions {
  readonly colours: Colors;
  /** UTF-16 units of a line; 0 for all. */
  readonly maxLineChars: number;
  /** What stands for a path, such as its absolute form. */
  readonly pathOf: (path: string) => string;
}

function cut(text: string, maxLineChars: number): string {
  return maxLineChars === 0 ? text : cutLine(text, maxLineChars);
}

/** The text of a match with what matched marked, control characters visible. */
function marked({ text, ranges }: GrepHit, { colours, maxLineChars }: GrepTextOptions): string {
  if (!colours.isColorSupported)
    return visibleText(text)
      .split("\n")
      .map((line) => cut(line, maxLineChars))
      .join("\n");
  if (maxLineChars > 0 && text.length > maxLineChars) return visibleText(cut(text, maxLineChars));
  const mark = (part: string): string =>
    part
      .split("\n")
      .map((line) => (line === "" ? "" : colours.red(colours.bold(visibleText(line)))))
      .join("\n");
  let shown = "";
  let position = 0;
  for (const { start, end } of ranges) {
    if (start < position) continue;
    shown += visibleText(text.slice(position, start)) + mark(text.slice(start, end));
    position = end;
  }
  return shown + visibleText(text.slice(position));
}

/** Lines of one file around its matches, those that belong to several matches once. */
class FileLines {
  readonly #options: GrepTextOptions;
  readonly #path: string;
  readonly #lines = new Map<number, { readonly text: string; readonly isMatch: boolean }>();

  /** @param path as it is shown */
  constructor(path: string, options: GrepTextOptions) {
    this.#options = options;
    this.#path = path;
  }

  add(hit: GrepHit): void {
    const { maxLineChars } = this.#options;
    const addContext = ({ line, text }: NumberedLine): void => {
      if (!this.#lines.has(line)) this.#lines.set(line, { text: visibleText(cut(text, maxLineChars)), isMatch: false });
    };
    hit.before.forEach(addContext);
    for (const [index, text] of marked(hit, this.#options).split("\n").entries()) {
      this.#lines.set(hit.line + index, { text, isMatch: true });
    }
    hit.after.forEach(addContext);
  }

  /** One line each: `path:line:text`, a dash for a colon in lines of context, `--` where lines are left out. */
  print(withBreaks: boolean): string {
    const { colours } = this.#options;
    const path = colours.magenta(visibleLine(this.#path));
    let last: number | null = null;
    let printed = "";
    for (const [line, { text, isMatch }] of [...this.#lines].sort(([left], [right]) => left - right)) {
      if (withBreaks && last !== null && line > last + 1) printed += `${colours.dim("--")}\n`;
      const mark = colours.cyan(isMatch ? ":" : "-");
      printed += `${path}${mark}${colours.green(String(line))}${mark}${text}\n`;
      last = line;
    }
    return printed;
  }
}

/** Matches for people and pipes, a line each. */
export function grepText(hits: readonly GrepHit[], hasContext: boolean, options: GrepTextOptions): string {
  const files = new Map<string, FileLines>();
  for (const hit of hits) {
    const { path, record } = hit;
    const place = record === null ? path : recordLocation(path, record);
    const file = files.get(place) ?? new FileLines(options.pathOf(path) + place.slice(path.length), options);
    files.set(place, file);
    file.add(hit);
  }
  const separator = hasContext ? `${options.colours.dim("--")}\n` : "";
  return [...files.values()].map((file) => file.print(hasContext)).join(separator);
}

/** Paths of files with matches, a line each; with counts behind a colon. */
export function grepFilesText(files: readonly FileCount[], withCounts: boolean, options: GrepTextOptions): string {
  const { colours, pathOf } = options;
  const counts = new Map<string, number>();
  for (const { path, count } of files) counts.set(path, (counts.get(path) ?? 0) + count);
  return [...counts]
    .map(([path, count]) => {
      const shown = colours.magenta(visibleLine(pathOf(path)));
      return withCounts ? `${shown}${colours.cyan(":")}${colours.green(String(count))}\n` : `${shown}\n`;
    })
    .join("");
}
