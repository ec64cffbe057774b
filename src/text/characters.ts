/** What a UTF-16 code unit means to the lexical analysis. All but {@link SEPARATOR} belong to words. */
export const SEPARATOR = 1;
export const UNDERSCORE = 2;
const DIGIT = 3;
/** Small letters, letters without case, and combining marks. */
export const LOWER = 4;
export const UPPER = 5;
/** Scripts written without spaces between words. */
export const IDEOGRAPH = 6;

const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const UPPERCASE = /[\p{Lu}\p{Lt}]/u;
const LETTER = /[\p{L}\p{M}]/u;
const NUMBER = /\p{Nd}/u;

function classify(unit: number): number {
  // Letters outside the basic plane would need pairs; surrogates therefore separate words.
  if (unit >= 0xd800 && unit <= 0xdfff) return SEPARATOR;
  const character = String.fromCharCode(unit);
  if (character === "_") return UNDERSCORE;
  if (NUMBER.test(character)) return DIGIT;
  if (IDEOGRAPHIC.test(character)) return IDEOGRAPH;
  if (UPPERCASE.test(character)) return UPPER;
  return LETTER.test(character) ? LOWER : SEPARATOR;
}

/** Filled for ASCII at once and for the rest as characters are met. 0 means not yet met. */
const classes = new Uint8Array(65_536);
for (let unit = 0; unit < 128; unit++) classes[unit] = classify(unit);

/** The class of one UTF-16 code unit. */
export function characterClass(unit: number): number {
  const known = classes[unit] as number;
  if (known !== 0) return known;
  const found = classify(unit);
  classes[unit] = found;
  return found;
}
