/** Edits a suggestion may be away, for a name of this length: about one in three letters. */
function toleratedEdits(length: number): number {
  return Math.min(3, Math.max(1, Math.floor(length / 3)));
}

/**
 * Candidates that a person may have meant by `name`, best first: the same letters in another case, then few edits,
 * then names that begin with it (shorter ones first).
 */
export function nearestNames(name: string, candidates: readonly string[]): readonly string[] {
  const wanted = name.toLowerCase();
  if (wanted === "") return [];
  const edits = toleratedEdits(wanted.length);
  const ranked: { readonly candidate: string; readonly rank: number }[] = [];
  for (const candidate of candidates) {
    const lower = candidate.toLowerCase();
    const isPrefix = lower.startsWith(wanted);
    if (!isPrefix && Math.abs(lower.length - wanted.length) > edits) continue;
    const distance = editDistance(wanted, lower, edits);
    // Anything beyond the tolerated edits is at least a continuation of the name.
    if (distance <= edits) ranked.push({ candidate, rank: distance });
    else if (isPrefix) ranked.push({ candidate, rank: edits + 1 + lower.length / 1_000 });
  }
  ranked.sort((a, b) => a.rank - b.rank || (a.candidate < b.candidate ? -1 : 1));
  return ranked.map(({ candidate }) => candidate);
}

/**
 * Insertions, deletions, substitutions and swaps of neighbours that turn one text into another (the optimal string
 * alignment form of the distance of Damerau, 1964). Any number above `limit` stands for "more than `limit`".
 */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= to.length; column++) {
      const substitution = from[row - 1] === to[column - 1] ? 0 : 1;
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + substitution,
      );
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
