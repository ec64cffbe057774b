import { type Dictionary, type Literal, type Scalar, scalarLiteral, stringLiteral, Tuple } from "./literal.ts";

/** Whether a record stands for the document as a whole or for one of its objects. */
export type RecordKind = "document" | "object";

export interface RecordHead {
  readonly kind: RecordKind;
  /** The object's name in the document, `Sketch` or `cells[3]`; "" for the document itself. */
  readonly name: string;
  /** The name people gave it. */
  readonly label: string;
  /** What it is: `Sketcher::SketchObject`, `code`. */
  readonly type: string;
}

/** The text of a value with the places of the values in it. Equal indices belong together, in the order of the text. */
interface LaidOut {
  readonly text: string;
  /** Where an entry begins: at its key in a dictionary. */
  readonly starts: Int32Array;
  /** Where the value of the entry begins and ends. */
  readonly valueStarts: Int32Array;
  readonly ends: Int32Array;
  /** Index of the entry that holds this one; -1 at the top. */
  readonly parents: Int32Array;
  readonly keys: readonly (string | number)[];
}

/** Values whose literal fits on a line of this length stand on one. */
const lineWidth = 200;
const indentation = "  ";

class DoesNotFit extends Error {}
const doesNotFit = new DoesNotFit();

/** Writes a value over lines and notes where each part of it lies. */
class Layout {
  readonly #parts: string[] = [];
  #length = 0;
  /** Length that the text may have while something is tried on one line; null when lines are free. */
  #limit: number | null = null;
  #lineStart = 0;
  readonly #starts: number[] = [];
  readonly #valueStarts: number[] = [];
  readonly #ends: number[] = [];
  readonly #parents: number[] = [];
  readonly #keys: (string | number)[] = [];

  #put(text: string): void {
    if (this.#limit !== null && (this.#length + text.length > this.#limit || text.includes("\n"))) throw doesNotFit;
    this.#parts.push(text);
    this.#length += text.length;
    const newline = text.lastIndexOf("\n");
    if (newline !== -1) this.#lineStart = this.#length - (text.length - newline - 1);
  }

