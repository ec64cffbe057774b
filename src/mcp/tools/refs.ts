import * as z from "zod";
import { compactGraphReply, fullGraphReply } from "../../format/graph-reply.ts";
import { assistantLimits } from "../../format/limits.ts";
import { DEFAULT_GRAPH_DEPTH, DEFAULT_MAX_NODES, MAX_GRAPH_DEPTH, MAX_MAX_NODES } from "../../graph/options.ts";
import { optionalWholeNumber, wholeNumber } from "../parameters.ts";
import { defineTool } from "../tool.ts";
import { compactParameter } from "./common.ts";
import {
  listParameters,
  listQuery,
  readersOutput,
  traceParameters,
  traceQuery,
  traceToolAnswer,
  writersOutput,
} from "./trace.ts";
import { graphOutput } from "./trace-graph.ts";

/** Finds the places that read data. */
export const refsReadersTool = defineTool({
  name: "grepai_refs_readers",
  title: "Find readers",
  description:
    "List every place that reads a field, property, global variable or constant, with the reading function, file and " +
    "line. Use it before changing what a value means or removing it. For functions use grepai_trace_callers.",
  parameters: listParameters,
  output: readersOutput,
  async answer(parameters, { project, signal }) {
    const opened = await project();
    return traceToolAnswer(await opened.accesses("readers", listQuery(parameters, signal)), parameters);
  },
});

/** Finds the places that write data. */
export const refsWritersTool = defineTool({
  name: "grepai_refs_writers",
  title: "Find writers",
  description:
    "List every place that assigns a field, property or global variable, with the writing function, file and line. Use " +
    "it to find where a wrong value comes from.",
  parameters: listParameters,
  output: writersOutput,
  async answer(parameters, { project, signal }) {
    const opened = await project();
    return traceToolAnswer(await opened.accesses("writers", listQuery(parameters, signal)), parameters);
  },
});

/** Builds the graph of what reaches data. */
export const refsGraphTool = defineTool({
  name: "grepai_refs_graph",
  title: "Build graph of readers and writers",
  description:
    "Build the tree of what reaches a field, property, global variable or constant: the functions that read or write " +
    "it, then the functions that call these, to a given depth. Each edge tells how (access) and where.",
  parameters: z.strictObject({
    ...traceParameters,
    depth: wholeNumber("depth", `Levels to follow, 1 to ${MAX_GRAPH_DEPTH}.`, {
      from: 1,
      to: MAX_GRAPH_DEPTH,
      usual: DEFAULT_GRAPH_DEPTH,
      isLenientAbove: false,
    }),
    compact: compactParameter("files and lines"),
    max_nodes: optionalWholeNumber("max_nodes", `Different symbols at most, 1 to ${MAX_MAX_NODES}.`, {
      from: 1,
      to: MAX_MAX_NODES,
      isLenientAbove: false,
      usual: DEFAULT_MAX_NODES,
    }),
  }),
  output: graphOutput,
  async answer(parameters, { project, signal }) {
    const { depth, compact, format, max_nodes: maxNodes = DEFAULT_MAX_NODES } = parameters;
    const opened = await project();
    const query = { ...traceQuery(parameters, signal), depth, direction: "callers" as const, maxNodes };
    const answer = await opened.graph(query);
    const reply = compact ? compactGraphReply(answer, assistantLimits) : fullGraphReply(answer, assistantLimits);
    return { reply: { ...reply }, format };
  },
});
