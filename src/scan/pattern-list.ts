import { compileGlob, lowerAscii, matchesGlob, toByteString } from "./glob.ts";

/** A path as pattern lists compare it; made once and tried against every list. */
export interface Subject {
  /** Relative to the project root, as a byte string. */
  readonly path: string;
  /** Its last part, as a byte string. */
  readonly name: string;
  readonly isFolder: boolean;
}

/** One line of an ignore file. */
export interface IgnorePattern {
  /** As written, without trailing spaces. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  /** Written with a leading `!`: brings back what an earlier line left out. */
  readonly negated: boolean;
  readonly folderOnly: boolean;
  /** `path` is relative to the list's folder; both are byte strings. */
  readonly matches: (path: string, name: string) => boolean;
}

const never = () => false;

const folded = (literal: string, ignoreCase: boolean) => (ignoreCase ? lowerAscii(literal) : literal);

/** How many leading bytes of a pattern are meant literally. */
function literalPrefixLength(pattern: string): number {
  const special = pattern.search(/[*?[\\]/);
  return special === -1 ? pattern.length : special;
}

/** A pattern without a slash is compared with the last part of a path only. */
function nameMatcher(pattern: string, ignoreCase: boolean): IgnorePattern["matches"] {
  if (pattern === "") return never;
  const prefixLength = literalPrefixLength(pattern);
  if (prefixLength === pattern.length) {
    const whole = folded(pattern, ignoreCase);
    return (_path, name) => name === whole;
  }
  const suffix = folded(pattern.slice(1), ignoreCase);
  if (pattern.startsWith("*") && literalPrefixLength(suffix) === suffix.length) {
    return (_path, name) => name.endsWith(suffix);
  }
  const glob = compileGlob(pattern, ignoreCase);
  return glob === null ? never : (_path, name) => matchesGlob(glob, name);
}

/** A pattern with a slash is anchored at the list's folder. */
function pathMatcher(anchored: string, ignoreCase: boolean): IgnorePattern["matches"] {
  const pattern = anchored.startsWith("/") ? anchored.slice(1) : anchored;
  const prefix = folded(pattern.slice(0, literalPrefixLength(pattern)), ignoreCase);
  if (prefix.length === pattern.length) return pattern === "" ? never : (path) => path === prefix;
  // As git does it, the literal start is taken off first; a `**` right after it then counts as starting a part.
  const glob = compileGlob(pattern.slice(prefix.length), ignoreCase);
  if (glob === null) return never;
  return (path) => path.startsWith(prefix) && matchesGlob(glob, path.slice(prefix.length));
}

/** Cuts trailing spaces that no backslash protects. Tabs stay, as in git. */
function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  if (end === line.length) return line;
  let backslashes = 0;
  while (backslashes < end && line[end - 1 - backslashes] === "\\") backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

function parseLine(written: string, line: number, ignoreCase: boolean): IgnorePattern | null {
  if (written === "" || written.startsWith("#")) return null;
  const text = trimTrailingSpaces(written);
  const negated = text.startsWith("!");
  let pattern = toByteString(negated ? text.slice(1) : text);
  const folderOnly = pattern.endsWith("/");
  if (folderOnly) pattern = pattern.slice(0, -1);
  const matches = pattern.includes("/") ? pathMatcher(pattern, ignoreCase) : nameMatcher(pattern, ignoreCase);
  return { text, line, negated, folderOnly, matches };
}

/** Reads the lines of an ignore file, in the syntax of gitignore(5). */
export function parseIgnorePatterns(content: string, ignoreCase: boolean): readonly IgnorePattern[] {
  const patterns: IgnorePattern[] = [];
  for (const [index, rawLine] of content
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    const line = rawLine.endsWith("\r") ? rawLine.slice(0, -1) : rawLine;
    const pattern = parseLine(line, index + 1, ignoreCase);
    if (pattern !== null) patterns.push(pattern);
  }
  return patterns;
}

export interface PatternListPlace {
  /** Named to people: `.gitignore`, `web/.gitignore`, `~/.config/git/ignore`. */
  readonly label: string;
  /** Folder the patterns are relative to, as the project root sees it: at or below it, or so many folders above. */
  readonly base:
    | { readonly kind: "inside"; readonly folder: string }
    /** `below` is the path from the list's folder to the project root. */
    | { readonly kind: "above"; readonly below: string };
  readonly ignoreCase: boolean;
}

/** The patterns of one ignore file and the place they count from. */
export class PatternList {
  readonly label: string;
  readonly #patterns: readonly IgnorePattern[];
  readonly #ignoreCase: boolean;
  readonly #prepend: string;
  readonly #cut: number;

  constructor(patterns: readonly IgnorePattern[], place: PatternListPlace) {
    this.label = place.label;
    this.#patterns = patterns;
    this.#ignoreCase = place.ignoreCase;
    const { base } = place;
    this.#prepend = base.kind === "above" ? `${toByteString(base.below)}/` : "";
    this.#cut = base.kind === "inside" && base.folder !== "" ? toByteString(base.folder).length + 1 : 0;
  }

  /** The last pattern that matches the path itself (not a folder above it), or null. */
  match(subject: Subject): IgnorePattern | null {
    let path = this.#prepend + subject.path.slice(this.#cut);
    let { name } = subject;
    if (this.#ignoreCase) {
      path = lowerAscii(path);
      name = lowerAscii(name);
    }
    for (let index = this.#patterns.length - 1; index >= 0; index--) {
      const pattern = this.#patterns[index];
      if (pattern === undefined || (pattern.folderOnly && !subject.isFolder)) continue;
      if (pattern.matches(path, name)) return pattern;
    }
    return null;
  }
}
