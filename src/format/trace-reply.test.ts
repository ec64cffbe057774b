import { describe, expect, it } from "vitest";
import type { GraphAnswer, GraphNode, TraceAnswer, TracedSymbol, TraceRow } from "../graph/types.ts";
import { compactGraphReply, fullGraphReply } from "./graph-reply.ts";
import { assistantLimits, jsonBytes } from "./limits.ts";
import { compactTraceReply, fullTraceReply } from "./trace-reply.ts";

const login: TracedSymbol = {
  name: "Login",
  qualifiedName: "User.Login",
  kind: "method",
  file: "user.go",
  line: 7,
  endLine: 9,
};

const row: TraceRow = {
  file: "handlers/auth.go",
  line: 42,
  symbol: "HandleAuth",
  qualifiedName: "HandleAuth",
  context: "user.Login(ctx, credentials)",
  kind: "call",
  confidence: "exact",
  definition: login,
  target: null,
};

const callers: TraceAnswer = { query: "Login", mode: "callers", definitions: [login], rows: [row], notes: [] };

describe("trace replies", () => {
  it("full callers: the documented keys and values, then additions", () => {
    const reply = fullTraceReply(callers, null);
    expect(Object.keys(reply).slice(0, 4)).toEqual(["query", "mode", "count", "results"]);
    expect(reply).toMatchObject({ query: "Login", mode: "callers", count: 1 });
    expect(Object.entries(reply.results[0] ?? {}).slice(0, 4)).toEqual([
      ["file", "handlers/auth.go"],
      ["line", 42],
      ["caller", "HandleAuth"],
      ["context", "user.Login(ctx, credentials)"],
    ]);
    expect(reply.results[0]).not.toHaveProperty("definition");
  });

  it("full callees: `callee` and where it is defined", () => {
    const reply = fullTraceReply({ ...callers, mode: "callees", rows: [{ ...row, target: login }] }, null);
    expect(Object.keys(reply.results[0] ?? {}).slice(0, 4)).toEqual(["file", "line", "callee", "context"]);
    expect(reply.results[0]).toMatchObject({ target: { name: "User.Login", file: "user.go", line: 7 } });
  });

  it("tells rows of several definitions apart", () => {
    const reply = fullTraceReply({ ...callers, definitions: [login, { ...login, file: "other.go" }] }, null);
    expect(reply.results[0]).toMatchObject({ definition: { file: "user.go", line: 7 } });
  });

  it("compact: exactly the documented keys", () => {
    expect(compactTraceReply(callers, assistantLimits)).toEqual({
      q: "Login",
      m: "callers",
      c: 1,
      r: [{ f: "handlers/auth.go", l: 42, fn: "HandleAuth" }],
    });
  });

  it("keeps the count of all rows when last ones are left out", () => {
    const rows = Array.from({ length: 3_000 }, (_, line) => ({ ...row, line, context: "c".repeat(1_000) }));
    const reply = fullTraceReply({ ...callers, rows }, assistantLimits);
    expect(jsonBytes(reply)).toBeLessThanOrEqual(assistantLimits.maxBytes);
    expect(reply.count).toBe(3_000);
    expect(reply.notes?.at(-1)).toContain(`The last ${3_000 - reply.results.length} of 3000 call sites`);
  });
});

function node(name: string, children: readonly GraphNode[] = [], repeated = false): GraphNode {
  return { name, qualifiedName: name, file: "cmd/main.go", line: 10, children, repeated };
}

function graph(root: GraphNode): GraphAnswer {
  return {
    query: "main",
    depth: 3,
    root,
    nodeCount: 3,
    maxDepth: 2,
    truncated: false,
    definitions: [],
    notes: [],
  };
}

describe("graph replies", () => {
  const root = node("main", [node("initialize", [node("loadConfig")]), node("loadConfig", [], true)]);

  it("full: the documented keys, leaves with empty children", () => {
    const reply = fullGraphReply(graph(root), null);
    expect(Object.keys(reply).slice(0, 5)).toEqual(["query", "mode", "depth", "root", "stats"]);
    expect(Object.keys(reply.root)).toEqual(["name", "file", "line", "children"]);
    expect(reply.stats).toEqual({ nodes: 3, max_depth: 2 });
    expect(reply.root.children[0]?.children[0]).toEqual({
      name: "loadConfig",
      file: "cmd/main.go",
      line: 10,
      children: [],
    });
    expect(reply.root.children[1]).toMatchObject({ name: "loadConfig", repeated: true });
  });

  it("compact: exactly the documented keys, leaves without children", () => {
    expect(compactGraphReply(graph(root), null)).toEqual({
      q: "main",
      d: 3,
      r: { n: "main", c: [{ n: "initialize", c: [{ n: "loadConfig" }] }, { n: "loadConfig" }] },
      s: { nodes: 3, depth: 2 },
    });
  });

  it("leaves out deep levels, then children, until the reply fits", () => {
    const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
    const deep = node(
      "root",
      names("child", 30).map((child) =>
        node(
          child,
          names(`${child}_grandchild`, 60).map((name) => node(name)),
        ),
      ),
    );
    const shallow = fullGraphReply(graph(deep), assistantLimits);
    expect(jsonBytes(shallow)).toBeLessThanOrEqual(assistantLimits.maxBytes);
    expect(shallow.root.children).toHaveLength(30);
    expect(shallow.root.children[0]?.children).toEqual([]);
    expect(shallow.notes?.[0]).toContain("Levels below 1");

    const wide = fullGraphReply(
      graph(
        node(
          "root",
          names("child", 5_000).map((name) => node(name)),
        ),
      ),
      assistantLimits,
    );
    expect(jsonBytes(wide)).toBeLessThanOrEqual(assistantLimits.maxBytes);
    expect(wide.root.children.length).toBeGreaterThan(100);
    expect(wide.notes?.[0]).toContain("of 5000 direct callees");
  });
});
