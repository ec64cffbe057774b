import { RE2JS } from "re2js";
import { readSourceSync } from "../../scan/read-source.ts";
import type { MatchRange, TextMatch } from "../types.ts";
import { cutText, linesBetween } from "./line-text.ts";
import { readJob, say } from "./worker-io.ts";
import type { TextJob } from "./worker-protocol.ts";

/*
 * A program of its own that looks for text where ripgrep has no binary. Its matching takes linear time, and it can be
 * killed at any moment.
 */

const maxFileBytes = 64 * 1024 * 1024;
const wordCharacter = /[\p{L}\p{N}_]/u;

function isWordBetween(text: string, left: number, right: number): boolean {
  const before = text[left - 1];
  const after = text[right];
  return (before === undefined || !wordCharacter.test(before)) && (after === undefined || !wordCharacter.test(after));
}

/** Every match in a text, in order, none within another. */
function* rangesIn(text: string, pattern: RE2JS, isWord: boolean): Generator<MatchRange> {
  const matcher = pattern.matcher(text);
  for (let from = 0; from <= text.length && matcher.find(from); ) {
    const start = matcher.start();
    const end = matcher.end();
    const isMatch = !isWord || (end > start && isWordBetween(text, start, end));
    if (isMatch) yield { start, end };
    from = isMatch && end > start ? end : start + 1;
  }
}

function matchOf(
  place: { readonly line: number; readonly endLine: number; readonly whole: string; readonly ranges: MatchRange[] },
  lines: readonly string[],
  contextLines: number,
): TextMatch {
  const { line, endLine } = place;
  const { text, isCut } = cutText(place.whole);
  const kept = place.ranges.filter(({ start }) => start <= text.length);
  return {
    line,
    endLine,
    column: (place.ranges[0]?.start ?? 0) + 1,
    text,
    isCut,
    ranges: (kept.length > 0 ? kept : [{ start: text.length, end: text.length }]).map(({ start, end }) => ({
      start,
      end: Math.min(end, text.length),
    })),
    before: linesBetween(lines, line - 1 - contextLines, line - 1),
    after: linesBetween(lines, endLine, endLine + contextLines),
    rule: null,
    variables: null,
  };
}

function searchLines(lines: readonly string[], pattern: RE2JS, job: TextJob): { count: number; matches: TextMatch[] } {
  const matches: TextMatch[] = [];
  let count = 0;
  for (const [index, whole] of lines.entries()) {
    const isKept = count < (job.keepPerFile ?? Number.POSITIVE_INFINITY);
    const found = rangesIn(whole, pattern, job.isWord);
    const ranges = isKept ? [...found] : [...take(found, 1)];
    if (ranges.length === 0) continue;
    count++;
    if (isKept) matches.push(matchOf({ line: index + 1, endLine: index + 1, whole, ranges }, lines, job.contextLines));
  }
  return { count, matches };
}

function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left-- <= 0) return;
    yield item;
  }
}

/** Matches that may span lines: those that share lines or follow at once are told as one, as ripgrep does. */
function searchText(text: string, lines: readonly string[], pattern: RE2JS, job: TextJob) {
  const starts: number[] = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  let lineIndex = 0;
  const lineAt = (offset: number): number => {
    while (lineIndex + 1 < lines.length && (starts[lineIndex + 1] ?? 0) <= offset) lineIndex++;
    return lineIndex;
  };
  const places: { first: number; last: number; ranges: MatchRange[] }[] = [];
  for (const range of rangesIn(text, pattern, job.isWord)) {
    // The end of the text is on no line when the last line is complete.
    if (range.start === text.length && text.endsWith("\n")) continue;
    const first = lineAt(range.start);
    const last = lineAt(Math.max(range.start, range.end - 1));
    const before = places.at(-1);
    if (before !== undefined && first <= before.last + 1) {
      before.last = Math.max(before.last, last);
      before.ranges.push(range);
    } else places.push({ first, last, ranges: [range] });
    lineIndex = first;
  }
  const matches = places.slice(0, job.keepPerFile ?? undefined).map(({ first, last, ranges }) => {
    const offset = starts[first] ?? 0;
    const whole = lines.slice(first, last + 1).join("\n");
    const own = ranges.map(({ start, end }) => ({ start: start - offset, end: end - offset }));
    return matchOf({ line: first + 1, endLine: last + 1, whole, ranges: own }, lines, job.contextLines);
  });
  return { count: places.length, matches };
}

function run(job: TextJob): void {
  const flags = (job.isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE) | RE2JS.MULTILINE;
  const pattern = RE2JS.compile(job.source, flags);
  for (const path of job.files) {
    const source = readSourceSync(job.root, path, { maxFileBytes, takesMinified: true });
    if (source.kind === "skipped") {
      const { reason } = source.skipped;
      if (reason === "unreadable" || reason === "binary" || reason === "too-large") say({ kind: reason, path });
      continue;
    }
    const { text } = source;
    const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
    if (text === "") continue;
    const found = job.isMultiline ? searchText(text, lines, pattern, job) : searchLines(lines, pattern, job);
    if (found.count > 0) say({ kind: "file", file: { path, ...found } });
  }
  say({ kind: "done" });
}

run(readJob<TextJob>());
