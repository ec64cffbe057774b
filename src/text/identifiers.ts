import { characterClass, IDEOGRAPH, LOWER, SEPARATOR, UNDERSCORE, UPPER } from "./characters.ts";

/** Longer words are data (hashes, base64), not names. */
export const MAX_WORD_LENGTH = 128;
/** A word with more parts is data or generated; it is looked up whole only. */
const MAX_PARTS = 16;

/** "HTTPResponse": the acronym's last capital begins the word. */
const ACRONYM_AND_WORD = /^(\p{Lu}+)(\p{Lu}\P{Lu}.*)$/u;
/** "URLs" is one part. */
const PLURAL_ACRONYM = /^\p{Lu}{2,}s$/u;

/** The words of a text: runs of letters, digits and underscores, of any script. Words over the limit are left out. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let start = 0;
  for (let index = 0; index <= text.length; index++) {
    if (index < text.length && characterClass(text.charCodeAt(index)) !== SEPARATOR) continue;
    if (index > start && index - start <= MAX_WORD_LENGTH) words.push(text.slice(start, index));
    start = index + 1;
  }
  return words;
}

/**
 * The lower-cased parts of a word, split at underscores, case changes and between letters and digits:
 * `parseHTTPResponse2` → parse, http, response, 2. Text of scripts without spaces gives its overlapping pairs of
 * characters (bigrams, as search engines index them).
 */
export function partsOf(word: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let previous = SEPARATOR;
  for (let index = 0; index <= word.length; index++) {
    const current = index < word.length ? characterClass(word.charCodeAt(index)) : SEPARATOR;
    if (index > start && isBoundary(previous, current)) {
      addPart(parts, word.slice(start, index), previous);
      start = index;
    }
    if (current === UNDERSCORE || current === SEPARATOR) start = index + 1;
    previous = current;
  }
  const isData = parts.length > MAX_PARTS && characterClass(word.charCodeAt(0)) !== IDEOGRAPH;
  return isData ? [word.toLowerCase()] : parts;
}

/** Whether a new part begins between two characters of a word, given their classes. */
function isBoundary(previous: number, current: number): boolean {
  return current !== previous && !(previous === UPPER && current === LOWER);
}

/** Adds a stretch without inner boundaries but the one between an acronym and the word behind it. */
function addPart(parts: string[], part: string, characters: number): void {
  if (characters === IDEOGRAPH) {
    if (part.length === 1) parts.push(part);
    for (let index = 0; index + 2 <= part.length; index++) parts.push(part.slice(index, index + 2));
    return;
  }
  // Most parts begin with one capital at most, and are spared the patterns.
  const mayBeAcronym = characterClass(part.charCodeAt(0)) === UPPER && characterClass(part.charCodeAt(1)) === UPPER;
  if (!mayBeAcronym) {
    parts.push(part.toLowerCase());
    return;
  }
  const [, acronym, word] = PLURAL_ACRONYM.test(part) ? [] : (ACRONYM_AND_WORD.exec(part) ?? []);
  if (acronym === undefined || word === undefined) parts.push(part.toLowerCase());
  else parts.push(acronym.toLowerCase(), word.toLowerCase());
}
