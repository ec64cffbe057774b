/*
 * Glob matching as gitignore(5) defines it, on bytes. Measured against `git check-ignore`, the `ignore` package gives
 * another answer for every third hard pattern (`[!a]`, `[[:alpha:]]`, `\*`, names with newlines) and cannot tell whether
 * a list matches a path itself rather than a folder above it, which nested lists need.
 */

const slash = 0x2f;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const star = 0x2a;
const questionMark = 0x3f;
const hyphen = 0x2d;
const exclamationMark = 0x21;
const caret = 0x5e;
const colon = 0x3a;
const upperA = 0x41;
const upperZ = 0x5a;
const caseDistance = 0x20;

/** One step of a compiled glob. */
type Token =
  /** Exactly this byte. */
  | { readonly kind: "byte"; readonly byte: number }
  /** One byte of a set; never a slash. */
  | { readonly kind: "set"; readonly members: Uint8Array }
  /** Any bytes up to the next slash. */
  | { readonly kind: "star" }
  /** Everything that is left. */
  | { readonly kind: "rest" }
  /** Folders up to any slash; with `mayBeEmpty` also none. */
  | { readonly kind: "folders"; readonly mayBeEmpty: boolean };

/** A compiled pattern. */
export type Glob = readonly Token[];

/** A text as a string of one character a UTF-8 byte, the form that {@link matchesGlob} compares. */
export function toByteString(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 0x7f) return Buffer.from(text, "utf8").toString("latin1");
  }
  return text;
}

/** ASCII letters in lower case; other bytes stay, as git does it. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const inRange = (low: number, high: number) => (byte: number) => byte >= low && byte <= high;
const isDigit = inRange(0x30, 0x39);
const isUpper = inRange(0x41, 0x5a);
const isLower = inRange(0x61, 0x7a);
const isGraph = inRange(0x21, 0x7e);
const isAlpha = (byte: number) => isUpper(byte) || isLower(byte);
const isAlnum = (byte: number) => isAlpha(byte) || isDigit(byte);

/** POSIX character classes over ASCII. */
const posixClasses: ReadonlyMap<string, (byte: number) => boolean> = new Map([
  ["alnum", isAlnum],
  ["alpha", isAlpha],
  ["blank", (byte: number) => byte === 0x20 || byte === 0x09],
  ["cntrl", (byte: number) => byte < 0x20 || byte === 0x7f],
  ["digit", isDigit],
  ["graph", isGraph],
  ["lower", isLower],
  ["print", inRange(0x20, 0x7e)],
  ["punct", (byte: number) => isGraph(byte) && !isAlnum(byte)],
  ["space", (byte: number) => byte === 0x20 || inRange(0x09, 0x0d)(byte)],
  ["upper", isUpper],
  ["xdigit", (byte: number) => isDigit(byte) || inRange(0x41, 0x46)(byte) || inRange(0x61, 0x66)(byte)],
]);

interface ParsedSet {
  readonly members: Uint8Array;
  /** Index of the byte after the closing bracket. */
  readonly end: number;
}

/** Adds the small forms of the capitals within a range. */
function addLowerCase(members: Uint8Array, start: number, end: number): void {
  for (let upper = Math.max(start, upperA); upper <= Math.min(end, upperZ); upper++) members[upper + caseDistance] = 1;
}

/**
 * Reads a bracket expression whose `[` is at `start`; null when it is malformed. As in git, case is ignored in ranges
 * and classes, while a capital that stands alone matches nothing then.
 */
