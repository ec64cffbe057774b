import * as z from "zod";
import { compactImpactReply, fullImpactReply } from "../../format/impact-reply.ts";
import { assistantLimits } from "../../format/limits.ts";
import { CONFIDENCES } from "../../graph/confidence.ts";
import { DEFAULT_IMPACT_DEPTH, DEFAULT_IMPACT_LIMIT, MAX_IMPACT_DEPTH, MAX_IMPACT_LIMIT } from "../../impact/bounds.ts";
import {
  asList,
  flag,
  optionalChoice,
  optionalFlag,
  optionalText,
  optionalWholeNumber,
  textList,
} from "../parameters.ts";
import { defineTool } from "../tool.ts";
import { compactParameter, formatParameter, notesOutput } from "./common.ts";

const affected = z.object({
  file: z.string(),
  line: z.int(),
  symbol: z.string(),
  kind: z.string().nullable().describe("null for a file's top level"),
  distance: z.int().describe("calls between it and the nearest changed symbol"),
  confidence: z.string(),
  via: z.string().describe("the symbol that it calls on the way"),
  call_site: z.object({ line: z.int(), context: z.string() }),
});

const fullOutput = z.object({
  query: z.string(),
  mode: z.literal("impact"),
  count: z.int(),
  tests: z.array(affected),
  results: z.array(affected),
  changed: z.array(
    z.object({
      file: z.string(),
      line: z.int(),
      symbol: z.string(),
      kind: z.string(),
      change: z.string().describe("added, modified or deleted"),
    }),
  ),
  stats: z.object({ changed: z.int(), tests: z.int(), affected: z.int(), max_distance: z.int() }),
  truncated: z.boolean().optional(),
  notes: notesOutput,
});

const compactRow = z.object({
  f: z.string(),
  l: z.int(),
  fn: z.string(),
  d: z.int().describe("distance in calls"),
  cf: z.string().optional().describe("confidence, where it is not exact"),
});

const compactOutput = z.object({
  q: z.string(),
  m: z.literal("impact"),
  c: z.int(),
  t: z.array(compactRow).describe("tests"),
  r: z.array(compactRow),
  ch: z.array(z.string()).describe("changed symbols"),
  truncated: z.boolean().optional(),
  notes: notesOutput,
});

/** Tells what a change reaches. */
export const impactTool = defineTool({
  name: "grepai_impact",
  title: "Impact of a change",
  description:
    "Tell what a change reaches: the functions, methods and classes that differ from a git revision (HEAD when nothing " +
    "is given), that are staged, or that some files hold, then the tests that reach them, then all else that calls " +
    "them directly or through others, nearest first. Use it before a commit to see which tests to run, and before a " +
    "refactoring to see what depends on a file.",
  parameters: z.strictObject({
    since: optionalText("since", "A branch, tag or commit to compare the working tree with. HEAD when left out."),
    staged: flag("staged", "Only what is staged for the next commit."),
    files: textList("files", "Alone: all symbols of these files count as changed. With since or staged: only these."),
    depth: optionalWholeNumber("depth", `Calls to follow, 1 to ${MAX_IMPACT_DEPTH}.`, {
      from: 1,
      to: MAX_IMPACT_DEPTH,
      isLenientAbove: false,
      usual: DEFAULT_IMPACT_DEPTH,
    }),
    include_tests: optionalFlag("include_tests", "false leaves tests out (true when left out)."),
    min_confidence: optionalChoice(
      "min_confidence",
      `Leaves out calls less sure than this: ${CONFIDENCES.join(" > ")} (the last when left out).`,
      CONFIDENCES,
    ),
    limit: optionalWholeNumber("limit", `Affected symbols at most, 1 to ${MAX_IMPACT_LIMIT}.`, {
      from: 1,
      to: MAX_IMPACT_LIMIT,
      isLenientAbove: false,
      usual: DEFAULT_IMPACT_LIMIT,
    }),
    compact: compactParameter("call sites"),
    format: formatParameter,
  }),
  output: z.union([fullOutput, compactOutput]),
  async answer(parameters, { project, signal }) {
    const { compact, format } = parameters;
    const opened = await project();
    const answer = await opened.impact({
      since: parameters.since ?? null,
      isStaged: parameters.staged,
      files: asList(parameters.files),
      includesTests: parameters.include_tests ?? true,
      minConfidence: parameters.min_confidence ?? "ambiguous",
      depth: parameters.depth ?? DEFAULT_IMPACT_DEPTH,
      limit: parameters.limit ?? DEFAULT_IMPACT_LIMIT,
      signal,
    });
    const reply = compact ? compactImpactReply(answer, assistantLimits) : fullImpactReply(answer, assistantLimits);
    return { reply: { ...reply }, format };
  },
});
