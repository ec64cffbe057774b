/** Where the lines of a text begin. Lines count from 1; offsets are UTF-16 code units. */
export class LineIndex {
  readonly #text: string;
  readonly #starts: number[];
  /** Line asked for last: most questions come in ascending order. */
  #last = 0;

  constructor(text: string) {
    this.#text = text;
    const starts = [0];
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    // What follows a final line break is no line.
    if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
    this.#starts = starts;
  }

  /** Number of lines; 1 for the empty text. */
  get count(): number {
    return this.#starts.length;
  }

  /** Line that holds an offset; offsets past the end belong to the last line. */
  lineAt(offset: number): number {
    const starts = this.#starts;
    for (let line = this.#last; line < this.#last + 4; line += 1) {
      if (offset < (starts[line] ?? 0)) break;
      if (offset < (starts[line + 1] ?? Number.POSITIVE_INFINITY)) {
        this.#last = Math.min(line, starts.length - 1);
        return this.#last + 1;
      }
    }
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    this.#last = low;
    return low + 1;
  }

  /** Offset where a line begins; the text's length for a line after the last. */
  startOf(line: number): number {
    return this.#starts[line - 1] ?? this.#text.length;
  }

  /** Offset after a line's break, or the text's length for the last line. */
  endOf(line: number): number {
    return this.startOf(line + 1);
  }

  /** A line without its break. */
  textOf(line: number): string {
    const end = this.endOf(line);
    let cut = end;
    if (cut > 0 && this.#text.charCodeAt(cut - 1) === 10) cut -= 1;
    if (cut > 0 && this.#text.charCodeAt(cut - 1) === 13) cut -= 1;
    return this.#text.slice(this.startOf(line), Math.max(cut, this.startOf(line)));
  }

  /** Lines `first` to `last` with the breaks between them and after the last. */
  slice(first: number, last: number): string {
    return this.#text.slice(this.startOf(first), this.endOf(last));
  }

  /** Length of lines `first` to `last` in UTF-16 code units, breaks included. */
  length(first: number, last: number): number {
    return this.endOf(last) - this.startOf(first);
  }
}
