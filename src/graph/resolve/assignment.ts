import { escaped } from "./escape.ts";

/**
 * Reads the right side of an assignment to a plain name on one line: `const x: T = value;`, `x := value`,
 * `x, err := value`, `var x = value`. Null when the line assigns nothing to it or something that goes on.
 */
export function assignmentTo(name: string): (line: string) => string | null {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_$.])${escaped(name)}(?:\\s*,\\s*[\\p{L}_]\\w*)?\\s*(?::(?!=)[^=]*)?:?=(?![=>~])\\s*(.+)$`,
    "u",
  );
  return (line) => {
    // Most lines hold neither; the pattern is slow to say so.
    const value = line.includes(name) && line.includes("=") ? pattern.exec(line)?.[1] : undefined;
    if (value === undefined) return null;
    const statement = value.replace(/\s*(?:\/\/|#\s).*$/, "").replace(/\s*[;,]?\s*$/, "");
    return statement.slice(0, endOfStatement(statement)).trim() || null;
  };
}

/** `const { property: name } = value` on one line; null when the line does not take the name out of an object. */
export function destructuredPart(
  line: string,
  name: string,
): { readonly property: string; readonly value: string } | null {
  const match = /\{([^{}]*)\}\s*=(?![=>])\s*(.+)$/.exec(line);
  if (match === null) return null;
  for (const entry of (match[1] as string).split(",")) {
    const [property = "", local = property] = entry
      .replace(/=.*$/, "")
      .split(":")
      .map((part) => part.trim());
    if (local !== name) continue;
    const statement = (match[2] as string).replace(/\s*(?:\/\/).*$/, "").replace(/\s*[;,]?\s*$/, "");
    return { property, value: statement.slice(0, endOfStatement(statement)).trim() };
  }
  return null;
}

/** Where a statement ends that others follow on the same line: a semicolon or an unmatched closing bracket. */
function endOfStatement(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) {
      depth -= 1;
      if (depth < 0) return at;
    } else if (character === ";" && depth === 0) return at;
  }
  return text.length;
}
