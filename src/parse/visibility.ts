import type { LanguageId, SymbolKind } from "./types.ts";

/** Modifiers in a definition's head that keep it inside its file, type or module. */
const hiding: ReadonlyMap<LanguageId, RegExp> = new Map([
  ["c", /^(?:\w+\s+)*static\b/],
  ["cpp", /^(?:\w+\s+)*static\b/],
  ["php", /\b(?:private|protected)\b/],
  ["kotlin", /\b(?:private|internal)\b/],
  ["swift", /\b(?:private|fileprivate)\b/],
  ["scala", /\bprivate\b/],
  ["elixir", /^\s*(?:defp|defmacrop|defguardp)\b/],
  ["lua", /^local\b/],
]);

/** Modifiers in a definition's head without which it is not seen outside. */
const showing: ReadonlyMap<LanguageId, RegExp> = new Map([
  ["rust", /^(?:unsafe\s+|async\s+)*pub\b/],
  ["zig", /^(?:pub|export)\b/],
  ["java", /\b(?:public|protected)\b/],
  ["csharp", /\b(?:public|protected|internal)\b/],
]);

const ecmaScript: ReadonlySet<LanguageId> = new Set(["javascript", "typescript", "tsx"]);

/**
 * Whether a definition can be used outside its file, as far as its head tells. Names listed by export statements
 * are added by the caller.
 * @param parentExported of the enclosing definition, null at top level
 */
export function isExported(
  language: LanguageId,
  kind: SymbolKind,
  name: string,
  signature: string,
  parentExported: boolean | null,
): boolean {
  if (language === "go") return /^\p{Lu}/u.test(name);
  if (language === "python") return (!name.startsWith("_") || /^__\w+__$/.test(name)) && parentExported !== false;
  if (ecmaScript.has(language)) {
    if (/^(?:export|declare)\b/.test(signature)) return true;
    return parentExported === true && !name.startsWith("#") && !/^private\b/.test(signature) && kind !== "variable";
  }
  if (hiding.get(language)?.test(signature) === true) return false;
  return showing.get(language)?.test(signature) ?? true;
}
