import type { LanguageId } from "../../parse/types.ts";
import type { StoredDefinition } from "../../store/types.ts";
import { separated } from "./arguments.ts";

/** Languages in which functions of one scope may share a name and differ in their parameters. */
export const overloading: ReadonlySet<LanguageId> = new Set(["java", "cpp", "csharp", "kotlin", "scala", "swift"]);

interface Parameter {
  /** The simple name of its type; "" where it is not told. */
  readonly type: string;
  readonly optional: boolean;
  readonly variadic: boolean;
}

/** Type of an argument as far as it is known: simple names of the type and of all it inherits from, nearest first. */
export type ArgumentType =
  | { readonly kind: "types"; readonly names: readonly string[] }
  | { readonly kind: "null" }
  | { readonly kind: "function" }
  | { readonly kind: "unknown" };

/** Type of an argument that its form alone tells; null for names, members and calls. */
export function literalType(written: string): ArgumentType | null {
  const named = (name: string): ArgumentType => ({ kind: "types", names: [name] });
  if (/^(?:null|nullptr|NULL|nil)$/.test(written)) return { kind: "null" };
  if (/^(?:true|false)$/.test(written) || /^!/.test(written)) return named("boolean");
  if (/^'(?:[^'\\]|\\.)+'$/.test(written)) return named("char");
  if (/^[-+]?\d[\d_]*$/.test(written)) return named("int");
  if (/^[-+]?\d[\d_]*[lL]$/.test(written)) return named("long");
  if (/^[-+]?\d*\.\d+[dD]?$/.test(written)) return named("double");
  if (/^\(?[\p{L}\p{N}_,\s]*\)?\s*->|^[\p{L}_][\p{L}\p{N}_.]*::(?:new|\p{Ll}[\p{L}\p{N}_]*)$/u.test(written))
    return { kind: "function" };
  if (/(?:==|!=|<=|>=|&&|\|\||\binstanceof\b)/.test(outsideBrackets(written))) return named("boolean");
  if (/^"(?:[^"\\]|\\.)*"(?:$|\s*\+)/.test(written) || /\+\s*"(?:[^"\\]|\\.)*"$/.test(written)) return named("String");
  const array = /^new\s+([\p{L}_][\p{L}\p{N}_.]*)\s*\[/u.exec(written)?.[1];
  if (array !== undefined) return named(`${simple(array)}[]`);
  const method = /\.([\p{L}_]+)\(\)$/u.exec(written)?.[1];
  const result = method === undefined ? undefined : resultsOfUsualMethods[method];
  return result === undefined ? null : named(result);
}

/** What methods without parameters give that nearly all types of Java, or all its numbers and strings, have. */
const resultsOfUsualMethods: Readonly<Record<string, string>> = {
  toString: "String",
  hashCode: "int",
  getClass: "Class",
  intValue: "int",
  longValue: "long",
  doubleValue: "double",
  floatValue: "float",
  shortValue: "short",
  booleanValue: "boolean",
  length: "int",
  size: "int",
  isEmpty: "boolean",
  trim: "String",
  toLowerCase: "String",
  toUpperCase: "String",
};

function outsideBrackets(text: string): string {
  let plain = text.replace(/"(?:[^"\\]|\\.)*"/g, "");
  for (let before = ""; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\([^()]*\)/g, "");
  }
  return plain;
}

/** What is left of some overloads, and whether their parameters leave no doubt about it. */
export interface Chosen {
  readonly definitions: readonly StoredDefinition[];
  readonly certain: boolean;
}

/** The first of all definitions whose parameters have the same types: those that follow are overridden by it. */
export function withoutOverridden(definitions: readonly StoredDefinition[]): readonly StoredDefinition[] {
  const seen = new Set<string>();
  return definitions.filter((definition) => {
    const key = parametersOf(definition)
      ?.map(({ type }) => type)
      .join();
    if (key === undefined) return true;
    return !seen.has(key) && seen.add(key);
  });
}

/** Whether a call with so many arguments can mean the definition, as far as its head tells. */
export function takesArguments(definition: StoredDefinition, count: number): boolean {
  const parameters = parametersOf(definition);
  return parameters === null || takes(parameters, count);
}

/**
 * The overloads that a call with these arguments may mean: by their number, then by types where they are known. All
 * of them when none fits, as the head of a definition may be cut short.
 */
export function chooseOverloads(
  definitions: readonly StoredDefinition[],
  argumentTypes: readonly (() => ArgumentType)[],
): Chosen {
  const heads = definitions.map((definition) => ({ definition, parameters: parametersOf(definition) }));
  const fitting = heads.filter(({ parameters }) => parameters === null || takes(parameters, argumentTypes.length));
  if (fitting.length === 0) return { definitions, certain: false };
  if (fitting.length === 1) return { definitions: fitting.map(({ definition }) => definition), certain: true };
  const types = argumentTypes.map((type) => type());
  const scored = fitting.map(({ definition, parameters }) => ({ definition, scores: scoresOf(parameters, types) }));
  const totals = scored.map(({ scores }) => scores.reduce((sum, score) => sum + score, 0));
  const best = Math.max(...totals);
  if (best === impossible) return { definitions: fitting.map(({ definition }) => definition), certain: false };
  const chosen = scored.filter((_, index) => totals[index] === best);
  const certain = chosen.length === 1 && (chosen[0]?.scores.every((score) => score > 0) ?? false);
  return { definitions: chosen.map(({ definition }) => definition), certain };
}

