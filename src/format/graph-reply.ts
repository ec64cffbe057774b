import type { CallSite, GraphAnswer, GraphEdge, GraphNode, GraphRoot } from "../graph/types.ts";
import { cutLine } from "./cut.ts";
import { jsonBytes, notesKey, type ReplyLimits } from "./limits.ts";
import { type DefinitionReply, definitionReply, maxDefinitions } from "./trace-reply.ts";

/** Call sites of one edge that a reply lists. */
const maxSites = 3;

/** What a node adds for the edge that leads to it. */
interface EdgeKeys {
  readonly confidence?: string;
  /** How data is used, where the edge is no call: `read`, `write`, `update`. */
  readonly access?: readonly string[];
  /** Where the one calls the other, the first few. */
  readonly call_sites?: readonly CallSite[];
  /** All call sites, where `call_sites` are not all. */
  readonly calls?: number;
}

export interface FullGraphNode extends EdgeKeys {
  readonly name: string;
  /** Null for a symbol outside the project. */
  readonly file: string | null;
  readonly line: number | null;
  readonly children: readonly FullGraphNode[];
  readonly qualified_name?: string;
  /** Its children are shown at its first occurrence. */
  readonly repeated?: true;
  /** It stands above itself. */
  readonly cycle?: true;
}

export interface FullGraphRoot extends FullGraphNode {
  /** For the direction `both`. */
  readonly callers?: readonly FullGraphNode[];
}

export interface FullGraphReply {
  readonly query: string;
  readonly mode: "graph";
  readonly depth: number;
  readonly root: FullGraphRoot;
  readonly stats: { readonly nodes: number; readonly max_depth: number };
  readonly direction: string;
  /** Present when symbols were left out for their number. */
  readonly truncated?: true;
  /** The graphs of the other definitions of the name. */
  readonly more_roots?: readonly FullGraphRoot[];
  readonly definitions: readonly DefinitionReply[];
  readonly notes?: readonly string[];
}

export interface CompactGraphNode {
  readonly n: string;
  /** Left out where there are none. */
  readonly c?: readonly CompactGraphNode[];
  /** Confidence, where it is not exact. */
  readonly cf?: string;
  readonly repeated?: true;
  readonly cycle?: true;
}

export interface CompactGraphRoot extends CompactGraphNode {
  /** Where it is defined, when there are several roots. */
  readonly f?: string;
  readonly l?: number;
  readonly callers?: readonly CompactGraphNode[];
}

export interface CompactGraphReply {
  readonly q: string;
  readonly d: number;
  readonly r: CompactGraphRoot;
  readonly s: { readonly nodes: number; readonly depth: number };
  readonly truncated?: true;
  readonly more?: readonly CompactGraphRoot[];
  readonly notes?: readonly string[];
}

/** Levels below the roots that are shown, and how wide a line of source may be; null for as it is. */
interface Detail {
  readonly levels: number;
  readonly maxLineWidth: number | null;
}

function edgeKeys(edge: GraphEdge | null, { maxLineWidth }: Detail): EdgeKeys {
  if (edge === null) return {};
  const { confidence, kinds, sites } = edge;
  const shown = sites.slice(0, maxSites);
  return {
    confidence,
    ...(kinds.some(isAccess) ? { access: kinds } : {}),
    call_sites:
      maxLineWidth === null ? shown : shown.map((site) => ({ ...site, context: cutLine(site.context, maxLineWidth) })),
    ...(sites.length > maxSites ? { calls: sites.length } : {}),
  };
}

function isAccess(kind: string): boolean {
  return kind === "read" || kind === "write" || kind === "update";
}

function repetitionKeys({ repeated }: GraphNode): { readonly repeated?: true; readonly cycle?: true } {
  if (repeated === null) return {};
  return repeated === "cycle" ? { repeated: true, cycle: true } : { repeated: true };
}

function fullNode(node: GraphNode, detail: Detail): FullGraphNode {
  return {
    name: node.name,
    file: node.file,
    line: node.line,
    children: fullChildren(node.children, detail),
    ...(node.qualifiedName === node.name ? {} : { qualified_name: node.qualifiedName }),
    ...edgeKeys(node.edge, detail),
    ...repetitionKeys(node),
  };
}

function fullChildren(children: readonly GraphNode[], detail: Detail): readonly FullGraphNode[] {
  if (detail.levels === 0) return [];
  return children.map((child) => fullNode(child, { ...detail, levels: detail.levels - 1 }));
}

