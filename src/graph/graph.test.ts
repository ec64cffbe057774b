import { afterEach, describe, expect, it } from "vitest";
import { IndexedProject, type Sources } from "./testing/indexed-project.ts";
import type { GraphAnswer, GraphNode, GraphRoot } from "./types.ts";

let project: IndexedProject | null = null;

async function index(sources: Sources): Promise<IndexedProject> {
  project = await IndexedProject.of(sources);
  return project;
}

afterEach(() => {
  project?.close();
  project = null;
});

/** `a(b(d) c(d*))`: shared nodes carry a star, those that close a cycle an @. */
function shown(node: GraphNode): string {
  const name = node.repeated === null ? node.name : `${node.name}${node.repeated === "cycle" ? "@" : "*"}`;
  return node.children.length === 0 ? name : `${name}(${node.children.map(shown).join(" ")})`;
}

function rootOf(answer: GraphAnswer): GraphRoot {
  const [root] = answer.roots;
  if (root === undefined) throw new Error("a graph without a root");
  return root;
}

function countExpanded(node: GraphNode): number {
  return (node.repeated === null ? 1 : 0) + node.children.reduce((sum, child) => sum + countExpanded(child), 0);
}

const loops = [
  "export function self(n: number): number { return n ? self(n - 1) : 0; }",
  "export function ping(n: number): number { return n ? pong(n - 1) : 0; }",
  "export function pong(n: number): number { return n ? ping(n - 1) : 0; }",
  "export function a(): number { return b() + c(); }",
  "export function b(): number { return d(); }",
  "export function c(): number { return d(); }",
  "export function d(): number { return a(); }",
].join("\n");

/** Steps that each fork and join again: 2^steps paths through 3 × steps + 1 functions. */
function ladder(steps: number): string {
  const lines = Array.from({ length: steps }, (_, step) =>
    [
      `export function n${step}(): number { return l${step}() + r${step}(); }`,
      `export function l${step}(): number { return n${step + 1}(); }`,
      `export function r${step}(): number { return n${step + 1}(); }`,
    ].join("\n"),
  );
  return [...lines, `export function n${steps}(): number { return 1; }`].join("\n");
}

describe("traceGraph", () => {
  it("shows each symbol once and marks recursion, cycles and shared callees", async () => {
    const indexed = await index({ "loops.ts": loops });
    expect(shown(rootOf(indexed.graph("self", { depth: 5 })))).toBe("self(self@)");
    expect(shown(rootOf(indexed.graph("ping", { depth: 5 })))).toBe("ping(pong(ping@))");
    const diamond = indexed.graph("a", { depth: 5 });
    expect(shown(rootOf(diamond))).toBe("a(b(d(a@)) c(d*))");
    expect(diamond).toMatchObject({ nodeCount: 4, maxDepth: 3, truncated: false, depth: 5 });
  });

  it("goes as deep as asked", async () => {
    const indexed = await index({ "loops.ts": loops });
    expect(shown(rootOf(indexed.graph("a", { depth: 1 })))).toBe("a(b c)");
    expect(shown(rootOf(indexed.graph("a")))).toBe("a(b(d) c(d*))");
  });

  it("is linear in the symbols, not in the paths", async () => {
    const indexed = await index({ "ladder.ts": ladder(40) });
    const answer = indexed.graph("n0", { depth: 100 });
    expect(answer.nodeCount).toBe(121);
    expect(countExpanded(rootOf(answer))).toBe(121);
    expect(answer.truncated).toBe(false);
  });

  it("refuses or clamps odd depths plainly and cuts at the node limit", async () => {
    const indexed = await index({ "ladder.ts": ladder(10) });
    for (const depth of [0, -1, 1.5, Number.NaN]) {
      expect(() => indexed.graph("n0", { depth })).toThrow("Parameter 'depth' must be a whole number from 1");
    }
    const huge = indexed.graph("n0", { depth: 1_000_000 });
    expect(huge.depth).toBe(100);
    expect(huge.notes).toContain("Depth 1000000 was clamped to 100.");
    const cut = indexed.graph("n0", { depth: 100, maxNodes: 10 });
    expect(cut).toMatchObject({ nodeCount: 10, truncated: true });
    expect(countExpanded(rootOf(cut))).toBe(10);
  });

  it("shows library symbols as leaves and classes for their constructors", async () => {
    const indexed = await index({
      "app.ts":
        "import { join } from 'node:path';\nclass Engine { constructor() { boot(); } }\nfunction boot() { join('a'); }\nexport function main() { return new Engine(); }\n",
    });
    const root = rootOf(indexed.graph("main", { depth: 5 }));
    expect(shown(root)).toBe("main(Engine(boot(node:path.join)))");
    expect(root.children[0]).toMatchObject({ file: "app.ts", line: 2 });
    expect(root.children[0]?.children[0]?.children[0]).toMatchObject({ file: null, line: null });
  });
});
