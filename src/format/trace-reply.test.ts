import { describe, expect, it } from "vitest";
import type { GraphAnswer, GraphEdge, GraphNode, TraceAnswer, TracedSymbol, TraceRow } from "../graph/types.ts";
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

const callers: TraceAnswer = {
  query: "Login",
  mode: "callers",
  definitions: [login],
  rows: [row],
  total: 1,
  notes: [],
};

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

  it("compact: what is not exact, and which definition a row of several belongs to", () => {
    const other: TracedSymbol = { ...login, file: "other.go" };
    const rows: readonly TraceRow[] = [row, { ...row, line: 50, confidence: "ambiguous", definition: other }];
    expect(compactTraceReply({ ...callers, definitions: [login, other], rows, total: 2 }, null)).toEqual({
      q: "Login",
      m: "callers",
      c: 2,
      r: [
        { f: "handlers/auth.go", l: 42, fn: "HandleAuth", d: 0 },
        { f: "handlers/auth.go", l: 50, fn: "HandleAuth", cf: "ambiguous", d: 1 },
      ],
      ds: ["user.go:7", "other.go:7"],
    });
  });

  it("keeps the count of all rows when last ones are left out", () => {
    const rows = Array.from({ length: 3_000 }, (_, line) => ({ ...row, line, context: "c".repeat(1_000) }));
    const reply = fullTraceReply({ ...callers, rows, total: rows.length }, assistantLimits);
    expect(jsonBytes(reply)).toBeLessThanOrEqual(assistantLimits.maxBytes);
    expect(reply.count).toBe(3_000);
    expect(reply.notes?.at(-1)).toContain(`The last ${3_000 - reply.results.length} of 3000 call sites`);
  });
});

const edge: GraphEdge = {
  kinds: ["call"],
  confidence: "exact",
  sites: [{ file: "cmd/main.go", line: 12, context: "loadConfig()" }],
};

function node(
  name: string,
  children: readonly GraphNode[] = [],
  repeated: GraphNode["repeated"] = null,
  above: GraphEdge | null = edge,
): GraphNode {
  const kind = "function";
  return { id: 0, name, qualifiedName: name, kind, file: "cmd/main.go", line: 10, edge: above, children, repeated };
}

function graph(root: GraphNode, more: Partial<GraphAnswer> = {}): GraphAnswer {
  return {
    query: "main",
    direction: "callees",
    depth: 3,
    roots: [{ ...root, edge: null, callers: [] }],
    nodeCount: 3,
    maxDepth: 2,
    truncated: false,
    definitions: [],
    notes: [],
    ...more,
  };
}

describe("graph replies", () => {
  const root = node("main", [node("initialize", [node("loadConfig")]), node("loadConfig", [], "shared")]);

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
      confidence: "exact",
      call_sites: [{ file: "cmd/main.go", line: 12, context: "loadConfig()" }],
    });
    expect(reply.root.children[1]).toMatchObject({ name: "loadConfig", repeated: true });
    expect(reply.root.children[1]).not.toHaveProperty("cycle");
  });

  it("full: the first call sites of many, with their number, and cycles", () => {
    const sites = Array.from({ length: 5 }, (_, line) => ({ file: "a.go", line: line + 1, context: "x".repeat(900) }));
    const child = node("main", [], "cycle", { kinds: ["call"], confidence: "inferred", sites });
    const [shown] = fullGraphReply(graph(node("main", [child])), assistantLimits).root.children;
    expect(shown).toMatchObject({ confidence: "inferred", calls: 5, repeated: true, cycle: true });
    expect(shown?.call_sites?.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(shown?.call_sites?.[0]?.context).toHaveLength(assistantLimits.maxLineWidth);
  });

  it("several roots, both directions, and a cut", () => {
    const second = { ...node("main", [node("stop")]), edge: null, callers: [node("boot")] };
    const answer = graph(root, {
      direction: "both",
      truncated: true,
      roots: [{ ...root, edge: null, callers: [] }, second],
    });
    expect(fullGraphReply(answer, null)).toMatchObject({
      direction: "both",
      truncated: true,
      more_roots: [{ name: "main", children: [{ name: "stop" }], callers: [{ name: "boot" }] }],
    });
    expect(compactGraphReply(answer, null)).toMatchObject({
      truncated: true,
      r: { n: "main", f: "cmd/main.go", l: 10 },
      more: [{ n: "main", f: "cmd/main.go", l: 10, c: [{ n: "stop" }], callers: [{ n: "boot" }] }],
    });
  });

  it("compact: the documented keys, leaves without children, repetitions marked", () => {
    expect(compactGraphReply(graph(root), null)).toEqual({
      q: "main",
      d: 3,
      r: {
        n: "main",
        c: [
          { n: "initialize", c: [{ n: "loadConfig" }] },
          { n: "loadConfig", repeated: true },
        ],
      },
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
    expect(wide.notes?.[0]).toContain("of up to 5000 neighbours");
  });
});