function fullRoot(root: GraphRoot, detail: Detail): FullGraphRoot {
  const callers = fullChildren(root.callers, detail);
  return { ...fullNode(root, detail), ...(callers.length > 0 ? { callers } : {}) };
}

function compactNode(node: GraphNode, levels: number): CompactGraphNode {
  const children = compactChildren(node.children, levels);
  return {
    n: node.name,
    ...(children.length > 0 ? { c: children } : {}),
    ...(node.edge === null || node.edge.confidence === "exact" ? {} : { cf: node.edge.confidence }),
    ...repetitionKeys(node),
  };
}

function compactChildren(children: readonly GraphNode[], levels: number): readonly CompactGraphNode[] {
  return levels === 0 ? [] : children.map((child) => compactNode(child, levels - 1));
}

function compactRoot(root: GraphRoot, levels: number, isOneOfSeveral: boolean): CompactGraphRoot {
  const callers = compactChildren(root.callers, levels);
  const place = isOneOfSeveral && root.file !== null && root.line !== null ? { f: root.file, l: root.line } : {};
  return { ...compactNode(root, levels), ...place, ...(callers.length > 0 ? { callers } : {}) };
}

/** Levels of nodes in a list of trees. */
function heightOf(nodes: readonly GraphNode[]): number {
  return nodes.reduce((height, node) => Math.max(height, 1 + heightOf(node.children)), 0);
}

/** Leaves out the deepest levels, then last roots and last children of roots, until the reply fits. */
function bounded<T>(
  { roots, notes }: GraphAnswer,
  build: (roots: readonly GraphRoot[], levels: number, notes: readonly string[]) => T,
  limits: ReplyLimits | null,
): T {
  const height = Math.max(...roots.map((root) => heightOf([...root.children, ...root.callers])));
  const whole = build(roots, height, notes);
  if (limits === null || jsonBytes(whole) <= limits.maxBytes) return whole;
  for (let levels = height - 1; levels >= 1; levels--) {
    const note = `Levels below ${levels} are left out to keep the answer small; trace a symbol nearer to what you look for.`;
    const reply = build(roots, levels, [...notes, note]);
    if (jsonBytes(reply) <= limits.maxBytes) return reply;
  }
  const widest = Math.max(...roots.map((root) => Math.max(root.children.length, root.callers.length)));
  for (let count = widest; ; count = Math.floor(count / 2)) {
    const kept = roots.slice(0, Math.max(1, count)).map((root) => ({
      ...root,
      children: root.children.slice(0, count),
      callers: root.callers.slice(0, count),
    }));
    const note = `Only the first ${count} of up to ${widest} neighbours of a root are shown, without deeper levels, to keep the answer small.`;
    const reply = build(kept, 1, [...notes, note]);
    if (count === 0 || jsonBytes(reply) <= limits.maxBytes) return reply;
  }
}

/** The documented full reply of a call graph. */
export function fullGraphReply(answer: GraphAnswer, limits: ReplyLimits | null): FullGraphReply {
  return bounded(
    answer,
    (roots, levels, notes) => {
      const detail = { levels, maxLineWidth: limits?.maxLineWidth ?? null };
      const [root, ...more] = roots.map((each) => fullRoot(each, detail));
      return {
        query: answer.query,
        mode: "graph" as const,
        depth: answer.depth,
        root: root as FullGraphRoot,
        stats: { nodes: answer.nodeCount, max_depth: answer.maxDepth },
        direction: answer.direction,
        ...(answer.truncated ? { truncated: true as const } : {}),
        ...(more.length > 0 ? { more_roots: more } : {}),
        definitions: answer.definitions.slice(0, maxDefinitions).map(definitionReply),
        ...notesKey(notes),
      };
    },
    limits,
  );
}

/** The documented compact reply of a call graph: names only. */
export function compactGraphReply(answer: GraphAnswer, limits: ReplyLimits | null): CompactGraphReply {
  return bounded(
    answer,
    (roots, levels, notes) => {
      const [root, ...more] = roots.map((each) => compactRoot(each, levels, answer.roots.length > 1));
      return {
        q: answer.query,
        d: answer.depth,
        r: root as CompactGraphRoot,
        s: { nodes: answer.nodeCount, depth: answer.maxDepth },
        ...(answer.truncated ? { truncated: true as const } : {}),
        ...(more.length > 0 ? { more } : {}),
        ...notesKey(notes),
      };
    },
    limits,
  );
}