const impossible = Number.NEGATIVE_INFINITY;

/** Parameters in the head of a function; null when it is cut off within them. */
function parametersOf({ signature, name }: StoredDefinition): readonly Parameter[] | null {
  const start = new RegExp(
    `(?<![\\p{L}\\p{N}_$])${name.replace(/[^\p{L}\p{N}_]/gu, "\\$&")}\\s*(?:<[^()]*>)?\\(`,
    "u",
  ).exec(signature);
  const written = start === null ? null : separated(signature.slice(start.index + start[0].length));
  return written === null ? null : written.filter((part) => part !== "void").map(readParameter);
}

function readParameter(written: string): Parameter {
  const [declared = "", ...rest] = written.split(/=(?!=)/);
  const variadic = /\.\.\.|^(?:vararg|params)\b/.test(declared);
  const colon = /^[^:]*[^:\s]\s*:(?!:)\s*(.+)$/.exec(declared)?.[1];
  const plain = (colon ?? declared)
    .replace(/@[\w.]+(?:\([^)]*\))?/g, "")
    .replace(/\b(?:final|const|in|out|ref|this|struct|unsigned|params|vararg|inout)\b/g, "")
    .replace(/<.*>/s, "")
    .replace(/\.\.\./g, "[]")
    .replace(/[&*?!]+/g, " ")
    .trim();
  const isArray = /\[\s*\]/.test(plain);
  const words = plain
    .replace(/\[\s*\]/g, " ")
    .trim()
    .split(/\s+/);
  const type = (colon === undefined && words.length > 1 ? words.at(-2) : words[0]) ?? "";
  return { type: simple(type) + (isArray ? "[]" : ""), optional: rest.length > 0, variadic };
}

function takes(parameters: readonly Parameter[], count: number): boolean {
  if (parameters.some(({ variadic }) => variadic)) return count >= parameters.length - 1;
  const needed = parameters.filter(({ optional }) => !optional).length;
  return count >= needed && count <= parameters.length;
}

/** How well each argument fits, larger is better; without parameters (a cut head) nothing is known. */
function scoresOf(parameters: readonly Parameter[] | null, types: readonly ArgumentType[]): readonly number[] {
  if (parameters === null) return types.map(() => 0);
  return types.map((type, index) => {
    const parameter = parameters[Math.min(index, parameters.length - 1)];
    if (parameter === undefined) return impossible;
    if (!parameter.variadic) return fitness(parameter.type, type);
    const one = parameter.type.replace(/\[\]$/, "");
    return Math.max(fitness(parameter.type, type), fitness(one, type)) - 0.5;
  });
}

const numbers: readonly string[] = ["byte", "short", "char", "int", "long", "float", "double"];
const boxes: Readonly<Record<string, string>> = {
  Integer: "int",
  Long: "long",
  Double: "double",
  Float: "float",
  Boolean: "boolean",
  Character: "char",
  Byte: "byte",
  Short: "short",
  bool: "boolean",
  string: "String",
  Int: "int",
};
const closed: ReadonlySet<string> = new Set([...numbers, "boolean", "String"]);

/** How well an argument fits the type of a parameter: 3 the same, 2 inherited or widened, 1 anything goes, 0 unknown. */
function fitness(parameter: string, argument: ArgumentType): number {
  const wanted = boxes[parameter] ?? parameter;
  if (argument.kind === "unknown" || wanted === "") return 0;
  if (argument.kind === "null") return numbers.includes(parameter) || parameter === "boolean" ? impossible : 0;
  if (argument.kind === "function") return closed.has(wanted) || wanted.endsWith("[]") ? impossible : 0;
  if (argument.names[0] === parameter) return 3;
  const [own = "", ...inherited] = argument.names.map((name) => boxes[name] ?? name);
  if (own === wanted) return 1.8;
  if (inherited.includes(wanted)) return 2;
  const from = numbers.indexOf(own);
  if (from >= 0 && numbers.includes(wanted))
    return numbers.indexOf(wanted) > from ? 2 - 0.1 * (numbers.indexOf(wanted) - from) : impossible;
  if (wanted === "Object" || wanted === "Any" || /^[A-Z]\d?$/.test(wanted)) return 1;
  if (own === "String" && (wanted === "CharSequence" || wanted === "Comparable" || wanted === "Serializable")) return 2;
  if (from >= 0 && wanted === "Number") return 1.5;
  if (closed.has(wanted) || closed.has(own) || wanted.endsWith("[]") !== own.endsWith("[]")) return impossible;
  return 0;
}

function simple(type: string): string {
  return type.slice(Math.max(type.lastIndexOf("."), type.lastIndexOf(":")) + 1);
}
