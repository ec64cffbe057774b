/**
 * What a language model's tokenizer mostly takes as one token of code: a word or a part of one in camel case, up to
 * three digits, a run of punctuation, a line break with its indentation, one sign of a script without spaces.
 */
const PIECE =
  /\p{Lu}?\p{Ll}{1,16}|\p{Lu}{1,8}|\p{N}{1,3}|\n+[ \t]*|[ \t]{2,}|[^\s\p{L}\p{N}]{1,16}|[\p{Lo}\p{Lm}\p{Lt}]/gu;

/**
 * About how many tokens a text takes in a language model. Against the tokenizers cl100k and o200k, over stretches of
 * code in 18 languages, plain and as JSON: 4 % too many in all, for half of the stretches within 5 %, for nine in ten
 * within 12 %.
 */
export function estimateTokens(text: string): number {
  PIECE.lastIndex = 0;
  let count = 0;
  while (PIECE.test(text)) count++;
  return count;
}
