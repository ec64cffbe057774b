/** Words in a row that are compared as one. */
const SHINGLE_WORDS = 3;
/** From this share of shingles in common on, two texts say the same. */
const NEAR_DUPLICATE = 0.8;

/** The distinct runs of {@link SHINGLE_WORDS} words or signs of a text; of a shorter text, all of it. */
export function shinglesOf(text: string): ReadonlySet<string> {
  const words = text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  const count = Math.max(1, words.length - SHINGLE_WORDS + 1);
  return new Set(Array.from({ length: count }, (_, start) => words.slice(start, start + SHINGLE_WORDS).join(" ")));
}

/** Whether two texts are copies but for small changes, by the resemblance of their shingles (Broder 1997). */
export function areNearDuplicates(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size < NEAR_DUPLICATE * large.size) return false;
  let common = 0;
  for (const shingle of small) if (large.has(shingle)) common++;
  return common >= NEAR_DUPLICATE * (small.size + large.size - common);
}
