import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tools } from "../src/mcp/tools/index.ts";
import { initialize, playRaw, type RawStep } from "./support/mcp.ts";
import { outcomeOf, startProgram } from "./support/program.ts";
import { indexedProject, removeFolder, temporaryFolder } from "./support/sample-project.ts";

let root: string;

beforeAll(async () => {
  root = await indexedProject();
});

afterAll(() => removeFolder(root));

const call = (id: number, name: string, parameters: unknown): RawStep => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: parameters },
});

const list: RawStep = { jsonrpc: "2.0", id: 2, method: "tools/list" };

function initializeWith(protocolVersion: unknown): RawStep {
  return {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "0" } },
  };
}

describe("protocol versions", () => {
  it.each(["2024-11-05", "2025-03-26", "2025-06-18"])("speaks %s when asked to", async (version) => {
    const session = await playRaw([initializeWith(version), list, call(3, "grepai_search", { query: "login" })], {
      cwd: root,
    });
    expect(session.answer(1)?.result).toMatchObject({ protocolVersion: version, serverInfo: { name: "grepai" } });
    expect(session.answer(2)?.result?.["tools"]).toHaveLength(tools.length);
    expect(session.answer(3)?.result).toMatchObject({ content: [{ type: "text" }] });
  });

  it.each(["2999-01-01", "1999-01-01", "banana", ""])("answers %j with a version that it speaks", async (version) => {
    const session = await playRaw([initializeWith(version), list], { cwd: root });
    expect(session.answer(1)?.result?.["protocolVersion"]).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(session.answer(1)?.result?.["protocolVersion"]).not.toBe(version);
    expect(session.answer(2)?.result?.["tools"]).toHaveLength(tools.length);
  });

  it("answers calls before initialize with an error, and works after it", async () => {
    const session = await playRaw(
      [list, call(3, "grepai_search", { query: "login" }), ...initialize, call(4, "grepai_search", { query: "login" })],
      { cwd: root },
    );
    expect(session.answer(2)?.error).toMatchObject({ code: -32600, message: expect.stringContaining("initialize") });
    expect(session.answer(3)?.error).toMatchObject({ code: -32600 });
    expect(session.answer(4)?.result).not.toHaveProperty("isError");
  });
});

describe("malformed input", () => {
  it("survives lines that are no messages, unknown methods and arguments of a wrong kind", async () => {
    const session = await playRaw(
      [
        ...initialize,
        "this is not json",
        "[]",
        '{"jsonrpc":"2.0"}',
        "",
        "\u0000\u001b[2J",
        { jsonrpc: "2.0", id: 90, method: "no/such" },
        call(10, "grepai_search", "query"),
        call(11, "grepai_search", null),
        call(12, "grepai_search", ["query"]),
        { jsonrpc: "2.0", id: 13, method: "tools/call" },
        { jsonrpc: "2.0", id: 14, method: "tools/call", params: { name: 7 } },
        { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "nobody" } },
        { jsonrpc: "2.0", id: 99, method: "ping" },
      ],
      { cwd: root },
    );
    expect(session.answer(90)?.error?.code).toBe(-32601);
    const errors = [10, 11, 12, 13, 14].map((id) => {
      const result = session.result<{ isError: boolean; content: { text: string }[] }>(id);
      expect(result.isError).toBe(true);
      return JSON.parse(result.content[0]?.text ?? "") as { error: string; code: string };
    });
    expect(errors.map(({ code }) => code)).toEqual(errors.map(() => "INVALID_PARAMETERS"));
    expect(errors[0]?.error).toBe("The arguments must be an object of parameter names and values.");
    expect(errors[1]?.error).toBe("Parameter 'query' is required.");
    expect(errors[3]?.error).toMatch(/^The name of a tool is required: grepai_search/);
    expect(session.answer(99)?.result).toEqual({});
    expect(session.code).toBe(0);
  });

  it("never shows stacks or paths of this machine", async () => {
    const session = await playRaw(
      [...initialize, call(2, "grepai_search", { query: "a", path: "\u0000" }), call(3, "no_such_tool", {})],
      { cwd: root },
    );
    for (const line of session.lines) expect(line).not.toMatch(/node_modules|\.ts:\d|\.js:\d|\\n\s+at /);
  });
});

