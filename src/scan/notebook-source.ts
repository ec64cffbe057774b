/*
 * Jupyter notebooks are JSON in which every line of a cell's source has a line of the file. Put at those lines and with
 * nothing else, the source is a program that is parsed, cut and searched as any other, at the file's own line numbers.
 * Format: https://nbformat.readthedocs.io/en/latest/format_description.html
 */

/** A string that is a value in the JSON, with the keys and places that lead to it. */
interface StringValue {
  readonly path: readonly (string | number)[];
  readonly text: string;
  /** 0-based line of the file. */
  readonly line: number;
}

/** Deeper values are read over. */
const maxDepth = 200;

/** Finds the string values of a JSON text with their lines. Returns null for what is not JSON's structure. */
function stringValues(json: string): StringValue[] | null {
  const values: StringValue[] = [];
  /** One entry a container: the key or place of the value that comes next in it. */
  const path: (string | number)[] = [];
  const kinds: ("object" | "array")[] = [];
  let line = 0;
  let key: string | null = null;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case "\n":
        line++;
        break;
      case "{":
      case "[":
        if (kinds.length >= maxDepth) return null;
        kinds.push(json[at] === "{" ? "object" : "array");
        path.push(json[at] === "{" ? "" : 0);
        key = null;
        break;
      case "}":
      case "]":
        kinds.pop();
        path.pop();
        break;
      case ",":
        if (kinds.at(-1) === "array") path[path.length - 1] = (path.at(-1) as number) + 1;
        key = null;
        break;
      case ":":
        if (key === null) return null;
        path[path.length - 1] = key;
        break;
      case '"': {
        const end = stringEnd(json, at);
        if (end === -1) return null;
        const isKey = kinds.at(-1) === "object" && key === null;
        if (isKey || isSought(path)) {
          const text = parseString(json.slice(at, end + 1));
          if (text === null) return null;
          if (isKey) key = text;
          else values.push({ path: [...path], text, line });
        }
        at = end;
        break;
      }
    }
  }
  return kinds.length === 0 ? values : null;
}

function stringEnd(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1) {
    let first = end;
    while (json[first - 1] === "\\") first--;
    if ((end - first) % 2 === 0) return end;
    end = json.indexOf('"', end + 1);
  }
  return -1;
}

function parseString(json: string): string | null {
  try {
    return JSON.parse(json) as string;
  } catch {
    return null;
  }
}

/** `cells[3].source[0]`, `worksheets[0].cells[3].input[0]`, and what says of what kind a cell or notebook is. */
function isSought(path: readonly (string | number)[]): boolean {
  if (path[0] === "metadata") return path.length === 3 && (path[2] === "language" || path[2] === "name");
  const inCell = path[0] === "worksheets" ? path.slice(2) : path;
  if (inCell[0] !== "cells" || inCell.length < 3 || inCell.length > 4) return false;
  return inCell[2] === "cell_type" || inCell[2] === "source" || inCell[2] === "input";
}

/** Magics that run the rest of the cell as Python. */
const pythonMagic = /^%%(?:time|timeit|capture|prun|debug)\b/;
/** A line that IPython does not take for Python: a magic, a command of the shell, a question. */
const notPython = /^\s*[%!?]|\?\s*$/;

interface Cell {
  readonly key: string;
  type: string;
  typeLine: number;
  readonly lines: { readonly line: number; readonly text: string }[];
}

function cellsOf(values: readonly StringValue[]): Cell[] | null {
  const cells = new Map<string, Cell>();
  for (const { path, text, line } of values) {
    if (path[0] === "metadata") continue;
    const inCell = path[0] === "worksheets" ? path.slice(2) : path;
    const key = path.slice(0, path.length - inCell.length + 2).join(".");
    const cell = cells.get(key) ?? { key, type: "raw", typeLine: line, lines: [] };
    cells.set(key, cell);
    if (inCell[2] === "cell_type") {
      cell.type = text;
      cell.typeLine = line;
      continue;
    }
    const content = text.endsWith("\n") ? text.slice(0, -1) : text;
    if (content.includes("\n") || cell.lines.at(-1)?.line === line) return null;
    cell.lines.push({ line, text: content });
  }
  return [...cells.values()];
}

function isPython(values: readonly StringValue[]): boolean {
  const named = values.filter(({ path }) => path[0] === "metadata").map(({ text }) => text.toLowerCase());
  return named.length === 0 || named.some((name) => name.includes("python"));
}

function comment(text: string): string {
  return text === "" ? "" : `# ${text}`;
}

/** The lines of a cell as Python; what is none is a comment. */
function pythonLines({ type, lines }: Cell, isProgram: boolean): readonly string[] {
  const texts = lines.map(({ text }) => text);
  const [first = ""] = texts;
  if (type !== "code" || !isProgram || (first.startsWith("%%") && !pythonMagic.test(first))) return texts.map(comment);
  return texts.map((text) => (notPython.test(text) ? comment(text) : text));
}

/**
 * The source of a notebook as a Python program of as many lines as the file has: code where the file has it, headings
 * and other prose as comments, cells parted by `# %%`, and nothing where the file has outputs. Cells of other languages
 * are comments.
 * @param json the file's text
 * @returns null when the text is not a notebook, or not laid out so that lines of source have lines of the file
 */
export function notebookSource(json: string): string | null {
  const values = stringValues(json);
  if (values === null) return null;
  const cells = cellsOf(values);
  if (cells === null || cells.length === 0) return null;
  const isProgram = isPython(values);
  const lines = new Array<string>(json.split("\n").length).fill("");
  for (const cell of cells) {
    lines[cell.typeLine] = cell.type === "code" ? "# %%" : `# %% [${cell.type}]`;
    const texts = pythonLines(cell, isProgram);
    for (const [index, { line }] of cell.lines.entries()) lines[line] = texts[index] as string;
  }
  return lines.join("\n");
}
