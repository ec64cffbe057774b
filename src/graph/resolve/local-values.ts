import type { StoredDefinition } from "../../store/types.ts";
import { assignmentTo, destructuredPart } from "./assignment.ts";
import { escaped } from "./escape.ts";
import { type Expression, headName, parseExpression } from "./expression.ts";
import type { SymbolView } from "./symbol-view.ts";
import { isWrapper, parameterNames, parameterType } from "./type-name.ts";
import type { Place } from "./types.ts";

/*
 * What the source lines tell that the stored facts do not: what is assigned to a local variable or a constant. Read as
 * text, one line at a time, since trees are not kept.
 */

/** Lines above a use in which the assignment of a local variable is looked for. */
const maxLinesAbove = 200;

/** The nearest assignment to a local variable above the place, within its function. */
export function localValue(view: SymbolView, name: string, place: Place): Expression | null {
  const outermost = place.file.chain(place.enclosing).at(-1);
  const around = outermost === undefined ? undefined : place.file.definitions[outermost];
  const first = Math.max(around?.startLine ?? 1, place.line - maxLinesAbove);
  const assigned = assignmentTo(name);
  for (let line = place.line; line >= first; line--) {
    const text = view.lineText(place.file.file.id, line);
    if (text?.includes(name) !== true) continue;
    const value = assigned(text);
    if (value !== null) return parseExpression(value);
    const part = destructuredPart(text, name);
    if (part === null) continue;
    const whole = parseExpression(part.value);
    return whole === null ? null : { kind: "member", object: whole, name: part.property };
  }
  return null;
}

/** Type written before a local variable where it is declared, above the place within its function. */
export function localType(view: SymbolView, name: string, place: Place): string | null {
  const outermost = place.file.chain(place.enclosing)[0];
  const around = outermost === undefined ? undefined : place.file.definitions[outermost];
  const first = Math.max(around?.startLine ?? 1, place.line - maxLinesAbove);
  const declared = new RegExp(
    `(?:^|[\\s({;,])([\\p{L}_][\\p{L}\\p{N}_.:]*(?:<[^;=()]*>)?(?:\\s*\\[\\s*\\])*)(?:\\s*[*&]+\\s*|\\s+)${escaped(name)}\\s*(?:[=;:,)]|$)`,
    "u",
  );
  for (let line = place.line; line >= first; line--) {
    const text = view.lineText(place.file.file.id, line);
    if (text?.includes(name) !== true) continue;
    const type = declared.exec(text)?.[1];
    if (type !== undefined && !notTypes.has(type)) return type;
  }
  return null;
}

/** Words that stand before a name without being its type. */
const notTypes: ReadonlySet<string> = new Set(
  "return new throw else case delete final const await in not and or if while for instanceof is as yield".split(" "),
);

/** The same place for another expression: its first name may be local there or not. */
export function placeFor(view: SymbolView, expression: Expression, place: Place): Place {
  const head = headName(expression);
  if (head === null) return { ...place, boundLocally: false };
  const isParameter = place.file
    .chain(place.enclosing)
    .some((index) => parameterNames(place.file.definitions[index]?.signature ?? "").has(head));
  return { ...place, boundLocally: isParameter || localValue(view, head, place) !== null };
}

/** Declared type of a parameter in the head of any function around the place. */
export function typeOfParameter(name: string, place: Place): string | null {
  for (const index of place.file.chain(place.enclosing)) {
    const type = parameterType(place.file.definitions[index]?.signature ?? "", name);
    if (type !== null) return type;
  }
  return null;
}

/** The right side of `name = …` or `name := …` where the definition stands on one line. */
export function initializerOf(view: SymbolView, definition: StoredDefinition): Expression | null {
  const line = view.lineText(definition.fileId, definition.line);
  if (line === null) return null;
  const value = assignmentTo(definition.name)(line.slice(definition.column - 1));
  const expression = value === null ? null : parseExpression(value);
  return expression === null || headName(expression) === definition.name ? null : expression;
}

/** The written type of a variable; a wrapper without its arguments is read again from the line it stands on. */
export function declaredTypeOf(view: SymbolView, definition: StoredDefinition): string | null {
  if (definition.typeName === null || !isWrapper(definition.typeName)) return definition.typeName;
  const line = view.lineText(definition.fileId, definition.line);
  return line === null ? null : parameterType(line, definition.name);
}