describe("standard output", () => {
  it.each([
    ["plainly", {}],
    [
      "with every kind of debugging on",
      { DEBUG: "*", NODE_DEBUG: "net,fs,module", NODE_OPTIONS: "--trace-warnings", GREPAI_DEBUG: "1" },
    ],
  ])("holds JSON-RPC messages and nothing else: %s", async (_, env) => {
    const folders = [root, await temporaryFolder()];
    for (const cwd of folders) {
      const session = await playRaw(
        [
          ...initialize,
          list,
          call(3, "grepai_search", { query: "login" }),
          call(4, "grepai_trace_graph", { symbol: "main" }),
          call(5, "grepai_index_status", { verbose: true }),
          call(6, "grepai_search", {}),
        ],
        { cwd, env },
      );
      expect(session.lines).toHaveLength(6);
      for (const line of session.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    }
    await removeFolder(folders[1] as string);
  });

  it("stays clean when the configuration is broken, and the answer says what to mend", async () => {
    const folder = await indexedProject({ "a.ts": "export const a = 1;\n" });
    await writeFile(join(folder, ".grepai", "config.yaml"), "embedder:\n  provider: [nonsense\n");
    const session = await playRaw([...initialize, call(2, "grepai_search", { query: "a" })], { cwd: folder });
    const result = session.result<{ isError: boolean; content: { text: string }[] }>(2);
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? "")).toMatchObject({ code: "INVALID_CONFIG" });
    await removeFolder(folder);
  });
});

describe("the end", () => {
  it("comes with the end of standard input, after calls under way are answered", async () => {
    const session = await playRaw([...initialize, call(2, "grepai_search", { query: "login" })], { cwd: root });
    expect(session.answer(2)?.result).toMatchObject({ content: [{ type: "text" }] });
    expect([session.code, session.signal]).toEqual([0, null]);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("comes with %s", async (signal) => {
    const child = startProgram(["mcp-serve"], { cwd: root });
    const ended = outcomeOf(child);
    child.stdin.write(`${JSON.stringify(initializeWith("2025-06-18"))}\n`);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: "" });
  });

  it("comes quietly when nobody reads any more", async () => {
    const child = startProgram(["mcp-serve"], { cwd: root });
    const ended = outcomeOf(child);
    child.stdin.on("error", () => {});
    child.stdin.write(`${JSON.stringify(initializeWith("2025-06-18"))}\n`);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.stdout.destroy();
    for (let id = 2; id < 50 && child.exitCode === null; id++) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list" })}\n`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const outcome = await ended;
    expect([outcome.code, outcome.stderr]).toEqual([0, ""]);
  });
});

describe("cancellation", () => {
  let slow: Server;
  let folder: string;
  let aborted = 0;
  let onRequest: () => void = () => {};
  const requested = new Promise<void>((resolve) => {
    onRequest = resolve;
  });

  beforeAll(async () => {
    folder = await indexedProject({ "a.ts": "export function slowOne() { return 1; }\n" });
    // An embedding server that never answers, and notices when its client hangs up.
    slow = createServer((request, response) => {
      request.resume();
      onRequest();
      response.on("close", () => {
        aborted++;
      });
    });
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    const { port } = slow.address() as AddressInfo;
    await writeFile(
      join(folder, ".grepai", "config.yaml"),
      `version: 1\nembedder:\n  provider: ollama\n  model: nomic-embed-text\n  endpoint: http://127.0.0.1:${port}\n`,
    );
  });

  afterAll(async () => {
    slow.closeAllConnections();
    slow.close();
    await removeFolder(folder);
  });

  it("stops the work, sends no answer, and lets the next call through", async () => {
    const cancel = (requestId: unknown): RawStep => ({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId, reason: "user" },
    });
    const session = await playRaw(
      [
        ...initialize,
        call(2, "grepai_search", { query: "slow one" }),
        () => requested,
        cancel(2),
        cancel(2),
        cancel("nobody"),
        call(3, "grepai_trace_callers", { symbol: "slowOne" }),
        1_000,
      ],
      { cwd: folder },
    );
    expect(session.answer(2)).toBeUndefined();
    expect(session.answer(3)?.result).toMatchObject({ structuredContent: { count: 0 } });
    expect(aborted).toBeGreaterThan(0);
    expect(session.code).toBe(0);
  });
});
