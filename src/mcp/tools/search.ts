import * as z from "zod";
import { assistantLimits } from "../../format/limits.ts";
import { compactSearchReply, fullSearchReply } from "../../format/search-reply.ts";
import { asList, optionalChoice, requiredText, textList, wholeNumber } from "../parameters.ts";
import { defineTool } from "../tool.ts";
import { compactParameter, formatParameter, notesOutput } from "./common.ts";

const maxLimit = 100;

const fullOutput = z.object({
  query: z.string(),
  results: z.array(
    z.object({
      score: z.number().describe("0 to 1, comparable within one answer"),
      file: z.string().describe("relative to the project root"),
      start_line: z.int(),
      end_line: z.int(),
      content: z.string(),
      language: z.string(),
      kind: z.string(),
      symbol: z.string().optional(),
    }),
  ),
  total: z.int(),
  notes: notesOutput,
});

const compactOutput = z.object({
  q: z.string(),
  r: z.array(z.object({ s: z.number(), f: z.string(), l: z.string().describe("first-last line") })),
  t: z.int(),
  notes: notesOutput,
});

/** Finds code by what it does. */
export const searchTool = defineTool({
  name: "grepai_search",
  title: "Semantic code search",
  description:
    'Find code in the indexed project by what it does, in plain words ("where are retries scheduled", "parse a ' +
    'date header") or by names. Use it first when you do not know which file or symbol to look at; it ranks functions, ' +
    "classes and sections by meaning and by words together. To find who calls a known function use " +
    "grepai_trace_callers; for what it calls, grepai_trace_callees. Results carry the file and lines to read.",
  parameters: z.strictObject({
    query: requiredText("query", "What to find: a phrase that describes the code, or names that occur in it."),
    limit: wholeNumber("limit", `Results at most, 1 to ${maxLimit}; more is lowered to ${maxLimit}.`, {
      from: 1,
      to: maxLimit,
      fallback: 10,
      isLenientAbove: true,
    }),
    compact: compactParameter("contents"),
    format: formatParameter,
    path: textList("path", 'Only files at or below this folder, or matching this glob, e.g. "src/api" or "**/*.go".'),
    language: textList("language", 'Only files of this language, e.g. "go", "typescript", "python".'),
    mode: optionalChoice(
      "mode",
      '"hybrid" (usual) joins meaning and words; "lexical" matches words only; "semantic" meaning only.',
      ["hybrid", "lexical", "semantic"],
    ),
  }),
  output: z.union([fullOutput, compactOutput]),
  async answer(parameters, { project, signal }) {
    const { query, compact, format } = parameters;
    const limit = Math.min(parameters.limit, maxLimit);
    const opened = await project();
    const found = await opened.search({
      query,
      limit,
      mode: parameters.mode ?? null,
      paths: asList(parameters.path),
      languages: asList(parameters.language),
      signal,
    });
    const clamped = limit < parameters.limit ? [`limit was lowered to ${maxLimit}, the most allowed.`] : [];
    const answer = { ...found, notes: [...clamped, ...found.notes] };
    const reply = compact ? compactSearchReply(answer, assistantLimits) : fullSearchReply(answer, assistantLimits);
    return { reply: { ...reply }, format };
  },
});
