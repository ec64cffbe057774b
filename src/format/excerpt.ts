/** Some lines of a chunk, the ones that a reader should see first. */
export interface Excerpt {
  /** 0-based line of the chunk that the excerpt begins with. */
  readonly firstLine: number;
  readonly lines: readonly string[];
  readonly linesBefore: number;
  readonly linesAfter: number;
}

/** Words of a query that are worth highlighting: lower case, three letters or more. */
export function queryWords(query: string): readonly string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return [...new Set(words)];
}

function distinctWordsIn(line: string, words: readonly string[]): number {
  const lower = line.toLowerCase();
  return words.reduce((count, word) => count + (lower.includes(word) ? 1 : 0), 0);
}

/** The window of at most `maxLines` lines that holds most query words, the first of equals. */
export function excerptOf(content: string, words: readonly string[], maxLines: number): Excerpt {
  const lines = content.replace(/\n$/, "").split("\n");
  if (lines.length <= maxLines) return { firstLine: 0, lines, linesBefore: 0, linesAfter: 0 };
  const weights = lines.map((line) => distinctWordsIn(line, words));
  let sum = weights.slice(0, maxLines).reduce((total, weight) => total + weight, 0);
  let best = { sum, start: 0 };
  for (let start = 1; start + maxLines <= lines.length; start++) {
    sum += (weights[start + maxLines - 1] ?? 0) - (weights[start - 1] ?? 0);
    if (sum > best.sum) best = { sum, start };
  }
  return {
    firstLine: best.start,
    lines: lines.slice(best.start, best.start + maxLines),
    linesBefore: best.start,
    linesAfter: lines.length - best.start - maxLines,
  };
}

/** `line` with every occurrence of the words passed through `mark`. */
export function highlight(line: string, words: readonly string[], mark: (text: string) => string): string {
  if (words.length === 0) return line;
  const pattern = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "giu");
  return line.replace(pattern, (match) => mark(match));
}
