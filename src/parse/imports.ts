import type { RawFacts, RawImport, RawSourceStatement, Span } from "./collect.ts";
import type { LineIndex } from "./lines.ts";
import type { Language } from "./registry.ts";
import { foldSpace, lastPart, unquote } from "./typename.ts";
import type { ImportBinding, LanguageId } from "./types.ts";

/** Languages whose imports name a member as the last part of a path: `import a.b.C`. */
const memberPaths: ReadonlySet<LanguageId> = new Set(["java", "kotlin", "scala", "csharp", "php", "rust"]);

const ecmaScript: ReadonlySet<LanguageId> = new Set(["javascript", "typescript", "tsx"]);

/** Import and export bindings of a file in source order. */
export function readImports(raw: RawFacts, text: string, lines: LineIndex, language: Language): ImportBinding[] {
  const seen = new Set<string>();
  const bindings: ImportBinding[] = [];
  const statements = raw.sourceStatements.sort((a, b) => a.start - b.start);
  for (const found of raw.imports.sort((a, b) => a.start - b.start)) {
    if (isLocalAlias(found, raw.scopes)) continue;
    const binding = readBinding(withSource(found, statements), text, lines, language);
    const key = `${binding.kind} ${binding.source} ${binding.imported} ${binding.local}`;
    if (seen.has(key)) continue;
    seen.add(key);
    bindings.push(binding);
  }
  return bindings.sort((a, b) => a.line - b.line);
}

/** A binding of a list with the source that its statement names: `export { a }` becomes `export { a } from "b"`. */
function withSource(found: RawImport, statements: readonly RawSourceStatement[]): RawImport {
  if (found.source !== null || statements.length === 0) return found;
  const statement = statements[firstFrom(statements, found.start + 1) - 1];
  if (statement === undefined || statement.end <= found.start) return found;
  const kind = found.kind === "export" ? "re-export" : found.kind;
  return { ...found, kind, start: statement.start, source: statement.source };
}

/** Index of the first span, of those sorted by their start, that begins at an offset or behind it. */
function firstFrom(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `const a = b` inside a function, which names nothing for the outside. */
function isLocalAlias(found: RawImport, scopes: readonly Span[]): boolean {
  if (found.kind !== "export" || found.alias?.start !== found.start) return false;
  const next = firstFrom(scopes, found.start);
  // Top-level scopes are few levels above; a bounded look back suffices, and a missed one only adds an alias.
  for (let index = next - 1; index >= 0 && index >= next - 200; index -= 1) {
    if ((scopes[index]?.end ?? 0) > found.start) return true;
  }
  return false;
}

/** Offsets of the names that imports bind. */
export function importedOffsets(raw: RawFacts): Set<number> {
  const offsets = new Set<number>();
  for (const { kind, alias, imported } of raw.imports) {
    if (kind !== "import") continue;
    const name = alias ?? imported;
    if (name !== null) offsets.add(name.start);
  }
  return offsets;
}

function readBinding(found: RawImport, text: string, lines: LineIndex, language: Language): ImportBinding {
  const at = (span: Span | null): string | null =>
    span === null ? null : foldSpace(unquote(text.slice(span.start, span.end)));
  let source = at(found.source) ?? "";
  let imported = at(found.imported);
  let local = at(found.alias);
  const named = at(found.default);
  if (named !== null) {
    imported = found.kind === "export" ? named : "default";
    local = found.kind === "export" ? "default" : named;
  }
  if (imported === null && found.kind === "import" && memberPaths.has(language.id)) {
    const member = lastPart(source);
    if (member !== source) {
      imported = member;
      source = source.slice(0, -member.length).replace(/(?:\.|::|\\)$/, "");
    }
  }
  imported ??= "*";
  local ??= imported === "*" ? moduleName(source, language) : imported;
  return { kind: found.kind, source, imported, local, line: lines.lineAt(found.start) };
}

/** The name by which a module imported as a whole is known. */
function moduleName(source: string, language: Language): string {
  if (ecmaScript.has(language.id)) return "";
  if (language.id === "python") return source;
  if (language.id !== "go") return lastPart(source.slice(source.lastIndexOf("/") + 1));
  const parts = source.split("/");
  let last = parts.pop() ?? "";
  if (/^v\d+$/.test(last)) last = parts.pop() ?? last;
  return last.replace(/^go-|\.v\d+$|[.-]go$/g, "");
}