function parseSet(pattern: string, start: number, ignoreCase: boolean): ParsedSet | null {
  const members = new Uint8Array(256);
  let at = start + 1;
  const first = pattern.charCodeAt(at);
  const negated = first === exclamationMark || first === caret;
  if (negated) at++;
  /** Left end of a range that a hyphen may continue; 0 when there is none. */
  let rangeStart = 0;
  for (let isFirst = true; ; isFirst = false) {
    if (at >= pattern.length) return null;
    let byte = pattern.charCodeAt(at);
    if (byte === closeBracket && !isFirst) break;
    const next = pattern.charCodeAt(at + 1);
    if (byte === hyphen && rangeStart !== 0 && at + 1 < pattern.length && next !== closeBracket) {
      at++;
      if (next === backslash) at++;
      if (at >= pattern.length) return null;
      const rangeEnd = pattern.charCodeAt(at);
      members.fill(1, rangeStart, Math.max(rangeStart, rangeEnd + 1));
      if (ignoreCase) addLowerCase(members, rangeStart, rangeEnd);
      rangeStart = 0;
      at++;
      continue;
    }
    if (byte === openBracket && next === colon) {
      const close = pattern.indexOf("]", at + 2);
      if (close === -1) return null;
      if (close >= at + 3 && pattern.charCodeAt(close - 1) === colon) {
        const belongs = posixClasses.get(pattern.slice(at + 2, close - 1));
        if (belongs === undefined) return null;
        for (let member = 0; member < 256; member++) if (belongs(member)) members[member] = 1;
        if (ignoreCase && belongs(upperA)) addLowerCase(members, upperA, upperZ);
        rangeStart = 0;
        at = close + 1;
        continue;
      }
    }
    if (byte === backslash) {
      at++;
      if (at >= pattern.length) return null;
      byte = pattern.charCodeAt(at);
    }
    members[byte] = 1;
    rangeStart = byte;
    at++;
  }
  if (negated) for (let member = 0; member < 256; member++) members[member] = members[member] === 1 ? 0 : 1;
  members[slash] = 0;
  return { members, end: at + 1 };
}

/**
 * Compiles a pattern (a byte string) in which `*` and `?` stop at slashes and `**` between slashes does not.
 * @param ignoreCase texts will be compared in lower case
 * @returns null when the pattern is malformed and so matches nothing
 */
export function compileGlob(pattern: string, ignoreCase: boolean): Glob | null {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; ) {
    const byte = pattern.charCodeAt(at);
    if (byte === star) {
      let end = at + 1;
      while (pattern.charCodeAt(end) === star) end++;
      const startsPart = at === 0 || pattern.charCodeAt(at - 1) === slash;
      if (end - at === 1 || !startsPart) tokens.push({ kind: "star" });
      else if (end === pattern.length) tokens.push({ kind: "rest" });
      else if (pattern.charCodeAt(end) === slash) {
        tokens.push({ kind: "folders", mayBeEmpty: true });
        end += 1;
      } else if (pattern.startsWith("\\/", end)) {
        tokens.push({ kind: "folders", mayBeEmpty: false });
        end += 2;
      } else tokens.push({ kind: "star" });
      at = end;
    } else if (byte === openBracket) {
      const set = parseSet(pattern, at, ignoreCase);
      if (set === null) return null;
      tokens.push({ kind: "set", members: set.members });
      at = set.end;
    } else if (byte === questionMark) {
      const members = new Uint8Array(256).fill(1);
      members[slash] = 0;
      tokens.push({ kind: "set", members });
      at++;
    } else {
      const isEscaped = byte === backslash;
      if (isEscaped) at++;
      if (at >= pattern.length) return null;
      const literal = pattern.charCodeAt(at);
      // Git does not fold the case of an escaped letter.
      const isFolded = ignoreCase && !isEscaped && isUpper(literal);
      tokens.push({ kind: "byte", byte: isFolded ? literal + caseDistance : literal });
      at++;
    }
  }
  return tokens;
}

/**
 * Whether the whole of `text` (a byte string; in lower case where case is ignored) matches. Goes back only to the
 * last `*` and, failing that, to the last `**`, so that no pattern takes more than quadratic time.
 */
export function matchesGlob(glob: Glob, text: string): boolean {
  let position = 0;
  let step = 0;
  let starStep = -1;
  let starEnd = 0;
  let foldersStep = -1;
  let foldersEnd = 0;
  for (;;) {
    const token = glob[step];
    if (token === undefined) {
      if (position === text.length) return true;
    } else if (token.kind === "star") {
      starStep = ++step;
      starEnd = position;
      continue;
    } else if (token.kind === "rest") {
      return true;
    } else if (token.kind === "folders") {
      foldersStep = ++step;
      foldersEnd = position;
      starStep = -1;
      if (token.mayBeEmpty) continue;
    } else if (position < text.length) {
      const byte = text.charCodeAt(position);
      if (token.kind === "byte" ? token.byte === byte : token.members[byte] === 1) {
        position++;
        step++;
        continue;
      }
    }
    if (starStep !== -1 && starEnd < text.length && text.charCodeAt(starEnd) !== slash) {
      position = ++starEnd;
      step = starStep;
      continue;
    }
    if (foldersStep === -1) return false;
    const nextSlash = text.indexOf("/", foldersEnd);
    if (nextSlash === -1) return false;
    position = foldersEnd = nextSlash + 1;
    step = foldersStep;
    starStep = -1;
  }
}
