import * as z from "zod";
import { assistantLimits } from "../../format/limits.ts";
import { compactTraceReply, fullTraceReply } from "../../format/trace-reply.ts";
import { CONFIDENCES } from "../../graph/confidence.ts";
import type { TraceAnswer, TraceMode } from "../../graph/types.ts";
import type { ListQuery, TraceQuery } from "../../project/project.ts";
import {
  asList,
  optionalChoice,
  optionalFlag,
  optionalText,
  optionalWholeNumber,
  requiredText,
  textList,
} from "../parameters.ts";
import type { ToolAnswer } from "../tool.ts";
import { compactParameter, definitionOutput, formatParameter, notesOutput } from "./common.ts";

/** The parameters that all traces share. */
export const traceParameters = {
  symbol: requiredText(
    "symbol",
    'Name of a function, method or class as the code spells it, or where it stands: "login", "Session.close", ' +
      '"path/to/file.ts:login", "path/to/file.ts:42".',
  ),
  definition: optionalText(
    "definition",
    "Which of several definitions of the name is meant, as file:line, a file or folder, or a longer name. All of " +
      "them when left out.",
  ),
  path: textList("path", 'Only what lies at or below this folder, or matches this glob, e.g. "src/api" or "**/*.go".'),
  include_tests: optionalFlag("include_tests", "false leaves tests out (true when left out)."),
  min_confidence: optionalChoice(
    "min_confidence",
    `Leaves out edges less sure than this: ${CONFIDENCES.join(" > ")} (the last when left out).`,
    CONFIDENCES,
  ),
  format: formatParameter,
};

type TraceParameters = z.output<z.ZodObject<typeof traceParameters>>;

/** The question that the shared parameters ask. */
export function traceQuery(parameters: TraceParameters, signal: AbortSignal): TraceQuery & { signal: AbortSignal } {
  return {
    symbol: parameters.symbol,
    definition: parameters.definition ?? null,
    paths: asList(parameters.path),
    includesTests: parameters.include_tests ?? true,
    minConfidence: parameters.min_confidence ?? "ambiguous",
    signal,
  };
}

const maxLimit = 1_000;

/** The parameters of the tools that list call sites. */
export const listParameters = z.strictObject({
  ...traceParameters,
  compact: compactParameter("source lines"),
  limit: optionalWholeNumber("limit", `Rows at most, 1 to ${maxLimit}. As many as fit when left out.`, {
    from: 1,
    to: maxLimit,
    isLenientAbove: false,
  }),
});

/** The question for a list. */
export function listQuery(parameters: z.output<typeof listParameters>, signal: AbortSignal): ListQuery {
  return { ...traceQuery(parameters, signal), limit: parameters.limit ?? null };
}

const rowOutput = {
  file: z.string().describe("file of the call, relative to the project root"),
  line: z.int().describe("line of the call"),
};

const addedRowOutput = {
  context: z.string().describe("the source line of the call"),
  kind: z.string(),
  confidence: z.string().describe("exact, inferred (only definition of that name) or ambiguous (one of several)"),
  qualified_name: z.string().optional(),
  definition: definitionOutput.optional(),
};

function outputOf<Row extends z.ZodRawShape>(mode: TraceMode, row: z.ZodObject<Row>): z.ZodType {
  const full = z.object({
    query: z.string(),
    mode: z.literal(mode),
    count: z.int(),
    results: z.array(row),
    definitions: z.array(definitionOutput),
    notes: notesOutput,
  });
  const compact = z.object({
    q: z.string(),
    m: z.literal(mode),
    c: z.int(),
    r: z.array(
      z.object({
        f: z.string(),
        l: z.int(),
        fn: z.string(),
        cf: z.string().optional().describe("confidence, where it is not exact"),
        d: z.int().optional().describe("which of the definitions in ds"),
      }),
    ),
    ds: z.array(z.string()).optional().describe("the definitions of the name as file:line, where there are several"),
    notes: notesOutput,
  });
  return z.union([full, compact]);
}

export const callersOutput = outputOf("callers", z.object({ ...rowOutput, caller: z.string(), ...addedRowOutput }));

export const calleesOutput = outputOf(
  "callees",
  z.object({ ...rowOutput, callee: z.string(), ...addedRowOutput, target: definitionOutput.nullable() }),
);

export const readersOutput = outputOf("readers", z.object({ ...rowOutput, reader: z.string(), ...addedRowOutput }));

export const writersOutput = outputOf("writers", z.object({ ...rowOutput, writer: z.string(), ...addedRowOutput }));

/** The answer of a tool that lists rows. */
export function traceToolAnswer(
  answer: TraceAnswer,
  { compact, format }: { readonly compact: boolean; readonly format: "json" | "toon" },
): ToolAnswer {
  const reply = compact ? compactTraceReply(answer, assistantLimits) : fullTraceReply(answer, assistantLimits);
  return { reply: { ...reply }, format };
}
