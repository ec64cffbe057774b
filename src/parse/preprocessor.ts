import type { LanguageId } from "./types.ts";

const languages: ReadonlySet<LanguageId> = new Set(["c", "cpp", "csharp"]);

const conditional = /^\s*#\s*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b/;

/**
 * The text with conditional directives blanked out and of each `#if … #else … #endif` only the first branch, at
 * unchanged offsets: branches that each open a brace closed once after `#endif` are no valid code to a grammar that
 * reads them all.
 */
export function withoutConditionals(text: string, language: LanguageId): string {
  if (!languages.has(language) || !/^[ \t]*#[ \t]*if/m.test(text)) return text;
  /** One entry an open conditional: whether its current branch is dropped. */
  const dropped: boolean[] = [];
  const lines = text.split("\n");
  let continued = false;
  for (const [index, line] of lines.entries()) {
    const directive: string | null = continued ? null : (conditional.exec(line)?.[1] ?? null);
    if (directive?.startsWith("if") === true) dropped.push(dropped.at(-1) ?? false);
    else if (directive === "endif") dropped.pop();
    else if (directive !== null && dropped.length > 0) dropped[dropped.length - 1] = true;
    const isDirective: boolean = directive !== null || continued;
    if (isDirective || dropped.at(-1) === true) lines[index] = line.replace(/[^\r]/g, " ");
    continued = isDirective && /\\\r?$/.test(line);
  }
  return lines.join("\n");
}
