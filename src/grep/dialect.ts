import { GrepaiError } from "../errors.ts";

/*
 * Regular expressions are written in the syntax of ripgrep (the `regex` crate of Rust), which matches in linear time.
 * Forms that only JavaScript knows are rewritten where that syntax has an equal, and refused where it has none.
 * Syntax: https://docs.rs/regex/latest/regex/#syntax and https://tc39.es/ecma262/#sec-patterns
 */

/** A pattern in ripgrep's syntax. */
export interface TranslatedPattern {
  readonly source: string;
  /** For people: what was rewritten. */
  readonly notes: readonly string[];
}

/** Escapes whose braces belong to them. */
const bracedEscape = /^\\(?:[pPxuU]\{[^}]*\}|b\{[a-z-]*\})/;
const quantifier = /^\{\d+(?:,\d*)?\}/;
const lookAround = /^\(\?<?[=!]/;
const backReference = /^\\(?:[1-9]|k<)/;

function refused(what: string, index: number, remedy: string): GrepaiError {
  return new GrepaiError(
    "INVALID_PATTERN",
    `The pattern holds ${what} at position ${index + 1}, which takes more than linear time and is not supported. ${remedy}`,
  );
}

/** One form of the pattern at a place: how long it is, what stands for it, and where it leads. */
interface Step {
  readonly length: number;
  readonly output: string;
  readonly isRewritten: boolean;
  readonly isInClass: boolean;
}

function kept(text: string, isInClass: boolean): Step {
  return { length: text.length, output: text, isRewritten: false, isInClass };
}

function rewritten(length: number, output: string, isInClass: boolean): Step {
  return { length, output, isRewritten: true, isInClass };
}

function escapeStep(rest: string, index: number, isInClass: boolean, isMultiline: boolean): Step {
  // Lines end at CR LF as well, so that a carriage return before an end of line belongs to no line.
  if (!isInClass && !isMultiline && /^\\r[?*]/.test(rest)) return rewritten(3, "", false);
  const braced = bracedEscape.exec(rest)?.[0];
  if (braced !== undefined) return kept(braced, isInClass);
  const control = /^\\c([A-Za-z])/.exec(rest)?.[1];
  if (control !== undefined) {
    const code = (control.toUpperCase().charCodeAt(0) - 64).toString(16).padStart(2, "0");
    return rewritten(3, `\\x${code}`, isInClass);
  }
  if (/^\\0(?!\d)/.test(rest)) return rewritten(2, "\\x00", isInClass);
  if (isInClass && rest.startsWith("\\b")) return rewritten(2, "\\x08", true);
  if (!isInClass && backReference.test(rest)) {
    throw refused("a backreference", index, "Write the repeated part out, or search for the first part alone.");
  }
  return kept(rest.slice(0, 2), isInClass);
}

function stepAt(rest: string, index: number, isInClass: boolean, isMultiline: boolean): Step {
  const first = rest[0] as string;
  if (first === "\\") return escapeStep(rest, index, isInClass, isMultiline);
  if (isInClass) return kept(first, first !== "]");
  if (rest.startsWith("[^]") && !rest.slice(3).includes("]")) return rewritten(3, "[\\s\\S]", false);
  if (first === "[") {
    // A bracket that comes first in a class is one of its characters.
    return kept(/^\[\^?\]?/.exec(rest)?.[0] ?? first, true);
  }
  if (lookAround.test(rest)) {
    throw refused("a look-ahead or look-behind", index, "Search for the part that must match and look at the lines.");
  }
  if (first === "{" && !quantifier.test(rest)) return rewritten(1, "\\{", false);
  if (first === "{") return kept(quantifier.exec(rest)?.[0] ?? first, false);
  return kept(first, false);
}

/**
 * Brings a pattern into ripgrep's syntax.
 * @param isMultiline whether matches may span lines
 * @throws GrepaiError INVALID_PATTERN with the position for look-around and backreferences
 */
export function translateRegex(pattern: string, isMultiline: boolean): TranslatedPattern {
  let source = "";
  let isInClass = false;
  let wasRewritten = false;
  for (let index = 0; index < pattern.length; ) {
    const step = stepAt(pattern.slice(index), index, isInClass, isMultiline);
    source += step.output;
    wasRewritten ||= step.isRewritten;
    isInClass = step.isInClass;
    index += step.length;
  }
  return {
    source,
    notes: wasRewritten ? [`The pattern was brought into ripgrep's syntax: ${source}`] : [],
  };
}

/** 0-based place of the last group that is not closed, or null. */
export function unclosedGroup(pattern: string): number | null {
  const open: number[] = [];
  let isInClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === "\\") index++;
    else if (isInClass) isInClass = character !== "]";
    else if (character === "[") isInClass = true;
    else if (character === "(") open.push(index);
    else if (character === ")") open.pop();
  }
  return open.at(-1) ?? null;
}

export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#&~-]/g, "\\$&");
}

const latin1Letter = /[\u00a0-\u00ff]/;

/** A character beyond ASCII as UTF-8 or as the byte that Latin-1 has for it. */
function eitherEncoding(character: string, isCaseSensitive: boolean): string {
  const forms = isCaseSensitive ? [character] : [character, character.toLowerCase(), character.toUpperCase()];
  const bytes = new Set(
    forms.filter((form) => form.length === 1 && latin1Letter.test(form)).map((form) => form.charCodeAt(0).toString(16)),
  );
  return `(?:${character}|(?-u:[${[...bytes].map((byte) => `\\x${byte}`).join("")}]))`;
}

/** Whether a query needs {@link inBothEncodings}. */
export function hasLatin1(text: string): boolean {
  return latin1Letter.test(text);
}

/** A pattern that also finds the Latin-1 form of its characters; those within brackets are left alone. */
export function inBothEncodings(pattern: string, isCaseSensitive: boolean): string {
  let source = "";
  let isInClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index] as string;
    if (character === "\\") source += character + (pattern[++index] ?? "");
    else if (!isInClass && latin1Letter.test(character)) source += eitherEncoding(character, isCaseSensitive);
    else {
      if (isInClass) isInClass = character !== "]";
      else isInClass = character === "[";
      source += character;
    }
  }
  return source;
}
