import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { cleanEnvironment, outcomeOf, programPath, type RunOptions, startProgram } from "./program.ts";

/** The official client, connected to the built server. */
export async function connectClient(options: RunOptions, path?: string): Promise<Client> {
  const client = new Client({ name: "test", version: "0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [programPath, "mcp-serve", ...(path === undefined ? [] : [path])],
      cwd: options.cwd,
      env: cleanEnvironment(options.env),
      stderr: "ignore",
    }),
  );
  return client;
}

/** Calls a tool; the client checks `structuredContent` against the tool's `outputSchema`. */
export async function callTool(
  client: Client,
  name: string,
  parameters?: Record<string, unknown>,
): Promise<CallToolResult> {
  return (await client.callTool({ name, ...(parameters && { arguments: parameters }) })) as CallToolResult;
}

/** The one text of a result. */
export function textOf(result: CallToolResult): string {
  const [content, ...more] = result.content;
  if (content?.type !== "text" || more.length > 0) throw new Error(`expected one text: ${JSON.stringify(result)}`);
  return content.text;
}

/** The reply of a call that succeeded, as JSON. */
export async function reply(
  client: Client,
  name: string,
  parameters?: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const result = await callTool(client, name, parameters);
  if (result.isError) throw new Error(textOf(result));
  return JSON.parse(textOf(result)) as Record<string, unknown>;
}

/** The error of a call that failed. */
export async function failure(
  client: Client,
  name: string,
  parameters?: Record<string, unknown>,
): Promise<{ readonly error: string; readonly code: string }> {
  const result = await callTool(client, name, parameters);
  if (!result.isError) throw new Error(`expected an error: ${textOf(result)}`);
  return JSON.parse(textOf(result)) as { error: string; code: string };
}

export interface RawMessage {
  readonly jsonrpc: string;
  readonly id?: number | string;
  readonly method?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface RawSession {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Every line of standard output. */
  readonly lines: readonly string[];
  readonly stderr: string;
  /** The answer to a request, if there was one. */
  answer(id: number): RawMessage | undefined;
  /** The result of a request that must have been answered with one. */
  result<T>(id: number): T;
}

/** A step of a raw session: a message, a line as it is, a pause in milliseconds, or something to wait for. */
export type RawStep = Record<string, unknown> | string | number | (() => Promise<void>);

export const initialize: readonly RawStep[] = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "0" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

/** Plays lines to the server, closes its standard input and waits for its end. */
export async function playRaw(steps: readonly RawStep[], options: RunOptions): Promise<RawSession> {
  const child = startProgram(["mcp-serve"], options);
  const ended = outcomeOf(child);
  child.stdin.on("error", () => {});
  for (const step of steps) {
    if (typeof step === "number") await new Promise((resolve) => setTimeout(resolve, step));
    else if (typeof step === "function") await step();
    else child.stdin.write(`${typeof step === "string" ? step : JSON.stringify(step)}\n`);
  }
  child.stdin.end();
  const { code, signal, stdout, stderr } = await ended;
  const lines = stdout.split("\n").filter((line) => line !== "");
  const messages = lines.map((line) => JSON.parse(line) as RawMessage);
  const answer = (id: number) => messages.find((message) => message.id === id && message.method === undefined);
  const result = <T>(id: number): T => {
    const found = answer(id)?.result;
    if (found === undefined) throw new Error(`request ${id} has no result; standard error: ${stderr}`);
    return found as T;
  };
  return { code, signal, lines, stderr, answer, result };
}
