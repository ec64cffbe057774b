import * as z from "zod";
import { compactGraphReply, fullGraphReply } from "../../format/graph-reply.ts";
import { assistantLimits } from "../../format/limits.ts";
import { MAX_GRAPH_DEPTH } from "../../graph/options.ts";
import { requiredText, wholeNumber } from "../parameters.ts";
import { defineTool } from "../tool.ts";
import { compactParameter, definitionOutput, formatParameter, notesOutput } from "./common.ts";

const fullNode = z.object({
  name: z.string(),
  file: z.string().nullable(),
  line: z.int().nullable(),
  get children() {
    return z.array(fullNode);
  },
  qualified_name: z.string().optional(),
  repeated: z.boolean().optional().describe("its children are shown at its first occurrence"),
});

const compactNode = z.object({
  n: z.string(),
  get c() {
    return z.array(compactNode).optional();
  },
});

const fullOutput = z.object({
  query: z.string(),
  mode: z.literal("graph"),
  depth: z.int(),
  root: fullNode,
  stats: z.object({ nodes: z.int(), max_depth: z.int() }),
  definitions: z.array(definitionOutput),
  notes: notesOutput,
});

const compactOutput = z.object({
  q: z.string(),
  d: z.int(),
  r: compactNode,
  s: z.object({ nodes: z.int(), depth: z.int() }),
  notes: notesOutput,
});

/** Builds the call graph below a symbol. */
export const traceGraphTool = defineTool({
  name: "grepai_trace_graph",
  title: "Build call graph",
  description:
    "Build the tree of calls that starts at a function: what it calls, what those call, and so on to a given depth. " +
    "Use it for an overview of a flow (a request handler, a command, main); use grepai_trace_callees for one level " +
    "with source lines, and grepai_trace_callers for the other direction.",
  parameters: z.strictObject({
    symbol: requiredText("symbol", "Name of the function at the root, as the code spells it."),
    depth: wholeNumber("depth", `Levels of calls to follow, 1 to ${MAX_GRAPH_DEPTH}.`, {
      from: 1,
      to: MAX_GRAPH_DEPTH,
      usual: 2,
      isLenientAbove: false,
    }),
    compact: compactParameter("files and lines"),
    format: formatParameter,
  }),
  output: z.union([fullOutput, compactOutput]),
  async answer({ symbol, depth, compact, format }, { project, signal }) {
    const opened = await project();
    const answer = await opened.graph(symbol, depth, signal);
    const reply = compact ? compactGraphReply(answer, assistantLimits) : fullGraphReply(answer, assistantLimits);
    return { reply: { ...reply }, format };
  },
});
