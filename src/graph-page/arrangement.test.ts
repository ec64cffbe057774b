import { describe, expect, it } from "vitest";
import type { GraphData } from "../format/graph-data.ts";
import { arrange, GraphModel } from "./arrangement.ts";

/** A graph of the edges written `a>b`, starting at the first name. */
function graphOf(...edges: readonly string[]): { data: GraphData; id: (name: string) => number } {
  const pairs = edges.map((edge) => edge.split(">") as [string, string]);
  const names = [...new Set(pairs.flat())];
  const id = (name: string): number => names.indexOf(name);
  return {
    id,
    data: {
      query: names[0] ?? "",
      nodes: names.map((name, index) => ({ id: index, name, kind: "function", place: `src/${name}.ts:1` })),
      edges: pairs.map(([from, to]) => ({ from: id(from), to: id(to), confidence: "exact", kind: "call", sites: [] })),
      roots: [0],
      notes: [],
    },
  };
}

function shownNames(model: GraphModel): readonly string[] {
  return [...model.levels()].map(([id, level]) => `${model.node(id).name}${level}`).sort();
}

describe("GraphModel", () => {
  const { data, id } = graphOf("root>a", "a>b", "b>c", "caller>root", "top>caller", "c>a");

  it("shows a small graph whole, callers at negative levels", () => {
    expect(shownNames(new GraphModel(data, 10))).toEqual(["a1", "b2", "c3", "caller-1", "root0", "top-2"]);
  });

  it("begins larger ones with the neighbours of the roots, and tells what is folded away", () => {
    const model = new GraphModel(data, 3);
    expect(shownNames(model)).toEqual(["a1", "caller-1", "root0"]);
    expect(model.hiddenNeighbours(id("a"), model.levels())).toBe(1);
    expect(model.hiddenNeighbours(id("caller"), model.levels())).toBe(1);
    expect(model.hiddenNeighbours(id("root"), model.levels())).toBe(0);
  });

  it("opens, folds and reveals", () => {
    const model = new GraphModel(data, 3);
    model.toggle(id("a"));
    expect(shownNames(model)).toEqual(["a1", "b2", "caller-1", "root0"]);
    model.toggle(id("root"));
    expect(shownNames(model)).toEqual(["root0"]);
    model.reveal(id("c"));
    expect(shownNames(model)).toContain("c3");
    model.collapse();
    expect(shownNames(model)).toEqual(["a1", "caller-1", "root0"]);
    model.expandAll();
    expect(shownNames(model)).toHaveLength(6);
  });

  it("finds by all words, in names and places", () => {
    const model = new GraphModel(data, 3);
    expect(model.matching("SRC caller").map(({ name }) => name)).toEqual(["caller"]);
    expect(model.matching("  ")).toEqual([]);
  });
});

describe("arrange", () => {
  it("puts levels into columns that do not overlap, callers to the left", () => {
    const { data, id } = graphOf("root>a", "root>b", "a>deep", "caller>root");
    const boxes = new Map(arrange(new GraphModel(data, 10)).map((box) => [box.id, box]));
    const at = (name: string) => boxes.get(id(name)) as { x: number; y: number; width: number; height: number };
    const left = (name: string) => at(name).x - at(name).width / 2;
    const right = (name: string) => at(name).x + at(name).width / 2;
    expect(right("caller")).toBeLessThan(left("root"));
    expect(right("root")).toBeLessThan(left("a"));
    expect(right("a")).toBeLessThan(left("deep"));
    expect(at("a").x).toBe(at("b").x);
    expect(at("b").y - at("a").y).toBeGreaterThanOrEqual(at("a").height);
  });

  it("orders a column by the neighbours before it, so that straight lines do not cross", () => {
    const { data, id } = graphOf("root>a", "root>b", "root>c", "c>z", "b>y", "a>x");
    const boxes = new Map(arrange(new GraphModel(data, 10)).map((box) => [box.id, box.y]));
    const heights = ["x", "y", "z"].map((name) => boxes.get(id(name)) ?? 0);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
  });
});
