import { GrepaiError } from "../errors.ts";
import type { ReadView, StoredDefinition } from "../store/types.ts";
import { callsWithin } from "./callees.ts";
import { commonNotes } from "./notes.ts";
import { DEFAULT_GRAPH_DEPTH, DEFAULT_MAX_NODES, type GraphOptions, MAX_GRAPH_DEPTH } from "./options.ts";
import { askableName, withoutOwnConstructors } from "./query.ts";
import { isType } from "./resolve/kinds.ts";
import type { Resolver } from "./resolve/resolver.ts";
import { startTrace } from "./start.ts";
import { displayName, qualifiedName, tracedSymbol, typeConstructedBy } from "./symbols.ts";
import type { Confidence, GraphAnswer, GraphNode } from "./types.ts";

/** A callee before the tree is made: a definition or a name outside the project. */
type Callee =
  | { readonly kind: "definition"; readonly definition: StoredDefinition; readonly confidence: Confidence }
  | { readonly kind: "external"; readonly name: string };

/** A node while the graph grows. */
interface Growing {
  readonly key: string;
  readonly callee: Callee;
  readonly level: number;
  readonly children: Growing[];
  readonly repeated: boolean;
}

/**
 * What a symbol calls, level by level. Each symbol is expanded once, where it is nearest to the root; other places show
 * it as repeated. A guess among namesakes is shown but not followed.
 * @throws GrepaiError SYMBOL_NOT_FOUND; INVALID_PARAMETERS for a depth that is no whole number from 1
 */
export function traceGraph(view: ReadView, query: string, options: GraphOptions): GraphAnswer {
  const asked = options.depth ?? DEFAULT_GRAPH_DEPTH;
  if (!Number.isInteger(asked) || asked < 1) {
    throw new GrepaiError("INVALID_PARAMETERS", `Parameter 'depth' must be a whole number from 1, not ${asked}.`);
  }
  const depth = Math.min(asked, MAX_GRAPH_DEPTH);
  const { definitions, resolver, isTraced } = startTrace(view, query, options);
  const start = rootAmong(definitions);
  const grown = grow(start, depth, options.maxNodes ?? DEFAULT_MAX_NODES, resolver, isTraced);
  const notes: string[] = [];
  if (depth < asked) notes.push(`Depth ${asked} was clamped to ${depth}.`);
  if (grown.truncated) notes.push(`Cut at ${grown.nodeCount} symbols; ask for a part of it or a smaller depth.`);
  if (withoutOwnConstructors(definitions).length > 1) notes.push(`The graph starts at ${askableName(start)}.`);
  notes.push(
    ...commonNotes(
      view,
      definitions,
      grown.confidences.map((confidence) => ({ confidence })),
    ),
  );
  return {
    query,
    depth,
    root: nodeOf(grown.root),
    nodeCount: grown.nodeCount,
    maxDepth: grown.maxDepth,
    truncated: grown.truncated,
    definitions: definitions.map(tracedSymbol),
    notes,
  };
}

/** Of several definitions the first that can be called and is no test. */
function rootAmong(definitions: readonly StoredDefinition[]): StoredDefinition {
  const callable = definitions.filter((definition) => ["function", "method", "constructor"].includes(definition.kind));
  const isTest = (definition: StoredDefinition) => /(^|[/._-])(tests?|spec)([/._-]|$)/i.test(definition.path);
  const root = callable.find((definition) => !isTest(definition)) ?? callable[0] ?? definitions[0];
  if (root === undefined) throw new GrepaiError("INTERNAL", "A trace was started without a definition.");
  return root;
}

function grow(
  start: StoredDefinition,
  depth: number,
  maxNodes: number,
  resolver: Resolver,
  isTraced: (path: string) => boolean,
) {
  const callee: Callee = { kind: "definition", definition: canonical(start, resolver), confidence: "exact" };
  const root: Growing = { key: keyOf(callee), callee, level: 0, children: [], repeated: false };
  const seen = new Set([root.key]);
  const confidences: Confidence[] = [];
  const queue = [root];
  let truncated = false;
  let maxDepth = 0;
  for (const node of queue) {
    if (node.level >= depth || node.callee.kind === "external" || node.callee.confidence === "ambiguous") continue;
    for (const child of calleesOf(node.callee.definition, resolver, isTraced)) {
      const key = keyOf(child);
      const repeated = seen.has(key);
      if (!repeated && seen.size >= maxNodes) {
        truncated = true;
        continue;
      }
      seen.add(key);
      if (child.kind === "definition") confidences.push(child.confidence);
      const added: Growing = { key, callee: child, level: node.level + 1, children: [], repeated };
      node.children.push(added);
      maxDepth = Math.max(maxDepth, added.level);
      if (!repeated) queue.push(added);
    }
  }
  return { root, nodeCount: seen.size, maxDepth, truncated, confidences };
}

/** Different callees of one definition in the order of their first call. */
function calleesOf(
  definition: StoredDefinition,
  resolver: Resolver,
  isTraced: (path: string) => boolean,
): readonly Callee[] {
  const callees = new Map<string, Callee>();
  for (const { reference, resolution } of callsWithin(definition, resolver)) {
    for (const target of resolution.targets) {
      if (!isTraced(target.definition.path)) continue;
      const callee: Callee = {
        kind: "definition",
        definition: canonical(target.definition, resolver),
        confidence: target.confidence,
      };
      if (!callees.has(keyOf(callee))) callees.set(keyOf(callee), callee);
    }
    if (resolution.external === null || resolution.targets.length > 0 || reference.kind === "value") continue;
    const callee: Callee = { kind: "external", name: resolution.external };
    if (!callees.has(keyOf(callee))) callees.set(keyOf(callee), callee);
  }
  return [...callees.values()];
}

/** A constructor is shown as its class. */
function canonical(definition: StoredDefinition, resolver: Resolver): StoredDefinition {
  return isType(definition.kind) ? definition : (typeConstructedBy(definition, resolver) ?? definition);
}

function keyOf(callee: Callee): string {
  return callee.kind === "definition" ? `d${callee.definition.id}` : `x${callee.name}`;
}

function nodeOf(growing: Growing): GraphNode {
  const { callee, repeated } = growing;
  const children = growing.children.map(nodeOf);
  if (callee.kind === "external") {
    return { name: callee.name, qualifiedName: callee.name, file: null, line: null, children, repeated };
  }
  const { definition } = callee;
  return {
    name: displayName(definition),
    qualifiedName: qualifiedName(definition),
    file: definition.path,
    line: definition.line,
    children,
    repeated,
  };
}
