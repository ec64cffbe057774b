import { collect, type RawFacts, type Span } from "./collect.ts";
import type { LineIndex } from "./lines.ts";
import type { SyntaxParser } from "./parser.ts";
import { withoutConditionals } from "./preprocessor.ts";
import type { Language } from "./registry.ts";
import type { LanguageId, SymbolKind } from "./types.ts";

const ecmaScript =
  /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\b\s*\*?|class|interface|enum|namespace|(?:const|let|var|type)(?=\s+[\w$]+[^=]*=))\s+([\w$]+)/d;
/** `int pick(int want) {` but neither a statement nor a prototype. */
const cFunction =
  /^(?!(?:if|else|for|while|switch|do|return|case|goto|typedef|using|namespace)\b)[A-Za-z_][\w\s*&:<>,~]*?[\s*&]~?(?:\w+::)*(\w+)\s*\([^;]*$/d;

/** Lines at column 0 that begin a definition; the first group is its name. */
const definitionLines: ReadonlyMap<LanguageId, RegExp> = new Map([
  ["go", /^(?:func\s+(?:\([^)]*\)\s*)?(\w+)|type\s+(\w+)\s)/d],
  ["python", /^(?:async\s+)?(?:def|class)\s+(\w+)/d],
  ["typescript", ecmaScript],
  ["tsx", ecmaScript],
  ["javascript", ecmaScript],
  ["c", cFunction],
  ["cpp", cFunction],
  ["rust", /^(?:pub(?:\([^)]*\))?\s+)?(?:async\s+|unsafe\s+|const\s+)*(?:fn|struct|enum|trait|mod|union)\s+(\w+)/d],
  ["java", /^(?:(?:public|final|abstract|sealed)\s+)*(?:class|interface|enum|record)\s+(\w+)/d],
  [
    "csharp",
    /^(?:(?:public|internal|static|sealed|abstract|partial)\s+)*(?:class|interface|enum|struct|record)\s+(\w+)/d,
  ],
  ["php", /^(?:(?:final|abstract)\s+)*(?:function|class|interface|trait|enum)\s+&?(\w+)/d],
  ["ruby", /^(?:def\s+(?:self\.)?|class\s+|module\s+)(\w+)/d],
  ["kotlin", /^(?:\w+\s+)*(?:fun\s+(?:<[^>]*>\s*)?(?:[\w.]+\.)?|class\s+|interface\s+|object\s+)(\w+)/d],
  ["swift", /^(?:\w+\s+)*(?:func|class|struct|enum|protocol|actor)\s+(\w+)/d],
  ["scala", /^(?:\w+\s+)*(?:def|class|object|trait)\s+(\w+)/d],
  ["bash", /^(?:function\s+)?([\w-]+)\s*\(\)/d],
  ["lua", /^(?:local\s+)?function\s+(?:[\w.]+[.:])?(\w+)/d],
  ["elixir", /^(?:defmodule)\s+([\w.]+)/d],
  ["zig", /^(?:pub\s+)?(?:fn|const)\s+(\w+)/d],
]);

/** Languages whose heads are guessed by shape, not by keyword. */
const unnamedHeads: ReadonlySet<LanguageId> = new Set(["c", "cpp"]);

/** Pieces parsed again in one file; a file with more is beyond help. */
const maxPieces = 2000;

/** Recovery of one file ends after this long with what it has found by then. */
const recoveryTimeoutMs = 3_000;

/**
 * Finds what the errors of a broken tree swallowed. The text is cut at lines at column 0 that begin a definition,
 * from the first such line whose definition was not found; each piece is parsed on its own, so that one unclosed
 * bracket costs one definition and not the rest of the file.
 */
export function recover(
  parser: SyntaxParser,
  found: RawFacts,
  text: string,
  lines: LineIndex,
  language: Language,
): RawFacts {
  const plain = found.errors.length === 0 ? text : withoutConditionals(text, language.id);
  let best = found;
  if (plain !== text) {
    const again = parsePiece(parser, language, plain, plain, 0);
    if (again !== null && sum(again.errors) <= sum(found.errors)) best = again;
    if (best.errors.length === 0) return best;
  }
  const heads = definitionHeads(plain, lines, language.id);
  const lost = firstLost(best, heads);
  if (lost === -1 || heads.length - lost > maxPieces) return best;
  const cut = heads[lost]?.start ?? text.length;
  const result = keepBefore(best, cut);
  const deadline = performance.now() + recoveryTimeoutMs;
  for (let index = lost; index < heads.length && performance.now() < deadline; index += 1) {
    const start = heads[index]?.start ?? 0;
    const piece = plain.slice(start, heads[index + 1]?.start ?? plain.length);
    const facts = parsePiece(parser, language, plain, piece, start);
    if (facts !== null) append(result, facts);
    addHead(result, heads[index], start + piece.trimEnd().length, language.id);
  }
  return result;
}

