import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { decode } from "@toon-format/toon";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool, connectClient, failure, reply, textOf } from "./support/mcp.ts";
import {
  indexedProject,
  indexFolder,
  lineOf,
  removeFolder,
  temporaryFolder,
  writeFiles,
} from "./support/sample-project.ts";

let root: string;
let client: Client;

beforeAll(async () => {
  root = await indexedProject();
  client = await connectClient({ cwd: root });
  await client.listTools();
});

afterAll(async () => {
  await client?.close();
  await removeFolder(root);
});

/** Keys in order, the documented ones of an object. */
const keys = (value: unknown): readonly string[] => Object.keys(value as object);

describe("what the server says of itself", () => {
  it("has a name, the package's version and instructions that name the tools", () => {
    expect(client.getServerVersion()).toMatchObject({
      name: "grepai",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(client.getInstructions()).toContain("grepai_search");
  });

  it("lists its tools, read-only, with titles, descriptions and both schemas", async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      "grepai_search",
      "grepai_grep",
      "grepai_trace_callers",
      "grepai_trace_callees",
      "grepai_trace_graph",
      "grepai_refs_readers",
      "grepai_refs_writers",
      "grepai_refs_graph",
      "grepai_impact",
      "grepai_index_status",
    ]);
    for (const tool of tools) {
      expect(tool.title).not.toBe("");
      expect(tool.description?.length).toBeGreaterThan(80);
      expect(tool.annotations?.readOnlyHint).toBe(true);
      expect(tool.inputSchema.type).toBe("object");
      expect(tool.outputSchema?.type).toBe("object");
    }
  });
});

