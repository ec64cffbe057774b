import * as z from "zod";
import { GrepaiError } from "../../errors.ts";
import { assistantLimits } from "../../format/limits.ts";
import { compactSearchReply, fullSearchReply, replyBudget } from "../../format/search-reply.ts";
import { KINDS } from "../../search/kinds.ts";
import { testPolicy } from "../../search/test-policy.ts";
import {
  asList,
  flag,
  givenText,
  optionalChoice,
  optionalFlag,
  optionalText,
  optionalWholeNumber,
  textList,
} from "../parameters.ts";
import { defineTool } from "../tool.ts";
import { compactParameter, formatParameter, notesOutput } from "./common.ts";

const usualLimit = 10;
const maxLimit = 100;
const tokenBounds = { from: 100, to: 15_000 };

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
      tokens: z.int().optional().describe("estimated tokens of the content; with max_tokens"),
    }),
  ),
  total: z.int(),
  notes: notesOutput,
});

const compactOutput = z.object({
  q: z.string(),
  r: z.array(
    z.object({
      s: z.number(),
      f: z.string(),
      l: z.string().describe("first-last line"),
      n: z.int().optional().describe("estimated tokens of the code at these lines; with max_tokens"),
    }),
  ),
  t: z.int(),
  notes: notesOutput,
});

/** A place to find the like of may stand alone, although the query is documented as required. */
function withQuery(input: unknown): unknown {
  const { query, like } = (input ?? {}) as { readonly query?: unknown; readonly like?: unknown };
  return typeof like === "string" && (query === undefined || query === null)
    ? { ...(input as object), query: "" }
    : input;
}

/** Finds code by what it does. */
export const searchTool = defineTool({
  name: "grepai_search",
  title: "Semantic code search",
  description:
    'Find code in the indexed project by what it does, in plain words ("where are retries scheduled", "parse a ' +
    'date header") or by names. Use it first when you do not know which file or symbol to look at; it ranks functions, ' +
    "classes and sections by meaning and by words together. To find who calls a known function use " +
    "grepai_trace_callers; for what it calls, grepai_trace_callees; for code like some you have, the parameter like. " +
    "Results carry the file and lines to read.",
  parameters: z.strictObject({
    query: givenText("query").describe("What to find: a phrase that describes the code, or names that occur in it."),
    limit: optionalWholeNumber("limit", `Results at most, 1 to ${maxLimit}; more is lowered to ${maxLimit}.`, {
      from: 1,
      to: maxLimit,
      isLenientAbove: true,
      usual: usualLimit,
    }),
    compact: compactParameter("contents"),
    format: formatParameter,
    path: textList("path", 'Only files at or below this folder, or matching this glob, e.g. "src/api" or "**/*.go".'),
    language: textList("language", 'Only files of this language, e.g. "go", "typescript", "python".'),
    kind: textList("kind", `Only code that is or holds a symbol of this kind: ${KINDS.join(", ")}.`),
    include_tests: optionalFlag(
      "include_tests",
      "Tests rank lower unless the query asks for them. false leaves them out, true ranks them like other code.",
    ),
    like: optionalText(
      "like",
      'A place, "file:line": finds code like that which stands there. Then query may be "", else its words count too.',
    ),
    include_copies: flag("include_copies", "With like: also show what is nearly a copy of it."),
    max_tokens: optionalWholeNumber(
      "max_tokens",
      `Keeps the answer to about this many tokens (${tokenBounds.from} to ${tokenBounds.to}): the best distinct code, ` +
        "whole definitions first, each with what it costs. Without a limit, as many results as fit.",
      { ...tokenBounds, isLenientAbove: false },
    ),
    mode: optionalChoice(
      "mode",
      '"hybrid" (usual) joins meaning and words; "lexical" matches words only; "semantic" meaning only.',
      ["hybrid", "lexical", "semantic"],
    ),
  }),
  output: z.union([fullOutput, compactOutput]),
  completed: withQuery,
  async answer(parameters, { project, signal }) {
    const { query, like, compact, format } = parameters;
    if (like === undefined && query.trim() === "") {
      throw new GrepaiError("INVALID_PARAMETERS", "Parameter 'query' must not be empty.");
    }
    const { max_tokens: maxTokens, include_tests: includesTests } = parameters;
    const wanted = parameters.limit ?? (maxTokens === undefined ? usualLimit : maxLimit);
    const limit = Math.min(wanted, maxLimit);
    const opened = await project();
    const found = await opened.search({
      query,
      like: like ?? null,
      withCopies: parameters.include_copies,
      limit,
      mode: parameters.mode ?? null,
      paths: asList(parameters.path),
      languages: asList(parameters.language),
      kinds: asList(parameters.kind),
      tests: testPolicy(includesTests),
      budget:
        maxTokens === undefined ? null : replyBudget(maxTokens, query, compact ? "compact" : "full", assistantLimits),
      signal,
    });
    const clamped = limit < wanted ? [`limit was lowered to ${maxLimit}, the most allowed.`] : [];
    const answer = { ...found, notes: [...clamped, ...found.notes] };
    const reply = compact ? compactSearchReply(answer, assistantLimits) : fullSearchReply(answer, assistantLimits);
    return { reply: { ...reply }, format };
  },
});
