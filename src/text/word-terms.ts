import { hashText } from "./hash.ts";
import { partsOf } from "./identifiers.ts";
import { stem } from "./stem.ts";

/** Namespaces keep a part and a whole identifier apart, so that the word `parserState` is not the part "parserstate". */
const PART = 0;
const WHOLE = 0x5bd1e995;

/** Terms of parts met before: a project's words are made of far fewer parts. */
const known = new Map<string, number>();
const maxKnown = 20_000;
/** Longer strings may be slices, which would keep the text that they are cut from. */
const maxKnownLength = 12;

/** The term of a part of an identifier, or of a plain word. */
export function partTerm(part: string): number {
  if (part.length > maxKnownLength) return hashText(stem(part), PART);
  let term = known.get(part);
  if (term === undefined) {
    term = hashText(stem(part), PART);
    if (known.size >= maxKnown) known.clear();
    known.set(part, term);
  }
  return term;
}

/** The term of a whole identifier, given its parts: `parse_response` and `parseResponse` are the same. */
export function wholeTerm(parts: readonly string[]): number {
  return hashText(parts.join(""), WHOLE);
}

/** All terms of one word: its parts and, where it has several, itself. */
export function termsOfWord(word: string): number[] {
  const parts = partsOf(word);
  const terms = parts.map(partTerm);
  if (parts.length > 1) terms.push(wholeTerm(parts));
  return terms;
}
