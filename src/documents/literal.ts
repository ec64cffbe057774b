/*
 * Python literals: what is searched of a document. Any value of this module reads back with Python's `ast.literal_eval`
 * (but for floats that are not finite). Syntax: https://docs.python.org/3/reference/lexical_analysis.html#literals
 */

/** A value that holds no others. Numbers and bigints are integers. */
export type Scalar = string | boolean | null | number | bigint | Float;

/** A value of Python; an array is a list, a map a dictionary. */
export type Literal = Scalar | Tuple | readonly Literal[] | Dictionary;

export type Dictionary = ReadonlyMap<string, Literal>;

/** A floating-point number, which shows as such also when it is whole. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export class Tuple {
  readonly items: readonly Literal[];

  constructor(items: readonly Literal[]) {
    this.items = items;
  }
}

export function dictionary(entries: Iterable<readonly [string, Literal]>): Dictionary {
  return new Map(entries);
}

/** A float as Python's `repr` has it: the shortest digits that give the same number. */
export function floatLiteral(value: number): string {
  if (Number.isNaN(value)) return "float('nan')";
  if (!Number.isFinite(value)) return value > 0 ? "float('inf')" : "float('-inf')";
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [mantissa, exponent] = value.toExponential().split("e") as [string, string];
    return `${mantissa}e${exponent.replace(/^([+-])(\d)$/, "$10$2")}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** Characters that cannot stand in a literal as they are; line breaks and tabs can. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be escaped
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\p{Surrogate}/u;
const hasToBeEscaped = new RegExp(`['\\\\]|${unprintable.source}`, "gu");

function escaped(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  const code = character.charCodeAt(0);
  if (character === "\r") return "\\r";
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Whether a text ends in such a way that a quote after it would be taken for part of the text. */
function fitsBetween(text: string, quotes: string, isRaw: boolean): boolean {
  if (text.includes(quotes) || (quotes.length === 3 && text.endsWith(quotes[0] as string))) return false;
  return !(isRaw && text.endsWith("\\"));
}

/**
 * A string literal in which the text stands as it is wherever Python has a form for that, so that a search finds the
 * text itself; lines stay lines.
 */
export function stringLiteral(text: string): string {
  const hasLines = text.includes("\n");
  if (!unprintable.test(text)) {
    const isRaw = text.includes("\\");
    const forms = hasLines ? ["'''", '"""'] : ["'", '"', "'''", '"""'];
    const quotes = forms.find((form) => fitsBetween(text, form, isRaw));
    if (quotes !== undefined) return `${isRaw ? "r" : ""}${quotes}${text}${quotes}`;
  }
  const quotes = hasLines ? "'''" : "'";
  return `${quotes}${text.replace(hasToBeEscaped, escaped)}${quotes}`;
}

export function scalarLiteral(value: Scalar): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return stringLiteral(value);
  return value instanceof Float ? floatLiteral(value.value) : String(value);
}
