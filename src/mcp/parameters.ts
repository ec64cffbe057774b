import * as z from "zod";
import { GrepaiError } from "../errors.ts";

/*
 * Tool arguments come from a model: each mistake gets an answer that names the parameter and what is allowed, so that
 * the next call is right. Nothing is coerced.
 */

/** Queries and symbols longer than this are mistakes. */
const maxTextLength = 10_000;

function isMissing(issue: { readonly input?: unknown }): boolean {
  return issue.input === undefined;
}

/** A text that must be given, though it may be blank. */
export function givenText(name: string) {
  return z
    .string({
      error: (issue) =>
        isMissing(issue) ? `Parameter '${name}' is required.` : `Parameter '${name}' must be a string.`,
    })
    .max(maxTextLength, { error: `Parameter '${name}' must not be longer than ${maxTextLength} characters.` });
}

/** A required text that is not blank. */
export function requiredText(name: string, description: string): z.ZodType<string> {
  return givenText(name)
    .refine((text) => text.trim() !== "", { error: `Parameter '${name}' must not be empty.` })
    .describe(description);
}

/** A text that is not blank and may be left out. */
export function optionalText(name: string, description: string) {
  return requiredText(name, description).optional().describe(description);
}

export interface WholeNumberBounds {
  readonly from: number;
  readonly to: number;
  /** Numbers above `to` are let through, for the tool to lower with a note, instead of refused. */
  readonly isLenientAbove: boolean;
  /** What holds where the parameter is left out. */
  readonly usual?: number;
}

function boundedNumber(name: string, { from, to, isLenientAbove }: WholeNumberBounds) {
  const error = `Parameter '${name}' must be a whole number from ${from} to ${to}.`;
  return z
    .number({ error })
    .refine((value) => Number.isInteger(value) && value >= from && (isLenientAbove || value <= to), { error });
}

function numberMeta(description: string, { from, to, isLenientAbove, usual }: WholeNumberBounds) {
  const known = usual === undefined ? {} : { default: usual };
  return { description, type: "integer", minimum: from, ...(isLenientAbove ? {} : { maximum: to }), ...known };
}

/** A whole number with a default. */
export function wholeNumber(name: string, description: string, bounds: WholeNumberBounds & { readonly usual: number }) {
  return boundedNumber(name, bounds).default(bounds.usual).meta(numberMeta(description, bounds));
}

/** A whole number that may be left out; `usual` only tells what the tool then takes. */
export function optionalWholeNumber(name: string, description: string, bounds: WholeNumberBounds) {
  return boundedNumber(name, bounds).optional().meta(numberMeta(description, bounds));
}

/** An optional switch, off by default. */
export function flag(name: string, description: string) {
  return z
    .boolean({ error: `Parameter '${name}' must be true or false.` })
    .default(false)
    .describe(description);
}

/** An optional switch with a third state: left out. */
export function optionalFlag(name: string, description: string) {
  return z
    .boolean({ error: `Parameter '${name}' must be true or false.` })
    .optional()
    .describe(description);
}

/** A choice among words that may be left out. */
export function optionalChoice<const T extends readonly [string, ...string[]]>(
  name: string,
  description: string,
  options: T,
) {
  const listed = options.map((option) => `"${option}"`);
  const allowed = `${listed.slice(0, -1).join(", ")} or ${listed.at(-1)}`;
  return z
    .enum(options, { error: `Parameter '${name}' must be ${allowed}.` })
    .optional()
    .describe(description);
}

/** One text or a list of texts, none of them by default. */
export function textList(name: string, description: string) {
  const error = `Parameter '${name}' must be a string or a list of strings.`;
  const text = z.string({ error }).max(maxTextLength, { error });
  return z
    .union([text, z.array(text).max(100)], { error })
    .default([])
    .describe(description);
}

/** The value of a {@link textList} as a list. */
export function asList(value: string | readonly string[]): readonly string[] {
  return typeof value === "string" ? [value] : value;
}

/** Edit distance after Levenshtein (1965). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The candidate that was most likely meant by `name`, or null when none is near. */
export function nearest(name: string, candidates: readonly string[]): string | null {
  const lower = name.toLowerCase().slice(0, 64);
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(lower, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : null;
}

function invalid(message: string): GrepaiError {
  return new GrepaiError("INVALID_PARAMETERS", message);
}

/** A name given by the caller, short enough to repeat. */
export function quoted(name: string): string {
  return `'${name.length > 80 ? `${name.slice(0, 80)}…` : name}'`;
}

function unknownParameter(name: string, allowed: readonly string[]): GrepaiError {
  const meant = nearest(name, allowed);
  const hint = meant === null ? "" : ` Did you mean '${meant}'?`;
  return invalid(`Unknown parameter ${quoted(name)}.${hint} Allowed: ${allowed.join(", ")}.`);
}

/**
 * Checks the arguments of one call. A null stands for a parameter that is left out.
 * @throws GrepaiError INVALID_PARAMETERS naming the first parameter that is wrong and what is allowed
 */
export function parseParameters<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  input: unknown,
): z.output<z.ZodObject<Shape>> {
  const given = input ?? {};
  if (typeof given !== "object" || Array.isArray(given)) {
    throw invalid("The arguments must be an object of parameter names and values.");
  }
  const allowed = Object.keys(schema.shape);
  const present = Object.entries(given).filter(([, value]) => value !== null);
  const unknown = present.find(([name]) => !allowed.includes(name));
  if (unknown !== undefined) throw unknownParameter(unknown[0], allowed);
  const result = schema.safeParse(Object.fromEntries(present));
  if (!result.success) throw invalid(result.error.issues[0]?.message ?? "The arguments are not valid.");
  return result.data;
}