describe("grepai_search", () => {
  it("full", async () => {
    const answer = await reply(client, "grepai_search", { query: "open a session for a user", limit: 3 });
    expect(keys(answer).slice(0, 3)).toEqual(["query", "results", "total"]);
    expect(answer["query"]).toBe("open a session for a user");
    const results = answer["results"] as readonly Record<string, unknown>[];
    expect(answer["total"]).toBe(results.length);
    expect(results.length).toBeGreaterThan(0);
    expect(results.length).toBeLessThanOrEqual(3);
    for (const result of results) {
      expect(keys(result).slice(0, 5)).toEqual(["score", "file", "start_line", "end_line", "content"]);
      expect(result["score"]).toBeGreaterThanOrEqual(0);
      expect(result["score"]).toBeLessThanOrEqual(1);
      expect(Number.isInteger(result["start_line"])).toBe(true);
      expect(Number.isInteger(result["end_line"])).toBe(true);
      expect(result["content"]).not.toBe("");
    }
    expect(results[0]?.["file"]).toBe("auth/user.go");
  });

  it("compact", async () => {
    const answer = await reply(client, "grepai_search", { query: "retryWithBackoff", limit: 2, compact: true });
    expect(keys(answer).slice(0, 3)).toEqual(["q", "r", "t"]);
    const rows = answer["r"] as readonly Record<string, unknown>[];
    expect(answer["t"]).toBe(rows.length);
    expect(keys(rows[0])).toEqual(["s", "f", "l"]);
    expect(rows[0]).toMatchObject({ f: "web/retry.ts", l: expect.stringMatching(/^\d+-\d+$/), s: expect.any(Number) });
  });

  it("ten results when nothing is asked for, in descending order of score", async () => {
    const answer = await reply(client, "grepai_search", { query: "order" });
    const scores = (answer["results"] as readonly { score: number }[]).map((result) => result.score);
    expect(scores.length).toBeLessThanOrEqual(10);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it.each(["hybrid", "lexical", "semantic"])("answers in %s mode", async (mode) => {
    const answer = await reply(client, "grepai_search", { query: "validate an order", mode, compact: true });
    expect((answer["r"] as readonly { f: string }[])[0]?.f).toBe("services/order.go");
  });

  it("keeps to a language, under any of its names", async () => {
    for (const language of ["typescript", "TypeScript", "ts", ["ts"]]) {
      const answer = await reply(client, "grepai_search", { query: "user", language, compact: true });
      expect((answer["r"] as readonly { f: string }[]).map(({ f }) => f.split(".").at(-1))).toEqual(
        (answer["r"] as readonly unknown[]).map(() => "ts"),
      );
    }
    expect(await failure(client, "grepai_search", { query: "user", language: "klingon" })).toMatchObject({
      code: "INVALID_PARAMETERS",
      error: expect.stringContaining("Unknown language 'klingon'"),
    });
  });
});

describe("path filters", () => {
  const filesFor = async (path: unknown): Promise<readonly string[]> => {
    const answer = await reply(client, "grepai_search", { query: "date pause retry", path, limit: 50, compact: true });
    return [...new Set((answer["r"] as readonly { f: string }[]).map(({ f }) => f))].sort();
  };

  it("takes every spelling of one folder and stops at its border", async () => {
    const spellings = [
      "web",
      "web/",
      "./web",
      "/web",
      "web//",
      "web/.",
      `${root}/web`,
      "web/**",
      "auth/../web",
      ["web"],
    ];
    for (const path of spellings) expect([path, await filesFor(path)]).toEqual([path, ["web/retry.ts"]]);
  });

  it("takes every spelling of the root", async () => {
    const everywhere = await filesFor([]);
    expect(everywhere).toContain("web-utils/dates.ts");
    for (const path of ["", ".", "./", "/", root, `${root}/`]) {
      expect([path, await filesFor(path)]).toEqual([path, everywhere]);
    }
  });

  it("says that a folder is unknown rather than that nothing was found", async () => {
    for (const path of ["nope", "WEB"]) {
      expect(await failure(client, "grepai_search", { query: "date", path })).toMatchObject({
        code: "INVALID_PARAMETERS",
        error: expect.stringContaining(path),
      });
    }
  });

  it.each([
    "..",
    "../",
    "../neighbour",
    "web/../../neighbour",
    "/etc",
    "/etc/passwd",
    "../**/*.ts",
    "{web,..}/**",
    "web/**/../../../**",
    "web/\u0000/../..",
    "file:///etc/passwd",
  ])("answers nothing from outside the project: %j", async (path) => {
    const result = await callTool(client, "grepai_search", { query: "root", path });
    expect(result.isError).toBe(true);
    expect(["PATH_OUTSIDE_PROJECT", "INVALID_PARAMETERS"]).toContain(JSON.parse(textOf(result)).code);
  });
});

describe("grepai_trace_callers", () => {
  const expected = [
    ["auth/handler.go", lineOf("auth/handler.go", "Login("), "HandleAuth"],
    ["auth/user_test.go", lineOf("auth/user_test.go", "Login("), "TestLoginSuccess"],
  ];

  it("full", async () => {
    const answer = await reply(client, "grepai_trace_callers", { symbol: "Login" });
    expect(keys(answer).slice(0, 4)).toEqual(["query", "mode", "count", "results"]);
    expect(answer).toMatchObject({ query: "Login", mode: "callers", count: 2 });
    const results = answer["results"] as readonly Record<string, unknown>[];
    for (const result of results) expect(keys(result).slice(0, 4)).toEqual(["file", "line", "caller", "context"]);
    expect(results.map((result) => [result["file"], result["line"], result["caller"]])).toEqual(expected);
    expect(results[0]?.["context"]).toBe("if Login(name, password) {");
  });

  it("compact", async () => {
    expect(await reply(client, "grepai_trace_callers", { symbol: "Login", compact: true })).toEqual({
      q: "Login",
      m: "callers",
      c: 2,
      r: expected.map(([f, l, fn]) => ({ f, l, fn })),
    });
  });

  it("tells a symbol without callers from one that does not exist", async () => {
    expect(await reply(client, "grepai_trace_callers", { symbol: "HandleAuth" })).toMatchObject({
      count: 0,
      results: [],
    });
    const unknown = await failure(client, "grepai_trace_callers", { symbol: "Logn" });
    expect(unknown.code).toBe("SYMBOL_NOT_FOUND");
    expect(unknown.error).toMatch(/^Symbol 'Logn' not found in index\./);
    expect(unknown.error).toContain("Login");
  });
});

describe("grepai_trace_callees", () => {
  const names = ["validateOrder", "calculateTotal", "applyDiscount", "sendConfirmation"];
  const expected = names.map((name) => ["services/order.go", lineOf("services/order.go", `\t${name}(order)`), name]);

  it("full", async () => {
    const answer = await reply(client, "grepai_trace_callees", { symbol: "ProcessOrder" });
    expect(keys(answer).slice(0, 4)).toEqual(["query", "mode", "count", "results"]);
    expect(answer).toMatchObject({ query: "ProcessOrder", mode: "callees", count: 4 });
    const results = answer["results"] as readonly Record<string, unknown>[];
    for (const result of results) expect(keys(result).slice(0, 4)).toEqual(["file", "line", "callee", "context"]);
    expect(results.map((result) => [result["file"], result["line"], result["callee"]])).toEqual(expected);
    expect(results[0]?.["target"]).toMatchObject({
      name: "validateOrder",
      file: "services/order.go",
      line: lineOf("services/order.go", "func validateOrder"),
    });
  });

  it("compact", async () => {
    expect(await reply(client, "grepai_trace_callees", { symbol: "ProcessOrder", compact: true })).toEqual({
      q: "ProcessOrder",
      m: "callees",
      c: 4,
      r: expected.map(([f, l, fn]) => ({ f, l, fn })),
    });
  });
});

describe("grepai_trace_graph", () => {
  it("full", async () => {
    const answer = await reply(client, "grepai_trace_graph", { symbol: "main", depth: 3 });
    expect(keys(answer).slice(0, 5)).toEqual(["query", "mode", "depth", "root", "stats"]);
    expect(answer).toMatchObject({ query: "main", mode: "graph", depth: 3, stats: { nodes: 6, max_depth: 2 } });
    const top = answer["root"] as Record<string, unknown>;
    expect(keys(top).slice(0, 4)).toEqual(["name", "file", "line", "children"]);
    expect(top).toMatchObject({ name: "main", file: "cmd/main.go", line: 3 });
    expect((top["children"] as readonly Record<string, unknown>[])[0]).toMatchObject({
      name: "initialize",
      file: "cmd/main.go",
      line: lineOf("cmd/main.go", "func initialize"),
      children: [{ name: "loadConfig", children: [] }, { name: "connectDB" }],
    });
  });

  it("compact", async () => {
    expect(await reply(client, "grepai_trace_graph", { symbol: "main", depth: 3, compact: true })).toEqual({
      q: "main",
      d: 3,
      r: {
        n: "main",
        c: [
          { n: "initialize", c: [{ n: "loadConfig" }, { n: "connectDB" }] },
          { n: "startServer", c: [{ n: "registerRoutes" }] },
        ],
      },
      s: { nodes: 6, depth: 2 },
    });
  });

  it("follows two levels when nothing is asked for, and one when so asked", async () => {
    expect(await reply(client, "grepai_trace_graph", { symbol: "main", compact: true })).toMatchObject({ d: 2 });
    expect(await reply(client, "grepai_trace_graph", { symbol: "main", depth: 1, compact: true })).toMatchObject({
      d: 1,
      r: { n: "main", c: [{ n: "initialize" }, { n: "startServer" }] },
      s: { nodes: 3, depth: 1 },
    });
  });
});

describe("grepai_index_status", () => {
  it("has the documented shape and true figures", async () => {
    const status = await reply(client, "grepai_index_status");
    expect(keys(status).slice(0, 6)).toEqual(["status", "project", "embedder", "store", "index", "daemon"]);
    expect(keys(status["embedder"]).slice(0, 3)).toEqual(["provider", "model", "status"]);
    expect(keys(status["store"]).slice(0, 2)).toEqual(["backend", "location"]);
    expect(keys(status["index"]).slice(0, 3)).toEqual(["files", "chunks", "last_updated"]);
    expect(keys(status["daemon"]).slice(0, 2)).toEqual(["running", "pid"]);
    expect(status).toMatchObject({
      status: "healthy",
      project: root,
      embedder: { provider: "static", status: "connected" },
      store: { backend: "sqlite", location: ".grepai/index.db" },
      index: {
        files: 8,
        last_updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        languages: { go: 5, typescript: 2, markdown: 1 },
        pending_chunks: 0,
      },
      daemon: { running: false, pid: null },
    });
    expect(status).not.toHaveProperty("details");
  });

  it("adds details when verbose", async () => {
    const status = await reply(client, "grepai_index_status", { verbose: true });
    expect(keys(status["details"])).toEqual(["parse_status", "skipped_paths", "partly_parsed", "not_embedded"]);
  });
});

describe("formats", () => {
  const calls: readonly [string, Record<string, unknown>][] = [
    ["grepai_search", { query: "login" }],
    ["grepai_search", { query: "login", compact: true }],
    ["grepai_trace_callers", { symbol: "Login" }],
    ["grepai_trace_callers", { symbol: "Login", compact: true }],
    ["grepai_trace_callees", { symbol: "ProcessOrder" }],
    ["grepai_trace_callees", { symbol: "ProcessOrder", compact: true }],
    ["grepai_trace_graph", { symbol: "main" }],
    ["grepai_trace_graph", { symbol: "main", compact: true }],
    ["grepai_index_status", {}],
    ["grepai_index_status", { verbose: true }],
  ];

  it.each(calls)("%s %j: JSON, TOON and structured content say the same", async (name, parameters) => {
    const json = await callTool(client, name, { ...parameters, format: "json" });
    const toon = await callTool(client, name, { ...parameters, format: "toon" });
    const data = JSON.parse(textOf(json)) as unknown;
    expect(json.structuredContent).toEqual(data);
    expect(toon.structuredContent).toEqual(data);
    expect(decode(textOf(toon))).toEqual(data);
    expect(() => JSON.parse(textOf(toon)) as unknown).toThrow();
  });
});

describe("errors", () => {
  it.each([
    ["grepai_search", undefined, "Parameter 'query' is required."],
    ["grepai_search", {}, "Parameter 'query' is required."],
    ["grepai_search", { query: null }, "Parameter 'query' is required."],
    ["grepai_search", { query: "  " }, "Parameter 'query' must not be empty."],
    ["grepai_search", { query: 7 }, "Parameter 'query' must be a string."],
    ["grepai_search", { query: "a", limit: 0 }, "Parameter 'limit' must be a whole number from 1 to 100."],
    ["grepai_search", { query: "a", limit: -1 }, "Parameter 'limit' must be a whole number from 1 to 100."],
    ["grepai_search", { query: "a", limit: 1.5 }, "Parameter 'limit' must be a whole number from 1 to 100."],
    ["grepai_search", { query: "a", limit: "5" }, "Parameter 'limit' must be a whole number from 1 to 100."],
    ["grepai_search", { query: "a", format: "xml" }, `Parameter 'format' must be "json" or "toon".`],
    ["grepai_trace_callers", {}, "Parameter 'symbol' is required."],
    ["grepai_trace_callees", { symbol: "" }, "Parameter 'symbol' must not be empty."],
    [
      "grepai_trace_graph",
      { symbol: "main", depth: 1_000_000 },
      "Parameter 'depth' must be a whole number from 1 to 100.",
    ],
    ["grepai_index_status", { verbose: 1 }, "Parameter 'verbose' must be true or false."],
  ])("%s %j: exactly the documented error", async (name, parameters, error) => {
    expect(await failure(client, name, parameters)).toEqual({ error, code: "INVALID_PARAMETERS" });
  });

  it("names the near miss of an unknown parameter and of an unknown tool", async () => {
    expect(await failure(client, "grepai_search", { query: "a", limt: 3 })).toEqual({
      error:
        "Unknown parameter 'limt'. Did you mean 'limit'? Allowed: query, limit, compact, format, path, language, kind, include_tests, like, include_copies, max_tokens, mode.",
      code: "INVALID_PARAMETERS",
    });
    expect((await failure(client, "grepai_serch", { query: "a" })).error).toContain("Did you mean 'grepai_search'?");
    expect((await failure(client, "search", { query: "a" })).error).toContain("Did you mean 'grepai_search'?");
    expect((await failure(client, "__proto__", {})).error).toContain("Unknown tool '__proto__'");
  });
});

describe("calls at the same time", () => {
  it("answers each with its own", async () => {
    const symbols = ["Login", "loadConfig", "connectDB", "validateOrder", "pause"];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? reply(client, "grepai_trace_callers", { symbol: symbols[index % symbols.length] })
          : reply(client, "grepai_search", { query: symbols[index % symbols.length] }),
      ),
    );
    expect(answers.map((answer) => answer["query"])).toEqual(
      answers.map((_, index) => symbols[index % symbols.length]),
    );
  });
});

