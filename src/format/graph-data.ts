import type { CallSite, GraphAnswer, GraphEdge, GraphNode } from "../graph/types.ts";
import { visibleLine } from "./visible.ts";

/** One symbol of a call graph, ready to be shown: control characters are in visible form. */
export interface GraphDataNode {
  readonly id: number;
  /** With its scope. */
  readonly name: string;
  /** Null outside the project and for a file's top level. */
  readonly kind: string | null;
  /** `file:line`; null outside the project. */
  readonly place: string | null;
}

/** All uses of one symbol by another, from the one that calls to the one that is called. */
export interface GraphDataEdge {
  readonly from: number;
  readonly to: number;
  readonly confidence: string;
  readonly kind: string;
  readonly sites: readonly CallSite[];
}

/** A call graph as nodes and edges, each once. */
export interface GraphData {
  readonly query: string;
  readonly nodes: readonly GraphDataNode[];
  readonly edges: readonly GraphDataEdge[];
  /** Ids of the nodes that the graph starts at. */
  readonly roots: readonly number[];
  readonly notes: readonly string[];
}

/** Takes the trees of an answer apart into nodes and edges. */
export function graphData(answer: GraphAnswer): GraphData {
  const collector = new Collector();
  const isTowardsCallers = answer.direction === "callers";
  for (const root of answer.roots) {
    collector.addTree(root, isTowardsCallers);
    for (const caller of root.callers) collector.addBranch(root, caller, true);
  }
  return {
    query: visibleLine(answer.query),
    nodes: [...collector.nodes.values()],
    edges: [...collector.edges.values()],
    roots: answer.roots.map(({ id }) => id),
    notes: answer.notes.map(visibleLine),
  };
}

class Collector {
  readonly nodes = new Map<number, GraphDataNode>();
  readonly edges = new Map<string, GraphDataEdge>();

  addTree(node: GraphNode, isTowardsCallers: boolean): void {
    if (!this.nodes.has(node.id)) this.nodes.set(node.id, nodeData(node));
    for (const child of node.children) this.addBranch(node, child, isTowardsCallers);
  }

  addBranch(node: GraphNode, child: GraphNode, isTowardsCallers: boolean): void {
    const [from, to] = isTowardsCallers ? [child.id, node.id] : [node.id, child.id];
    const key = `${from} ${to}`;
    if (child.edge !== null && !this.edges.has(key)) this.edges.set(key, { from, to, ...edgeData(child.edge) });
    this.addTree(child, isTowardsCallers);
  }
}

function nodeData({ id, qualifiedName, kind, file, line }: GraphNode): GraphDataNode {
  const place = file === null ? null : visibleLine(line === null ? file : `${file}:${line}`);
  return { id, name: visibleLine(qualifiedName), kind, place };
}

function edgeData({ confidence, kinds, sites }: GraphEdge): Omit<GraphDataEdge, "from" | "to"> {
  const shown = sites.map(({ file, line, context }) => ({
    file: visibleLine(file),
    line,
    context: visibleLine(context),
  }));
  return { confidence, kind: kinds.join(", "), sites: shown };
}