  #entry(key: string | number, value: Literal, parent: number, indent: string): void {
    const index = this.#keys.length;
    this.#keys.push(key);
    this.#parents.push(parent);
    this.#starts.push(this.#length);
    this.#ends.push(this.#length);
    this.#valueStarts.push(this.#length);
    if (typeof key === "string") this.#put(`${stringLiteral(key)}: `);
    this.#valueStarts[index] = this.#length;
    this.value(value, index, indent);
    this.#ends[index] = this.#length;
  }

  value(value: Literal, node: number, indent: string): void {
    if (Array.isArray(value)) this.#items("[", value, "]", node, indent);
    else if (value instanceof Tuple) this.#items("(", value.items, value.items.length === 1 ? ",)" : ")", node, indent);
    else if (value instanceof Map) this.#items("{", [...(value as Dictionary)], "}", node, indent);
    else this.#put(scalarLiteral(value as Scalar));
  }

  #items(
    open: string,
    items: readonly Literal[] | readonly (readonly [string, Literal])[],
    close: string,
    node: number,
    indent: string,
  ): void {
    const isDictionary = open === "{";
    const put = (item: Literal | readonly [string, Literal], index: number, inner: string): void => {
      const [key, value] = isDictionary ? (item as readonly [string, Literal]) : [index, item as Literal];
      this.#entry(key, value, node, inner);
    };
    const onOneLine = (): void => {
      this.#put(open);
      items.forEach((item, index) => {
        if (index > 0) this.#put(", ");
        put(item, index, indent);
      });
      this.#put(close);
    };
    // The top is always spread, so that every field of a record has a line of its own.
    if (items.length === 0 || this.#limit !== null || (node !== -1 && this.#fits(onOneLine))) {
      if (items.length === 0 || this.#limit !== null) onOneLine();
      return;
    }
    const inner = indent + indentation;
    this.#put(`${open}\n`);
    items.forEach((item, index) => {
      this.#put(inner);
      put(item, index, inner);
      this.#put(",\n");
    });
    this.#put(`${indent}${close.at(-1)}`);
  }

  /** Tries to write on one line; takes everything back when it is too long for that. */
  #fits(write: () => void): boolean {
    const before = { parts: this.#parts.length, length: this.#length, entries: this.#keys.length };
    this.#limit = this.#lineStart + lineWidth;
    try {
      write();
      return true;
    } catch (error) {
      if (error !== doesNotFit) throw error;
      this.#parts.length = before.parts;
      this.#length = before.length;
      for (const list of [this.#starts, this.#valueStarts, this.#ends, this.#parents, this.#keys]) {
        list.length = before.entries;
      }
      return false;
    } finally {
      this.#limit = null;
    }
  }

  finish(): LaidOut {
    this.#put("\n");
    return {
      text: this.#parts.join(""),
      starts: Int32Array.from(this.#starts),
      valueStarts: Int32Array.from(this.#valueStarts),
      ends: Int32Array.from(this.#ends),
      parents: Int32Array.from(this.#parents),
      keys: this.#keys,
    };
  }
}

const identifier = /^[\p{L}_][\p{L}\p{N}_]*$/u;

function step(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  if (!identifier.test(key)) return `${path}[${stringLiteral(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** One object of a document as text: a Python dictionary, a field a line where lines are not too long. */
export class DocumentRecord implements RecordHead {
  readonly kind: RecordKind;
  readonly name: string;
  readonly label: string;
  readonly type: string;
  /** Ends with a line break. */
  readonly text: string;
  readonly #layout: LaidOut;
  #lineCount: number | null = null;

  constructor(head: RecordHead, fields: Dictionary) {
    this.kind = head.kind;
    this.name = head.name;
    this.label = head.label;
    this.type = head.type;
    const layout = new Layout();
    layout.value(fields, -1, "");
    this.#layout = layout.finish();
    this.text = this.#layout.text;
  }

  get lineCount(): number {
    this.#lineCount ??= this.text.split("\n").length - 1;
    return this.#lineCount;
  }

  /** About what the record occupies, in bytes. */
  get weight(): number {
    return 2 * this.text.length + 24 * this.#layout.keys.length;
  }

  #pathOf(index: number): string {
    const { parents, keys } = this.#layout;
    const parent = parents[index] as number;
    return step(parent === -1 ? this.name : this.#pathOf(parent), keys[index] as string | number);
  }

  /** The last entry that begins at or before a place of the text; -1 before all of them. */
  #entryAt(offset: number): number {
    const { starts } = this.#layout;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The entry of a key directly below another; the other itself where it has none of that key. */
  #entryBelow(parent: number, key: string): number {
    const { parents, keys, starts, ends } = this.#layout;
    const end = parent === -1 ? this.text.length : (ends[parent] as number);
    for (let index = parent + 1; index < keys.length && (starts[index] as number) < end; index++) {
      if (parents[index] === parent && keys[index] === key) return index;
    }
    return parent;
  }

  /**
   * The path of the field whose key or value stands at a place of the text, as Python and FreeCAD write it:
   * `Sketch.Geometry[1].radius`. The record's own name at its very beginning.
   * @param offset in UTF-16 units
   * @param key where a dictionary stands there, its entry of this key is meant, if it has one
   */
  fieldPathAt(offset: number, key: string | null = null): string {
    const entry = this.#entryAt(offset);
    const meant = key === null ? entry : this.#entryBelow(entry, key);
    return meant === -1 ? this.name : this.#pathOf(meant);
  }

  /** The literal at a field path that {@link fieldPathAt} gave, the whole record at its name; null when there is none. */
  textAt(fieldPath: string): string | null {
    if (fieldPath === this.name) return this.text;
    const { keys, valueStarts, ends } = this.#layout;
    for (let index = 0; index < keys.length; index++) {
      if (this.#pathOf(index) === fieldPath) return this.text.slice(valueStarts[index], ends[index]);
    }
    return null;
  }
}