const headKinds: ReadonlyMap<string, SymbolKind> = new Map([
  ["class", "class"],
  ["interface", "interface"],
  ["struct", "struct"],
  ["enum", "enum"],
  ["trait", "trait"],
  ["namespace", "namespace"],
  ["func", "function"],
  ["function", "function"],
  ["def", "function"],
  ["fn", "function"],
  ["fun", "function"],
]);

/** A definition whose piece is broken itself is still known by its head, where a keyword says what it is. */
function addHead(result: RawFacts, head: Head | undefined, end: number, language: LanguageId): void {
  if (head === undefined || unnamedHeads.has(language)) return;
  const keyword = head.text.split(/\W+/).findLast((word) => headKinds.has(word));
  const kind = headKinds.get(keyword ?? "");
  if (kind === undefined || result.definitions.some(({ name }) => name?.start === head.name.start)) return;
  result.definitions.push({
    pattern: Number.MAX_SAFE_INTEGER,
    kind,
    start: head.start,
    end,
    name: head.name,
    scope: null,
    type: null,
    bases: [],
    bodyStart: -1,
    exported: false,
  });
}

interface Head {
  readonly start: number;
  readonly name: Span;
  /** The line up to the name. */
  readonly text: string;
}

function definitionHeads(text: string, lines: LineIndex, language: LanguageId): Head[] {
  const pattern = definitionLines.get(language);
  if (pattern === undefined) return [];
  const heads: Head[] = [];
  for (let line = 1; line <= lines.count; line += 1) {
    const start = lines.startOf(line);
    if (text.charCodeAt(start) <= 32) continue;
    const groups = pattern.exec(text.slice(start, Math.min(lines.endOf(line), start + 400)))?.indices;
    const name = groups?.[1] ?? groups?.[2];
    if (name === undefined) continue;
    const span = { start: start + name[0], end: start + name[1] };
    heads.push({ start, name: span, text: text.slice(start, span.start) });
  }
  return heads;
}

/** Index of the first head whose definition was not found outside every function, or -1. */
function firstLost(found: RawFacts, heads: readonly Head[]): number {
  const byName = new Map(found.definitions.map((definition) => [definition.name?.start ?? -1, definition]));
  const callables = found.definitions
    .filter(({ kind }) => kind === "function" || kind === "method")
    .sort((a, b) => a.start - b.start);
  let covered = -1;
  let next = 0;
  return heads.findIndex(({ name }) => {
    const definition = byName.get(name.start);
    if (definition === undefined) return true;
    for (let outer = callables[next]; outer !== undefined && outer.start < definition.start; outer = callables[next]) {
      covered = Math.max(covered, outer.end);
      next += 1;
    }
    return covered > definition.start;
  });
}

function sum(spans: readonly Span[]): number {
  return spans.reduce((total, { start, end }) => total + end - start, 0);
}

function parsePiece(
  parser: SyntaxParser,
  language: Language,
  text: string,
  piece: string,
  shift: number,
): RawFacts | null {
  const outcome = parser.parse(language.id, piece);
  if (outcome.kind !== "tree") return null;
  try {
    return collect(outcome, text, shift);
  } finally {
    outcome.tree.delete();
  }
}

/** What lies before the cut; definitions that reach over it end there. */
function keepBefore(found: RawFacts, cut: number): RawFacts {
  const before = ({ start }: Span): boolean => start < cut;
  return {
    definitions: found.definitions.filter(before).map((definition) => {
      definition.end = Math.min(definition.end, cut);
      return definition;
    }),
    references: found.references.filter(({ name }) => before(name)),
    imports: found.imports.filter(({ start }) => start < cut),
    sourceStatements: found.sourceStatements.filter(before),
    scopes: found.scopes.filter(before).map(({ start, end }) => ({ start, end: Math.min(end, cut) })),
    locals: found.locals.filter(({ name }) => before(name)),
    reads: found.reads.filter(before),
    ignored: found.ignored,
    outer: found.outer.filter(before),
    attached: found.attached.filter(before),
    errors: found.errors,
  };
}

function append(target: RawFacts, more: RawFacts): void {
  target.definitions.push(...more.definitions);
  target.references.push(...more.references);
  target.imports.push(...more.imports);
  target.sourceStatements.push(...more.sourceStatements);
  target.scopes.push(...more.scopes);
  target.locals.push(...more.locals);
  target.reads.push(...more.reads);
  for (const offset of more.ignored) target.ignored.add(offset);
  target.outer.push(...more.outer);
  target.attached.push(...more.attached);
}
