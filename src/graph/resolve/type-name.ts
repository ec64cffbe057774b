import { escaped } from "./escape.ts";

/** Wrappers whose content is what a caller of the awaited or dereferenced value gets. */
const transparent: ReadonlySet<string> = new Set([
  "Promise",
  "PromiseLike",
  "Awaitable",
  "Awaited",
  "Coroutine",
  "Task",
  "ValueTask",
  "Optional",
  "Option",
  "Readonly",
  "Partial",
  "Required",
  "Pick",
  "Omit",
  "NonNullable",
  "Box",
  "Rc",
  "Arc",
  "Ref",
  "unique_ptr",
  "shared_ptr",
  "Type",
  "type",
]);

/** Those of Python, whose arguments stand in brackets; elsewhere brackets hold Go's type arguments. */
const bracketed: ReadonlySet<string> = new Set(["Optional", "Awaitable", "Coroutine", "Type", "type"]);

/** Names that say nothing about the members a value has. */
const untold: ReadonlySet<string> = new Set([
  "any",
  "unknown",
  "object",
  "Object",
  "Any",
  "AnyObject",
  "dynamic",
  "var",
  "let",
  "auto",
  "mixed",
  "void",
  "never",
  "interface",
  "typeof",
  "id",
  "T",
]);

/**
 * The type that matters in a written type: `*pkg.Box[int]` → `pkg.Box`, `Printer | null` → `Printer`,
 * `Promise<User>` → `User`, `Optional["Node"]` → `Node`. Null for unions of several, tuples, function types and types that tell nothing.
 */
export function principalType(written: string): string | null {
  const tuple = /^\(([^=>]*)\)$/s.exec(written.trim());
  if (tuple !== null) return firstOfResults(tuple[1] as string);
  const alternatives = splitTopLevel(written, "|").filter(
    (part) => !/^(null|undefined|None|nil|false|void)$/.test(part),
  );
  if (alternatives.length !== 1) return null;
  const text = (alternatives[0] as string)
    .replace(/^(?:[*&?\s]|mut\b|const\b|final\b|readonly\b|dyn\b|impl\b|some\b|any\s|chan\b|'[a-z_]\w*\s)+/, "")
    .replace(/^["']|["']$/g, "")
    .replace(/^\\/, "");
  const match = /^([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*)\s*([<[(].*)?[?!*&\s]*$/su.exec(
    text,
  );
  if (match === null) return null;
  const name = match[1] as string;
  const rest = match[2] ?? "";
  const last = name.split(/\.|::|\\/).at(-1) as string;
  if (transparent.has(last) && (rest.startsWith("<") || (rest.startsWith("[") && bracketed.has(last)))) {
    const inner = splitTopLevel(rest.slice(1, -1), ",")[0];
    return inner === undefined ? null : principalType(inner);
  }
  // `Printer[]` and `Printer[][]` are lists, not printers; `Box[int]` is a box.
  if (rest.startsWith("[]") || rest.startsWith("(")) return null;
  if (untold.has(last)) return null;
  return name;
}

/** Go's result list: `(*Server, error)`, `(s *Server, err error)`. */
function firstOfResults(list: string): string | null {
  const first = splitTopLevel(list, ",")[0];
  return first === undefined ? null : principalType(first.replace(/^[\p{L}_]\w*\s+(?=[*\p{L}[])/u, ""));
}

/** Whether a name is that of a wrapper, which alone does not tell what it wraps. */
export function isWrapper(name: string): boolean {
  return transparent.has(name);
}

/**
 * Declared result of a callable. A wrapper without its arguments (`Promise`) tells nothing, so that it is read again
 * from the head of the definition.
 */
export function resultType(typeName: string | null, signature: string): string | null {
  if (typeName === null || !transparent.has(typeName)) return typeName;
  const written = /\)\s*(?::|->)\s*([^=]+?)\s*$/.exec(signature)?.[1];
  return written === undefined ? null : principalType(written);
}

/** Whether a name that nothing defines can only be a type of the language or of a library. */
export function looksLikeType(name: string): boolean {
  return (!transparent.has(name) && /^\p{Lu}/u.test(name)) || primitives.has(name);
}

const primitives: ReadonlySet<string> = new Set(
  (
    "bigint bool boolean byte bytes char complex128 complex64 decimal dict double error f32 f64 float float32 float64 " +
    "frozenset i16 i32 i64 i8 int int16 int32 int64 int8 isize list long map number rune set short str string symbol " +
    "tuple u16 u32 u64 u8 uint uint16 uint32 uint64 uint8 uintptr usize"
  ).split(" "),
);

/** Whether a name looks like a type parameter (`T`, `K2`), which stands for any type. */
export function looksLikeTypeParameter(name: string): boolean {
  return /^[A-Z]\d?$/.test(name);
}

function splitTopLevel(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if ("<[({".includes(character)) depth += 1;
    else if (">])}".includes(character)) depth -= 1;
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts.filter((part) => part !== "");
}

/**
 * Declared type of a parameter (or of a Go method's receiver) read from a definition's head on one line; null when
 * it has none or the head was cut before it.
 */
export function parameterType(signature: string, name: string): string | null {
  if (!signature.includes(name)) return null;
  const exact = escaped(name);
  const colon = new RegExp(`(?<![\\p{L}\\p{N}_$])${exact}\\s*[?!]?\\s*:(?!=)\\s*`, "u").exec(signature);
  if (colon !== null) return upToEndOfType(signature.slice(colon.index + colon[0].length));
  const before = new RegExp(
    `[(,]\\s*(?:final\\s+|const\\s+|\\w+\\s+(?=\\w))*([\\p{L}_][\\p{L}\\p{N}_.:\\\\]*(?:<[^()]*>)?)[*&\\s]+${exact}\\s*[,)=]`,
    "u",
  ).exec(signature);
  if (before !== null) return (before[1] as string).trim();
  const after = new RegExp(`[(,]\\s*${exact}\\s+([*\\[\\]\\p{L}\\p{N}_.]+)`, "u").exec(signature);
  return after === null ? null : (after[1] as string);
}

/** All words inside the parentheses of a definition's head: its parameters, and harmlessly their types. */
export function parameterNames(signature: string): ReadonlySet<string> {
  const list = signature.slice(Math.max(0, signature.indexOf("(")));
  return new Set(list.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
}

/** The text up to a comma, an equals sign or a closing bracket that does not belong to the type. */
function upToEndOfType(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if ("<[({".includes(character)) depth += 1;
    else if (">])}".includes(character) && text[at - 1] !== "=") depth -= 1;
    if (depth < 0 || (depth === 0 && (",;".includes(character) || (character === "=" && text[at + 1] !== ">")))) {
      return text.slice(0, at).trim();
    }
  }
  return text.trim();
}
