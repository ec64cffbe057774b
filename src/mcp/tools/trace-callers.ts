import { defineTool } from "../tool.ts";
import { callersOutput, listParameters, listQuery, traceToolAnswer } from "./trace.ts";

/** Finds the call sites of a symbol. */
export const traceCallersTool = defineTool({
  name: "grepai_trace_callers",
  title: "Find callers",
  description:
    "List every place in the indexed project that calls a function, method or class, with the calling function, file " +
    "and line. Use it before changing or removing something, to see who depends on it; more exact than a text search, " +
    "since strings, comments and other symbols of the same name do not count. Needs the symbol's name: find it with " +
    "grepai_search when you do not know it.",
  parameters: listParameters,
  output: callersOutput,
  async answer(parameters, { project, signal }) {
    const opened = await project();
    return traceToolAnswer(await opened.callers(listQuery(parameters, signal)), parameters);
  },
});
