import { defineTool } from "../tool.ts";
import { calleesOutput, listParameters, listQuery, traceToolAnswer } from "./trace.ts";

/** Finds what a symbol calls. */
export const traceCalleesTool = defineTool({
  name: "grepai_trace_callees",
  title: "Find callees",
  description:
    "List every call made inside a function, method or class, in source order, with the called name and, where it is " +
    "in the project, its definition. Use it to understand how something works without reading every file it reaches. " +
    "For several levels at once use grepai_trace_graph.",
  parameters: listParameters,
  output: calleesOutput,
  async answer(parameters, { project, signal }) {
    const opened = await project();
    return traceToolAnswer(await opened.callees(listQuery(parameters, signal)), parameters);
  },
});
