/*
 * Python dictionaries and lists with any other entries, `{..., 'radius': $X, ...}` and `[..., 3, ...]`, as semgrep writes
 * them. No code can stand among entries for "any number", also of none, so that ast-grep's own patterns cannot say this;
 * its rules can.
 * Rules: https://ast-grep.github.io/reference/rule.html
 */

/** The part of ast-grep's rules that is used here. */
export type CollectionRule =
  | { readonly pattern: string }
  | { readonly any: readonly CollectionRule[] }
  | { readonly kind: "dictionary" | "list"; readonly all: readonly { readonly has: CollectionRule }[] }
  | { readonly kind: "pair"; readonly all: readonly { readonly has: FieldRule }[] };

type FieldRule = CollectionRule & { readonly field: "key" | "value" };

const anyEntries = /^(?:\.\.\.|\$\$\$[A-Z_]?[A-Z0-9_]*)$/;
const anyArguments = /(?<=[(,]\s*)\.\.\.(?=\s*[,)])/g;
const plainString = /^(['"])([^'"\\\n]*)\1$/;
const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

/** End of a string literal that begins at `start`, exclusive; the end of the text when it is not closed. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === text[start]) return at + 1;
  }
  return text.length;
}

/** Cuts a text at a sign where it stands within no brackets and strings; null when brackets do not fit. */
function splitAt(text: string, sign: string): readonly string[] | null {
  const parts: string[] = [];
  const open: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === "'" || character === '"') at = stringEnd(text, at) - 1;
    else if (closing[character] !== undefined) open.push(closing[character]);
    else if (/[}\])]/.test(character)) {
      if (open.pop() !== character) return null;
    } else if (character === sign && open.length === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (open.length > 0) return null;
  return [...parts, text.slice(start)];
}

/** The rule of a value: of a dictionary, of a text in either kind of quotes, or of any other code. */
function valueRule(text: string): CollectionRule {
  const rule = openCollectionRule(text);
  if (rule !== null) return rule;
  const content = plainString.exec(text)?.[2];
  if (content !== undefined) return { any: [{ pattern: `'${content}'` }, { pattern: `"${content}"` }] };
  return { pattern: text.replace(anyArguments, "$$$$$$") };
}

function pairRule(entry: string): CollectionRule | null {
  const [key, ...rest] = splitAt(entry, ":") ?? [];
  const value = rest.join(":").trim();
  if (key === undefined || key.trim() === "" || value === "") return null;
  return {
    kind: "pair",
    all: [{ has: { field: "key", ...valueRule(key.trim()) } }, { has: { field: "value", ...valueRule(value) } }],
  };
}

/**
 * The rule for a dictionary or list of which a pattern names some entries, in any order.
 * @returns null for every other pattern, also for a collection that is given in full
 */
export function openCollectionRule(pattern: string): CollectionRule | null {
  const text = pattern.trim();
  const isDictionary = text.startsWith("{");
  if ((!isDictionary && !text.startsWith("[")) || !text.endsWith(isDictionary ? "}" : "]")) return null;
  const entries = splitAt(text.slice(1, -1), ",")?.map((entry) => entry.trim()) ?? [];
  const named = entries.filter((entry) => entry !== "" && !anyEntries.test(entry));
  if (named.length === 0 || !entries.some((entry) => anyEntries.test(entry))) return null;
  const rules = named.map(isDictionary ? pairRule : valueRule).filter((rule) => rule !== null);
  if (rules.length < named.length) return null;
  return { kind: isDictionary ? "dictionary" : "list", all: rules.map((has) => ({ has })) };
}
