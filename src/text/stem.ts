const PLAIN_WORD = /^[a-z]+$/;
const VOWEL = /[aeiou]|.y/;
/** A short stem that lost an e, as "cod(e)", "typ(e)": one consonant group, one vowel, one consonant but w, x, y. */
const CLIPPED = /^[^aeiou]+[aeiouy][^aeiouwxy]$/;
/** Doubled by the suffix, as in "mapped"; "call", "miss", "buzz" and "stuff" are double by themselves. */
const DOUBLED = /([bcdgkmnprtv])\1$/;

/** Words that the rules would change wrongly or merge with another word. */
const FIXED: ReadonlySet<string> = new Set(["alias", "bias", "canvas", "embed", "state", "theme", "stripe"]);

function withoutPlural(word: string): string {
  if (!word.endsWith("s") || /(ss|us|is|os)$/.test(word)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutInflection(word: string): string {
  if (word.endsWith("ied") && word.length > 4) return `${word.slice(0, -3)}y`;
  const suffix = word.endsWith("ing") ? 3 : word.endsWith("ed") && !word.endsWith("eed") ? 2 : 0;
  if (suffix === 0) return word;
  const stem = word.slice(0, -suffix);
  if (stem.length < 2 || !VOWEL.test(stem)) return word;
  if (stem.length > 3 && DOUBLED.test(stem)) return stem.slice(0, -1);
  return stem.length === 2 || (stem.length === 3 && CLIPPED.test(stem)) ? `${stem}e` : stem;
}

/**
 * A light stem of a lower-case word: plural and verbal endings are taken off (the S-stemmer of Harman 1991 and
 * steps 1a and 1b of Porter 1980), then a silent e of words of five letters and more, so that parse, parses, parsed
 * and parsing meet. Anything but the letters a to z, and words of up to three letters, come back unchanged.
 */
export function stem(word: string): string {
  if (word.length <= 3 || !PLAIN_WORD.test(word) || FIXED.has(word)) return word;
  const singular = withoutPlural(word);
  if (FIXED.has(singular)) return singular;
  const base = singular.length > 3 ? withoutInflection(singular) : singular;
  return base.length >= 5 && base.endsWith("e") && !base.endsWith("ee") && !FIXED.has(base) ? base.slice(0, -1) : base;
}
