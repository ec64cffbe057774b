import type { Tool } from "../tool.ts";
import { grepTool } from "./grep.ts";
import { impactTool } from "./impact.ts";
import { indexStatusTool } from "./index-status.ts";
import { refsGraphTool, refsReadersTool, refsWritersTool } from "./refs.ts";
import { searchTool } from "./search.ts";
import { traceCalleesTool } from "./trace-callees.ts";
import { traceCallersTool } from "./trace-callers.ts";
import { traceGraphTool } from "./trace-graph.ts";

/** Every tool, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  searchTool,
  grepTool,
  traceCallersTool,
  traceCalleesTool,
  traceGraphTool,
  refsReadersTool,
  refsWritersTool,
  refsGraphTool,
  impactTool,
  indexStatusTool,
];
