import * as z from "zod";
import { assistantLimits } from "../../format/limits.ts";
import { compactTraceReply, fullTraceReply } from "../../format/trace-reply.ts";
import type { TraceAnswer } from "../../graph/types.ts";
import { requiredText } from "../parameters.ts";
import type { ToolAnswer } from "../tool.ts";
import { compactParameter, definitionOutput, formatParameter, notesOutput } from "./common.ts";

/** The parameters of the two tools that list call sites. */
export const traceParameters = z.strictObject({
  symbol: requiredText(
    "symbol",
    'Name of a function, method or class as the code spells it: "login", "Session.close", "path/to/file.ts:login".',
  ),
  compact: compactParameter("source lines"),
  format: formatParameter,
});

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

function outputOf<Row extends z.ZodRawShape>(mode: "callers" | "callees", row: z.ZodObject<Row>): z.ZodType {
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
    r: z.array(z.object({ f: z.string(), l: z.int(), fn: z.string() })),
    notes: notesOutput,
  });
  return z.union([full, compact]);
}

export const callersOutput = outputOf("callers", z.object({ ...rowOutput, caller: z.string(), ...addedRowOutput }));

export const calleesOutput = outputOf(
  "callees",
  z.object({ ...rowOutput, callee: z.string(), ...addedRowOutput, target: definitionOutput.nullable() }),
);

/** The answer of either tool. */
export function traceToolAnswer(answer: TraceAnswer, isCompact: boolean, format: "json" | "toon"): ToolAnswer {
  const reply = isCompact ? compactTraceReply(answer, assistantLimits) : fullTraceReply(answer, assistantLimits);
  return { reply: { ...reply }, format };
}
