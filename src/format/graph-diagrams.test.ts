import { describe, expect, it } from "vitest";
import type { GraphAnswer, GraphEdge, GraphNode } from "../graph/types.ts";
import { graphData } from "./graph-data.ts";
import { graphDot, graphMermaid } from "./graph-diagrams.ts";
import { graphHtml } from "./graph-html.ts";

const hostile = `x"];}--></script><b>\\n%%{init}%%#quot;\u2028\u202e`;

function edge(confidence: GraphEdge["confidence"], ...lines: readonly number[]): GraphEdge {
  return { kinds: ["call"], confidence, sites: lines.map((line) => ({ file: "a.ts", line, context: hostile })) };
}

function node(id: number, name: string, above: GraphEdge | null, children: readonly GraphNode[] = []): GraphNode {
  const outside = name === "log";
  return {
    id,
    name,
    qualifiedName: name,
    kind: outside ? null : "function",
    file: outside ? null : "a.ts",
    line: outside ? null : id + 1,
    edge: above,
    children,
    repeated: null,
  };
}

function answer(direction: GraphAnswer["direction"], root: GraphNode, callers: readonly GraphNode[] = []): GraphAnswer {
  return {
    query: "main",
    direction,
    depth: 2,
    roots: [{ ...root, callers }],
    nodeCount: 3,
    maxDepth: 2,
    truncated: false,
    definitions: [],
    notes: [],
  };
}

const root = node(0, "main", null, [
  node(1, "run", edge("exact", 2, 3, 4, 5), [{ ...node(0, "main", edge("inferred", 9)), repeated: "cycle" }]),
  node(2, "log", edge("exact", 7)),
]);

describe("graphData", () => {
  it("has every symbol and every edge once, from the one that calls", () => {
    const data = graphData(answer("callees", root));
    expect(data.nodes.map(({ id, name, place }) => [id, name, place])).toEqual([
      [0, "main", "a.ts:1"],
      [1, "run", "a.ts:2"],
      [2, "log", null],
    ]);
    expect(data.edges.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 0],
      [0, 2],
    ]);
  });

  it("turns the edges of callers round", () => {
    const edges = graphData(answer("callers", node(0, "main", null, [node(1, "run", edge("exact", 1))]))).edges;
    expect(edges.map(({ from, to }) => [from, to])).toEqual([[1, 0]]);
    const both = graphData(answer("both", root, [node(1, "run", edge("inferred", 9))])).edges;
    expect(both.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 0],
      [0, 2],
    ]);
  });
});

describe("diagrams", () => {
  it("Mermaid", () => {
    expect(graphMermaid(graphData(answer("callees", root)))).toBe(
      [
        "flowchart LR",
        '  n0["main<br/>a.ts:1"]',
        '  n1["run<br/>a.ts:2"]',
        '  n2["log<br/>#40;outside#41;"]',
        '  n0 -->|"2, 3, 4, #8230;"| n1',
        '  n1 -.->|"9 #40;inferred#41;"| n0',
        '  n0 -->|"7"| n2',
        "  style n0 stroke-width:3px",
        "",
      ].join("\n"),
    );
  });

  it("DOT", () => {
    const text = graphDot(graphData(answer("callees", root)));
    expect(text).toContain('  n0 [label="main\\na.ts:1", penwidth=3];');
    expect(text).toContain('  n1 -> n0 [label="9 (inferred)", style=dashed];');
  });

  it("take hostile names for text", () => {
    const data = graphData(answer("callees", node(0, hostile, null)));
    const [, label] = /n0\["(.*)<br\/>a\.ts:1"\]$/m.exec(graphMermaid(data)) ?? [];
    expect(label).toMatch(/^(?:[\p{L}\p{N} _.,/:-]|#\d+;)+$/u);
    const [, dot] = /label="((?:[^"\\]|\\.)*)"/.exec(graphDot(data)) ?? [];
    expect(dot?.replaceAll('\\"', '"').replaceAll("\\\\", "\\")).toContain(`x"];}--></script><b>\\n%%{init}%%`);
    expect(dot).not.toContain("\u202e");
  });
});

describe("graphHtml", () => {
  it("puts data into its place that no HTML parser takes for markup", () => {
    const data = graphData(answer("callees", node(0, hostile, null)));
    const page = graphHtml(data, '<script>"__GRAPH_DATA__"</script>');
    const [, json = ""] = /^<script>(.*)<\/script>$/s.exec(page) ?? [];
    expect(json).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(json)).toEqual(data);
  });

  it("refuses a page without a place for them", () => {
    expect(() => graphHtml(graphData(answer("callees", root)), "<p>")).toThrow(/reinstall/);
  });
});
