import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  type ListToolsResult,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { GrepaiError } from "../errors.ts";
import { encodeReply } from "../format/encode.ts";
import { errorReply } from "../format/error-reply.ts";
import type { Project } from "../project/project.ts";
import { describeTool } from "./json-schema.ts";
import { nearest, quoted } from "./parameters.ts";
import type { Tool, ToolCall } from "./tool.ts";
import { tools } from "./tools/index.ts";

const instructions = `grepai answers questions about the code of one project from a local index.
Do not know where something is: grepai_search with a phrase that says what the code does. Know a symbol's name: grepai_trace_callers (who uses it), grepai_trace_callees (what it uses), grepai_trace_graph (several levels); of data grepai_refs_readers and grepai_refs_writers. Changed something: grepai_impact (what it reaches, which tests to run). Know the wording, or must prove that something is or is not there: grepai_grep.
Start with compact: true, then read the files at the lines given. Paths are relative to the project root. When results look stale or missing, ask grepai_index_status.`;

export interface McpServerOptions {
  readonly version: string;
  /** Opens the project; called for each tool call, so that a failed attempt is made again. */
  readonly project: () => Promise<Project>;
  /** Takes defects for the log; never standard output. */
  readonly onDefect: (thrown: unknown) => void;
}

/** The server, ready to be connected to a transport. */
export interface McpServer {
  readonly server: Server;
  /** Resolves when no call is under way. */
  idle(): Promise<void>;
}

function toolNamed(name: unknown): Tool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool !== undefined) return tool;
  const names = tools.map((candidate) => candidate.name);
  if (typeof name !== "string") {
    throw new GrepaiError("INVALID_PARAMETERS", `The name of a tool is required: ${names.join(", ")}.`);
  }
  const meant = nearest(name, names) ?? nearest(`grepai_${name}`, names);
  const hint = meant === null ? "" : ` Did you mean '${meant}'?`;
  throw new GrepaiError("INVALID_PARAMETERS", `Unknown tool ${quoted(name)}.${hint} Available: ${names.join(", ")}.`);
}

async function callTool(params: unknown, call: ToolCall): Promise<CallToolResult> {
  const { name, arguments: input } = (params ?? {}) as { readonly name?: unknown; readonly arguments?: unknown };
  const { reply, format } = await toolNamed(name).run(input, call);
  return { content: [{ type: "text", text: encodeReply(reply, format) }], structuredContent: { ...reply } };
}

/** Failures are results that a model can read and act on, not protocol errors. */
function failure(thrown: unknown): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(errorReply(thrown)) }] };
}

/** Builds the server with its tools. It knows no transport and does nothing until it is connected. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const server = new Server(
    { name: "grepai", title: "grepai code search", version: options.version },
    { capabilities: { tools: {} }, instructions },
  );
  const underWay = new Set<Promise<unknown>>();
  let description: ListToolsResult["tools"] | null = null;

  const requireInitialized = (): void => {
    if (server.getClientVersion() === undefined) {
      throw new McpError(ErrorCode.InvalidRequest, "The session is not initialized: send 'initialize' first.");
    }
  };

  server.setRequestHandler(ListToolsRequestSchema, () => {
    requireInitialized();
    description ??= tools.map(describeTool);
    return { tools: description };
  });

  // A handler set for tools/call would answer malformed calls with the schema library's words. This one sees them raw.
  server.fallbackRequestHandler = async (request, extra) => {
    if (request.method !== "tools/call") {
      throw new McpError(ErrorCode.MethodNotFound, `Unknown method ${quoted(request.method)}.`);
    }
    requireInitialized();
    const answer = callTool(request.params, { project: options.project, signal: extra.signal }).catch((thrown) => {
      if (!(thrown instanceof GrepaiError)) options.onDefect(thrown);
      return failure(thrown);
    });
    underWay.add(answer);
    return answer.finally(() => underWay.delete(answer));
  };

  return {
    server,
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
