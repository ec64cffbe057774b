import type { GraphAnswer, GraphNode } from "../graph/types.ts";
import { jsonBytes, notesKey, type ReplyLimits } from "./limits.ts";
import { type DefinitionReply, definitionReply } from "./trace-reply.ts";

export interface FullGraphNode {
  readonly name: string;
  /** Null for a symbol outside the project. */
  readonly file: string | null;
  readonly line: number | null;
  readonly children: readonly FullGraphNode[];
  readonly qualified_name?: string;
  /** Its children are shown at its first occurrence. */
  readonly repeated?: true;
}

export interface FullGraphReply {
  readonly query: string;
  readonly mode: "graph";
  readonly depth: number;
  readonly root: FullGraphNode;
  readonly stats: { readonly nodes: number; readonly max_depth: number };
  readonly definitions: readonly DefinitionReply[];
  readonly notes?: readonly string[];
}

export interface CompactGraphNode {
  readonly n: string;
  /** Left out where there are none. */
  readonly c?: readonly CompactGraphNode[];
}

export interface CompactGraphReply {
  readonly q: string;
  readonly d: number;
  readonly r: CompactGraphNode;
  readonly s: { readonly nodes: number; readonly depth: number };
  readonly notes?: readonly string[];
}

function fullNode(node: GraphNode, levels: number): FullGraphNode {
  return {
    name: node.name,
    file: node.file,
    line: node.line,
    children: levels === 0 ? [] : node.children.map((child) => fullNode(child, levels - 1)),
    ...(node.qualifiedName === node.name ? {} : { qualified_name: node.qualifiedName }),
    ...(node.repeated ? { repeated: true as const } : {}),
  };
}

function compactNode(node: GraphNode, levels: number): CompactGraphNode {
  if (levels === 0 || node.children.length === 0) return { n: node.name };
  return { n: node.name, c: node.children.map((child) => compactNode(child, levels - 1)) };
}

/** Levels of children below `node`. */
function heightOf(node: GraphNode): number {
  return node.children.reduce((height, child) => Math.max(height, 1 + heightOf(child)), 0);
}

/** Keeps the first children of the root, when even one level does not fit. */
function withFirstChildren(root: GraphNode, count: number): GraphNode {
  return { ...root, children: root.children.slice(0, count) };
}

/** Leaves out the deepest levels, then last children of the root, until the reply fits. */
function bounded<T>(
  answer: GraphAnswer,
  build: (root: GraphNode, levels: number, notes: readonly string[]) => T,
  limits: ReplyLimits | null,
): T {
  const height = heightOf(answer.root);
  const whole = build(answer.root, height, answer.notes);
  if (limits === null || jsonBytes(whole) <= limits.maxBytes) return whole;
  for (let levels = height - 1; levels >= 1; levels--) {
    const note = `Levels below ${levels} are left out to keep the answer small; trace a symbol nearer to what you look for.`;
    const reply = build(answer.root, levels, [...answer.notes, note]);
    if (jsonBytes(reply) <= limits.maxBytes) return reply;
  }
  const total = answer.root.children.length;
  for (let count = Math.floor(total / 2); ; count = Math.floor(count / 2)) {
    const note = `Only the first ${count} of ${total} direct callees are shown, without deeper levels, to keep the answer small.`;
    const reply = build(withFirstChildren(answer.root, count), 1, [...answer.notes, note]);
    if (count === 0 || jsonBytes(reply) <= limits.maxBytes) return reply;
  }
}

/** The documented full reply of a call graph. */
export function fullGraphReply(answer: GraphAnswer, limits: ReplyLimits | null): FullGraphReply {
  return bounded(
    answer,
    (root, levels, notes) => ({
      query: answer.query,
      mode: "graph" as const,
      depth: answer.depth,
      root: fullNode(root, levels),
      stats: { nodes: answer.nodeCount, max_depth: answer.maxDepth },
      definitions: answer.definitions.slice(0, 50).map(definitionReply),
      ...notesKey(notes),
    }),
    limits,
  );
}

/** The documented compact reply of a call graph: names only. */
export function compactGraphReply(answer: GraphAnswer, limits: ReplyLimits | null): CompactGraphReply {
  return bounded(
    answer,
    (root, levels, notes) => ({
      q: answer.query,
      d: answer.depth,
      r: compactNode(root, levels),
      s: { nodes: answer.nodeCount, depth: answer.maxDepth },
      ...notesKey(notes),
    }),
    limits,
  );
}
