import type { StoredDefinition } from "../store/types.ts";
import { type Link, type LinkFinder, type Vertex, vertexKey } from "./links.ts";
import type { GraphOptions } from "./options.ts";
import type { GraphEdge, Repetition } from "./types.ts";

/** A node while the graph grows. */
export interface GrowingNode {
  readonly key: string;
  readonly vertex: Vertex;
  readonly edge: GraphEdge | null;
  readonly above: GrowingNode | null;
  readonly level: number;
  readonly children: GrowingNode[];
  readonly repeated: Repetition | null;
}

/** A definition that the graph starts at. */
interface GrownRoot {
  /** Towards the callees, or towards the callers when only these are asked for. */
  readonly main: GrowingNode;
  /** Towards the callers when both directions are asked for. */
  readonly callers: readonly GrowingNode[];
}

export interface Grown {
  readonly roots: readonly GrownRoot[];
  /** Different symbols. */
  readonly nodeCount: number;
  readonly maxDepth: number;
  readonly truncated: boolean;
  readonly edges: readonly GraphEdge[];
}

type Limits = Pick<GraphOptions, "depth" | "direction" | "maxNodes">;

/** Grows the graph from all starts at once, level by level, so that a limit of symbols cuts what lies farthest. */
export function grow(starts: readonly StoredDefinition[], finder: LinkFinder, limits: Limits): Grown {
  const { direction, depth, maxNodes } = limits;
  const roots = starts.map((definition) => ({ main: rootNode(definition), toCallers: rootNode(definition) }));
  const growth = new Growth(
    roots.map(({ main }) => main.key),
    maxNodes,
  );
  const mains = roots.map(({ main }) => main);
  const callerRoots = direction === "both" ? roots.map(({ toCallers }) => toCallers) : mains;
  const ways = [
    { isAsked: direction !== "callers", front: new Front(mains, (definition) => finder.callees(definition)) },
    { isAsked: direction !== "callees", front: new Front(callerRoots, (definition) => finder.callers(definition)) },
  ].filter(({ isAsked }) => isAsked);
  for (let done = 0; done < depth; done++) for (const { front } of ways) growth.advance(front);
  return {
    roots: roots.map(({ main, toCallers }) => ({ main, callers: toCallers.children })),
    nodeCount: growth.known.size,
    maxDepth: growth.maxDepth,
    truncated: growth.truncated,
    edges: growth.edges,
  };
}

/** The outermost level in one direction. */
class Front {
  level: readonly GrowingNode[];
  /** Symbols whose neighbours are shown somewhere. */
  readonly expanded: Set<string>;
  readonly linksOf: (definition: StoredDefinition) => readonly Link[];

  constructor(roots: readonly GrowingNode[], linksOf: (definition: StoredDefinition) => readonly Link[]) {
    this.level = roots;
    this.expanded = new Set(roots.map(({ key }) => key));
    this.linksOf = linksOf;
  }
}

/** What both directions have in common. */
class Growth {
  readonly known: Set<string>;
  readonly edges: GraphEdge[] = [];
  truncated = false;
  maxDepth = 0;
  readonly #maxNodes: number;

  constructor(roots: readonly string[], maxNodes: number) {
    this.known = new Set(roots);
    this.#maxNodes = maxNodes;
  }

  /** Moves a front one level on. */
  advance(front: Front): void {
    const next: GrowingNode[] = [];
    for (const node of front.level) {
      if (!isFollowed(node) || node.vertex.kind !== "definition") continue;
      for (const link of front.linksOf(node.vertex.definition)) {
        const child = this.#childOf(node, link, front.expanded);
        if (child !== null && child.repeated === null) next.push(child);
      }
    }
    front.level = next;
  }

  #childOf(node: GrowingNode, { vertex, edge }: Link, expanded: Set<string>): GrowingNode | null {
    const key = vertexKey(vertex);
    if (!this.known.has(key) && this.known.size >= this.#maxNodes) {
      this.truncated = true;
      return null;
    }
    this.known.add(key);
    this.edges.push(edge);
    const repeated = isAbove(node, key) ? "cycle" : expanded.has(key) ? "shared" : null;
    const child: GrowingNode = { key, vertex, edge, above: node, level: node.level + 1, children: [], repeated };
    if (isFollowed(child)) expanded.add(key);
    node.children.push(child);
    this.maxDepth = Math.max(this.maxDepth, child.level);
    return child;
  }
}

/** A guess among namesakes would lead anywhere. */
function isFollowed({ edge }: GrowingNode): boolean {
  return edge?.confidence !== "ambiguous";
}

function rootNode(definition: StoredDefinition): GrowingNode {
  const vertex: Vertex = { kind: "definition", definition };
  return { key: vertexKey(vertex), vertex, edge: null, above: null, level: 0, children: [], repeated: null };
}

function isAbove(node: GrowingNode, key: string): boolean {
  for (let at: GrowingNode | null = node; at !== null; at = at.above) if (at.key === key) return true;
  return false;
}
