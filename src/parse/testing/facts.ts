import { extractFacts } from "../extract.ts";
import type { SyntaxParser } from "../parser.ts";
import type { Definition, FileFacts, LanguageId, Reference } from "../types.ts";

/** Facts of a text, as the whole way from parser to extraction gives them. */
export function factsOf(parser: SyntaxParser, language: LanguageId, text: string): FileFacts {
  const parsed = parser.parse(language, text);
  if (parsed.kind !== "tree") throw new Error(`${language} was not parsed: ${parsed.kind}`);
  try {
    return extractFacts(parser, parsed, text);
  } finally {
    parsed.tree.delete();
  }
}

function qualifiedName(definition: Definition | undefined): string {
  if (definition === undefined) return "(file)";
  return definition.scope === "" ? definition.name : `${definition.scope}.${definition.name}`;
}

/** `2-4 +method Store.save: void < Base`: lines, `+` for exported, kind, name, type, bases. */
export function definitionLines(facts: FileFacts): string[] {
  return facts.definitions.map((definition) => {
    const { startLine, endLine, exported, kind, typeName, bases } = definition;
    const type = typeName === null ? "" : `: ${typeName}`;
    const inherited = bases.length === 0 ? "" : ` < ${bases.join(", ")}`;
    return `${startLine}-${endLine} ${exported ? "+" : ""}${kind} ${qualifiedName(definition)}${type}${inherited}`;
  });
}

const accessKinds: ReadonlySet<string> = new Set(["read", "write", "update"]);

/** `3 Store.save -> call this.printer . feed {Printer} (local)`: line, from, kind, receiver, name, receiver's type. */
export function referenceLines(facts: FileFacts): string[] {
  return linesOf(facts, ({ kind }) => !accessKinds.has(kind));
}

/** The same for reads and writes. */
export function accessLines(facts: FileFacts): string[] {
  return linesOf(facts, ({ kind }) => accessKinds.has(kind));
}

function linesOf(facts: FileFacts, isShown: (reference: Reference) => boolean): string[] {
  return facts.references
    .filter(isShown)
    .map(({ line, enclosing, kind, receiver, name, receiverType, boundLocally }) => {
      const whole = receiver === null ? name : `${receiver} . ${name}`;
      const type = receiverType === null ? "" : ` {${receiverType}}`;
      return `${line} ${qualifiedName(facts.definitions[enclosing])} -> ${kind} ${whole}${type}${boundLocally ? " (local)" : ""}`;
    });
}

/** `re-export ./impl.js work as effort`, one a binding. */
export function importLines(facts: FileFacts): string[] {
  return facts.imports.map(
    ({ kind, source, imported, local }) =>
      `${kind} ${source === "" ? "(here)" : source} ${imported}${imported === local ? "" : ` as ${local}`}`,
  );
}
