import type { FileMatches, MatchRange, NumberedLine, TextMatch } from "../types.ts";
import { cutText, decodeLineBytes, maxKeptLineLength, unitRanges, withoutLineEnd } from "./line-text.ts";

/*
 * What `rg --json` writes: one JSON object a line, `begin`, then `match` and `context`, then `end` for each file with
 * matches, and a `summary`. Format: https://docs.rs/grep-printer, JSON printer.
 */

/** Text as ripgrep gives it: base64 where it is not valid UTF-8. */
type Data = { readonly text: string } | { readonly bytes: string };

interface LineMessage {
  readonly path: Data;
  readonly lines: Data;
  readonly line_number: number;
  readonly submatches: readonly { readonly match: Data; readonly start: number; readonly end: number }[];
}

type Message =
  | { readonly type: "begin"; readonly data: { readonly path: Data } }
  | { readonly type: "match" | "context"; readonly data: LineMessage }
  | { readonly type: "end"; readonly data: { readonly path: Data; readonly binary_offset: number | null } }
  | { readonly type: "summary" };

const lineFeed = 0x0a;
/** Longer messages, which come from very long lines, are read in part. */
const maxMessageBytes = 8 * maxKeptLineLength;
/** What follows the text of a line; it cannot occur within a JSON string, whose quotes are escaped. */
const afterLines = Buffer.from('"},"line_number":');
/** Room for the numbers and the first ranges behind a long text. */
const tailBytes = 4096;

/** Splits output into messages. Of a message that is too long only its beginning and the part after its text are kept. */
export class MessageSplitter {
  readonly #onMessage: (message: Buffer, tail: Buffer | null) => boolean;
  #parts: Buffer[] = [];
  #length = 0;
  #tail: Buffer | null = null;
  /** End of the chunk before, in which the mark after the text may begin. */
  #seam: Buffer = Buffer.alloc(0);

  /** @param onMessage takes each message; the second part is null unless the message was too long to keep */
  constructor(onMessage: (message: Buffer, tail: Buffer | null) => boolean) {
    this.#onMessage = onMessage;
  }

