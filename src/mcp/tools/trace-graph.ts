import * as z from "zod";
import { compactGraphReply, fullGraphReply } from "../../format/graph-reply.ts";
import { assistantLimits } from "../../format/limits.ts";
import { DEFAULT_GRAPH_DEPTH, DEFAULT_MAX_NODES, MAX_GRAPH_DEPTH, MAX_MAX_NODES } from "../../graph/options.ts";
import { DIRECTIONS } from "../../graph/types.ts";
import { optionalChoice, optionalWholeNumber, wholeNumber } from "../parameters.ts";
import { defineTool } from "../tool.ts";
import { compactParameter, definitionOutput, notesOutput } from "./common.ts";
import { traceParameters, traceQuery } from "./trace.ts";

const callSitesOutput = z
  .array(z.object({ file: z.string(), line: z.int(), context: z.string() }))
  .optional()
  .describe("where the one calls the other, the first few");
const callsOutput = z.int().optional().describe("all call sites, where call_sites are not all");
const repeatedOutput = z.boolean().optional().describe("its children are shown at its first occurrence");
const cycleOutput = z.boolean().optional().describe("it stands above itself: a cycle of calls");

const fullNode = z.object({
  name: z.string(),
  file: z.string().nullable(),
  line: z.int().nullable(),
  get children() {
    return z.array(fullNode);
  },
  qualified_name: z.string().optional(),
  confidence: z.string().optional(),
  access: z.array(z.string()).optional().describe("how data is used: read, write, update (both at once)"),
  call_sites: callSitesOutput,
  calls: callsOutput,
  repeated: repeatedOutput,
  cycle: cycleOutput,
  /** At a root, for the direction `both`. */
  get callers() {
    return z.array(fullNode).optional();
  },
});

const compactNode = z.object({
  n: z.string(),
  get c() {
    return z.array(compactNode).optional();
  },
  cf: z.string().optional().describe("confidence, where it is not exact"),
  repeated: repeatedOutput,
  cycle: cycleOutput,
  f: z.string().optional().describe("at a root that is one of several: where it is defined"),
  l: z.int().optional(),
  get callers() {
    return z.array(compactNode).optional();
  },
});

const truncatedOutput = z.boolean().optional().describe("symbols beyond max_nodes were left out");

const fullOutput = z.object({
  query: z.string(),
  mode: z.literal("graph"),
  depth: z.int(),
  root: fullNode,
  stats: z.object({ nodes: z.int(), max_depth: z.int() }),
  direction: z.enum(DIRECTIONS),
  truncated: truncatedOutput,
  more_roots: z.array(fullNode).optional().describe("the graphs of the other definitions of the name"),
  definitions: z.array(definitionOutput),
  notes: notesOutput,
});

const compactOutput = z.object({
  q: z.string(),
  d: z.int(),
  r: compactNode,
  s: z.object({ nodes: z.int(), depth: z.int() }),
  truncated: truncatedOutput,
  more: z.array(compactNode).optional(),
  notes: notesOutput,
});

export const graphOutput = z.union([fullOutput, compactOutput]);

/** Builds the call graph below a symbol. */
export const traceGraphTool = defineTool({
  name: "grepai_trace_graph",
  title: "Build call graph",
  description:
    "Build the tree of calls that starts at a function: what it calls, what those call, and so on to a given depth; " +
    "with direction callers, who reaches it. Use it for an overview of a flow (a request handler, a command, main) or " +
    "of what a change reaches; use grepai_trace_callees or grepai_trace_callers for one level with source lines.",
  parameters: z.strictObject({
    ...traceParameters,
    depth: wholeNumber("depth", `Levels of calls to follow, 1 to ${MAX_GRAPH_DEPTH}.`, {
      from: 1,
      to: MAX_GRAPH_DEPTH,
      usual: DEFAULT_GRAPH_DEPTH,
      isLenientAbove: false,
    }),
    compact: compactParameter("files and lines"),
    direction: optionalChoice("direction", 'Which way to go: "callees" (usual), "callers" or "both".', DIRECTIONS),
    max_nodes: optionalWholeNumber("max_nodes", `Different symbols at most, 1 to ${MAX_MAX_NODES}.`, {
      from: 1,
      to: MAX_MAX_NODES,
      isLenientAbove: false,
      usual: DEFAULT_MAX_NODES,
    }),
  }),
  output: graphOutput,
  async answer(parameters, { project, signal }) {
    const { depth, compact, format, direction = "callees", max_nodes: maxNodes = DEFAULT_MAX_NODES } = parameters;
    const opened = await project();
    const answer = await opened.graph({ ...traceQuery(parameters, signal), depth, direction, maxNodes });
    const reply = compact ? compactGraphReply(answer, assistantLimits) : fullGraphReply(answer, assistantLimits);
    return { reply: { ...reply }, format };
  },
});
