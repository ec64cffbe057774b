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
  if (transparent.has(last) && /^[<[]/.test(rest)) {
    const inner = splitTopLevel(rest.slice(1, -1), ",")[0];
    return inner === undefined ? null : principalType(inner);
  }
  // `Printer[]` and `Printer[][]` are lists, not printers; `Box[int]` is a box.
  if (rest.startsWith("[]") || rest.startsWith("(")) return null;
  if (untold.has(last)) return null;
  return name;
}

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
  const escaped = name.replace(/[$\\]/g, "\\$&");
  const colon = new RegExp(
    `(?<![\\p{L}\\p{N}_$])${escaped}\\s*[?!]?\\s*:\\s*([^,)=]+(?:<[^>]*>|\\[[^\\]]*\\])?)`,
    "u",
  ).exec(signature);
  if (colon !== null) return (colon[1] as string).trim();
  const before = new RegExp(
    `[(,]\\s*(?:final\\s+|const\\s+|\\w+\\s+(?=\\w))*([\\p{L}_][\\p{L}\\p{N}_.:\\\\]*(?:<[^()]*>)?)[*&\\s]+${escaped}\\s*[,)=]`,
    "u",
  ).exec(signature);
  if (before !== null) return (before[1] as string).trim();
  const after = new RegExp(`[(,]\\s*${escaped}\\s+([*\\[\\]\\p{L}\\p{N}_.]+)`, "u").exec(signature);
  return after === null ? null : (after[1] as string);
}