  /** @returns false when no more is wanted */
  push(chunk: Buffer): boolean {
    for (let start = 0; start < chunk.length; ) {
      const newline = chunk.indexOf(lineFeed, start);
      const end = newline === -1 ? chunk.length : newline;
      this.#take(chunk.subarray(start, end));
      if (newline === -1) return true;
      if (!this.#flush()) return false;
      start = newline + 1;
    }
    return true;
  }

  #take(part: Buffer): void {
    if (this.#length + part.length <= maxMessageBytes) {
      this.#parts.push(part);
      this.#length += part.length;
      return;
    }
    const room = Math.max(0, maxMessageBytes - this.#length);
    if (room > 0) this.#parts.push(part.subarray(0, room));
    this.#length += part.length;
    this.#takeTail(part.subarray(Math.max(0, room - afterLines.length)));
  }

  #takeTail(part: Buffer): void {
    if (this.#tail !== null) {
      if (this.#tail.length < tailBytes) this.#tail = Buffer.concat([this.#tail, part.subarray(0, tailBytes)]);
      return;
    }
    const joined = Buffer.concat([this.#seam, part]);
    const mark = joined.indexOf(afterLines);
    if (mark !== -1) this.#tail = Buffer.from(joined.subarray(mark + 3, mark + tailBytes));
    this.#seam = Buffer.from(joined.subarray(-afterLines.length));
  }

  #flush(): boolean {
    const message = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    const tail = this.#length > maxMessageBytes ? (this.#tail ?? Buffer.alloc(0)) : null;
    this.#parts = [];
    this.#length = 0;
    this.#tail = null;
    this.#seam = Buffer.alloc(0);
    return message.length === 0 || this.#onMessage(message, tail);
  }
}

/** Length of a JSON string's content that holds no half escape at its end. */
function wholeEscapes(json: string): number {
  const start = json.lastIndexOf("\\", json.length - 1);
  if (start === -1 || json.length - start > 5) return json.length;
  const backslashes = /\\+$/.exec(json.slice(0, start + 1))?.[0].length ?? 0;
  if (backslashes % 2 === 0) return json.length;
  const isWhole = json[start + 1] === "u" ? json.length - start >= 6 : json.length - start >= 2;
  return isWhole ? json.length : start;
}

/** A line message that was too long, from its parts: the beginning of the text, numbers, and ranges within what is kept. */
function longLineMessage(head: Buffer, tail: Buffer): Message | null {
  const text = head.toString("utf8");
  const found = /^\{"type":"(match|context)","data":\{"path":(\{[^}]*\}),"lines":\{"(text|bytes)":"/.exec(text);
  if (found === null) return null;
  const content = text.slice(found[0].length, found[0].length + maxKeptLineLength);
  const kind = found[3] as "text" | "bytes";
  const kept = JSON.parse(`"${content.slice(0, kind === "text" ? wholeEscapes(content) : content.length & ~3)}"`);
  const numbers = tail.toString("utf8");
  const submatches = [...numbers.matchAll(/"start":(\d+),"end":(\d+)/g)].map(([, start, end]) => ({
    match: { text: "" },
    start: Number(start),
    end: Number(end),
  }));
  return {
    type: found[1] as "match" | "context",
    data: {
      path: JSON.parse(found[2] as string) as Data,
      lines: kind === "text" ? { text: kept as string } : { bytes: kept as string },
      line_number: Number(/"line_number":(\d+)/.exec(numbers)?.[1] ?? 1),
      submatches,
    },
  };
}

/** Reads one message; null for what it does not know. */
function parseMessage(message: Buffer, tail: Buffer | null): Message | null {
  return tail === null ? (JSON.parse(message.toString("utf8")) as Message) : longLineMessage(message, tail);
}

interface DecodedLine {
  readonly text: string;
  readonly ranges: readonly MatchRange[];
}

/**
 * The text of a line with its ranges in UTF-16 units. In a line that is valid UTF-8, ranges that begin or end within a
 * character are left out: they come from looking for a character's Latin-1 byte.
 */
function decodeLine({ lines, submatches }: LineMessage): DecodedLine {
  if ("bytes" in lines) {
    return { text: decodeLineBytes(Buffer.from(lines.bytes, "base64")), ranges: submatches };
  }
  const whole = submatches.filter(({ match }) => "text" in match);
  return { text: lines.text, ranges: unitRanges(lines.text, whole) };
}

/** A match without its context; null when nothing in the line is a match after all. */
function matchOf(message: LineMessage, isLong: boolean): TextMatch | null {
  const decoded = decodeLine(message);
  if (decoded.ranges.length === 0) return null;
  const lineText = withoutLineEnd(decoded.text);
  const { text, isCut } = cutText(lineText);
  const first = decoded.ranges[0]?.start ?? 0;
  const isKept = first <= text.length;
  const ranges = decoded.ranges
    .filter(({ start }) => start <= text.length)
    .map(({ start, end }) => ({ start, end: Math.min(end, text.length) }));
  return {
    line: message.line_number,
    endLine: message.line_number + (lineText.split("\n").length - 1),
    column: (isKept && !isLong ? first : Math.max(first, message.submatches[0]?.start ?? 0)) + 1,
    text,
    isCut: isCut || isLong,
    ranges: ranges.length > 0 ? ranges : [{ start: text.length, end: text.length }],
    before: [],
    after: [],
    rule: null,
    variables: null,
  };
}

/** Gives each match the lines around it, which other matches may hold. */
function withContext(matches: readonly TextMatch[], context: ReadonlyMap<number, string>, count: number): TextMatch[] {
  const lines = new Map(context);
  for (const match of matches) {
    for (const [index, text] of match.text.split("\n").entries()) lines.set(match.line + index, text);
  }
  const slice = (from: number, to: number): NumberedLine[] => {
    const found: NumberedLine[] = [];
    for (let line = from; line <= to; line++) {
      const text = lines.get(line);
      if (text !== undefined) found.push({ line, text });
    }
    return found;
  };
  return matches.map((match) => ({
    ...match,
    before: slice(match.line - count, match.line - 1),
    after: slice(match.endLine + 1, match.endLine + count),
  }));
}

function pathOf(data: Data): string {
  const path = "text" in data ? data.text : Buffer.from(data.bytes, "base64").toString("utf8");
  return (path.startsWith("./") || path.startsWith(".\\") ? path.slice(2) : path).replaceAll("\\", "/");
}

/** What a search keeps of the files with matches. */
export interface CollectorOptions {
  /** Matches of one file that are kept. */
  readonly keepPerFile: number;
  /** Whether matches of a file are kept at all. */
  readonly isWanted: (path: string) => boolean;
  readonly contextLines: number;
  /** Each match has to be looked into, as it may be none: see {@link decodeLine}. */
  readonly mustVerify: boolean;
}

const matchPrefix = Buffer.from('{"type":"match"');
const contextPrefix = Buffer.from('{"type":"context"');

function beginsWith(message: Buffer, prefix: Buffer): boolean {
  return message.length >= prefix.length && prefix.compare(message, 0, prefix.length) === 0;
}

/** Gathers the messages of one file after another. Those of matches that are only counted are not read. */
export class FileCollector {
  readonly #options: CollectorOptions;
  #keep = 0;
  #matches: TextMatch[] = [];
  #context = new Map<number, string>();
  #count = 0;
  #contextAfterLast = 0;
  /** Files in which ripgrep came upon a NUL byte. */
  binary = 0;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /**
   * @param tail as {@link MessageSplitter} gives it
   * @returns the file that a message completes, or null
   */
  add(bytes: Buffer, tail: Buffer | null): FileMatches | null {
    const isFull = this.#matches.length >= this.#keep;
    if (isFull && !this.#options.mustVerify && beginsWith(bytes, matchPrefix)) {
      this.#count++;
      return null;
    }
    if (isFull && beginsWith(bytes, contextPrefix) && ++this.#contextAfterLast > this.#options.contextLines)
      return null;
    const message = parseMessage(bytes, tail);
    return message === null ? null : this.#take(message, tail !== null);
  }

  #take(message: Message, isLong: boolean): FileMatches | null {
    switch (message.type) {
      case "begin":
        this.#matches = [];
        this.#context = new Map();
        this.#count = 0;
        this.#contextAfterLast = 0;
        this.#keep = this.#options.isWanted(pathOf(message.data.path)) ? this.#options.keepPerFile : 0;
        return null;
      case "match":
        this.#addMatch(message.data, isLong);
        return null;
      case "context":
        this.#addContext(message.data);
        return null;
      case "end": {
        if (message.data.binary_offset !== null) this.binary++;
        if (this.#count === 0) return null;
        const { contextLines } = this.#options;
        const matches = contextLines === 0 ? this.#matches : withContext(this.#matches, this.#context, contextLines);
        return { path: pathOf(message.data.path), count: this.#count, matches };
      }
      case "summary":
        return null;
    }
  }

  #addMatch(data: LineMessage, isLong: boolean): void {
    if (this.#matches.length < this.#keep) {
      const match = matchOf(data, isLong);
      if (match === null) return;
      this.#matches.push(match);
    } else if ("text" in data.lines && !data.submatches.some(({ match }) => "text" in match)) {
      return;
    }
    this.#count++;
  }

  #addContext(data: LineMessage): void {
    const { text } = decodeLine(data);
    this.#context.set(data.line_number, cutText(withoutLineEnd(text)).text);
  }
}
