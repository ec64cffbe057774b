import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectClient, failure, reply } from "./support/mcp.ts";
import { outcomeOf, startProgram } from "./support/program.ts";
import { indexedProject, removeFolder, writeFiles } from "./support/sample-project.ts";

let root: string;
let client: Client;

beforeAll(async () => {
  root = await indexedProject({ "a.ts": "export function firstThing() {\n  return 1;\n}\n" });
  client = await connectClient({ cwd: root });
});

afterAll(async () => {
  await client?.close();
  await removeFolder(root);
});

async function callersOf(symbol: string): Promise<readonly string[]> {
  const answer = await reply(client, "grepai_trace_callers", { symbol, compact: true });
  return (answer["r"] as readonly { fn: string }[]).map(({ fn }) => fn);
}

async function eventually(check: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

describe("a server beside a running watch", () => {
  it("sees saves, deletions and the watcher itself, without a restart", async () => {
    expect(await callersOf("firstThing")).toEqual([]);
    const watch = startProgram(["watch"], { cwd: root });
    const ended = outcomeOf(watch);
    try {
      await eventually(async () => {
        expect(await reply(client, "grepai_index_status")).toMatchObject({ daemon: { running: true, pid: watch.pid } });
      });
      await writeFiles(root, {
        "b.ts": 'import { firstThing } from "./a.ts";\nexport function secondThing() {\n  return firstThing();\n}\n',
      });
      await eventually(async () => expect(await callersOf("firstThing")).toEqual(["secondThing"]));
      expect(await reply(client, "grepai_search", { query: "secondThing", limit: 1, compact: true })).toMatchObject({
        r: [{ f: "b.ts" }],
      });
      await writeFile(join(root, "b.ts"), "export const nothing = 0;\n");
      await eventually(async () => expect(await callersOf("firstThing")).toEqual([]));
    } finally {
      watch.kill("SIGTERM");
    }
    expect((await ended).code).toBe(0);
    expect(await reply(client, "grepai_index_status")).toMatchObject({ daemon: { running: false, pid: null } });
  });
});

describe("a configuration that changes under a running server", () => {
  it("holds from the next call on, and its faults are told", async () => {
    const path = join(root, ".grepai", "config.yaml");
    const original = await readFile(path, "utf8");
    const unreachable = "version: 1\nembedder:\n  provider: ollama\n  endpoint: http://127.0.0.1:9\n";
    await writeFile(path, unreachable);
    expect(await failure(client, "grepai_search", { query: "firstThing" })).toMatchObject({
      code: "EMBEDDER_UNAVAILABLE",
    });
    expect(await reply(client, "grepai_search", { query: "firstThing", limit: 1, mode: "lexical" })).toMatchObject({
      total: 1,
    });
    expect(await callersOf("firstThing")).toEqual([]);
    expect(await reply(client, "grepai_index_status")).toMatchObject({
      status: "degraded",
      embedder: { provider: "ollama", status: "unavailable", reason: expect.any(String) },
    });

    await writeFile(path, "embedder:\n  provider: wishful\n");
    expect(await failure(client, "grepai_search", { query: "firstThing" })).toMatchObject({ code: "INVALID_CONFIG" });

    await writeFile(path, `${original}\n# as before\n`);
    expect(await reply(client, "grepai_search", { query: "firstThing", limit: 1 })).toMatchObject({ total: 1 });
    expect(await reply(client, "grepai_index_status")).toMatchObject({ status: "healthy" });
  });
});
