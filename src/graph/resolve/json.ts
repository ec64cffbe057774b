/** Parses JSON with comments and trailing commas, as `tsconfig.json` allows; null when it is not that. */
export function parseJsonWithComments(text: string): unknown {
  // Strings are matched first, so that what looks like a comment inside one is kept.
  const plain = text
    .replace(/^\uFEFF/, "")
    .replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith('"') ? part : " "))
    .replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part.startsWith('"') ? part : ""));
  try {
    return JSON.parse(plain);
  } catch {
    return null;
  }
}

export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