describe("an index that comes, changes and goes", () => {
  it("is not there at first, is found once made, seen anew after each commit, and missed when deleted", async () => {
    const folder = await temporaryFolder();
    const late = await connectClient({ cwd: folder });
    try {
      const expected = { error: "Index not found. Run 'grepai watch' first.", code: "INDEX_NOT_FOUND" };
      expect(await failure(late, "grepai_search", { query: "x" })).toEqual(expected);
      expect(await failure(late, "grepai_trace_callers", { symbol: "x" })).toEqual(expected);
      expect(await failure(late, "grepai_trace_callees", { symbol: "x" })).toEqual(expected);
      expect(await failure(late, "grepai_trace_graph", { symbol: "x" })).toEqual(expected);
      expect(await failure(late, "grepai_index_status")).toEqual(expected);

      await writeFiles(folder, { "one.ts": "export function firstThing() { return 1; }\n" });
      await indexFolder(folder);
      expect(await reply(late, "grepai_search", { query: "firstThing", compact: true })).toMatchObject({
        r: [{ f: "one.ts" }],
      });

      await writeFiles(folder, {
        "two.ts": "import { firstThing } from './one';\nexport function secondThing() { return firstThing(); }\n",
      });
      await indexFolder(folder);
      expect(await reply(late, "grepai_search", { query: "secondThing", limit: 1, compact: true })).toMatchObject({
        r: [{ f: "two.ts" }],
      });
      expect(await reply(late, "grepai_trace_callers", { symbol: "firstThing", compact: true })).toMatchObject({
        r: [{ f: "two.ts", fn: "secondThing" }],
      });

      await rm(join(folder, "one.ts"));
      await rm(join(folder, ".grepai"), { recursive: true });
      expect(await failure(late, "grepai_search", { query: "secondThing" })).toEqual(expected);
      await indexFolder(folder);
      const answer = await reply(late, "grepai_search", { query: "firstThing secondThing", compact: true });
      expect((answer["r"] as readonly { f: string }[]).map(({ f }) => f)).toEqual(["two.ts"]);
    } finally {
      await late.close();
      await removeFolder(folder);
    }
  });

  it("serves a project given by its path", async () => {
    const elsewhere = await temporaryFolder();
    const other = await connectClient({ cwd: elsewhere }, join(root, "auth"));
    try {
      expect(await reply(other, "grepai_index_status")).toMatchObject({ project: root });
    } finally {
      await other.close();
      await removeFolder(elsewhere);
    }
  });
});
