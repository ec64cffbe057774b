import { GrepaiError } from "../errors.ts";
import type { ReadView, StoredDefinition } from "../store/types.ts";
import { type GrowingNode, grow } from "./growth.ts";
import { canonical, LinkFinder, vertexKey } from "./links.ts";
import { commonNotes } from "./notes.ts";
import { type GraphOptions, MAX_GRAPH_DEPTH } from "./options.ts";
import { withoutOwnConstructors } from "./query.ts";
import { isCallable } from "./resolve/kinds.ts";
import type { Resolver } from "./resolve/resolver.ts";
import { startTrace } from "./start.ts";
import { displayName, MODULE_NAME, qualifiedName, tracedSymbol } from "./symbols.ts";
import type { GraphAnswer, GraphNode } from "./types.ts";

/** Definitions of one name that a graph starts at. */
const maxRoots = 20;

/**
 * What a symbol calls (or what calls it), level by level. Each symbol is expanded once in each direction, where it is
 * nearest to a root; other places show it as repeated. A guess among namesakes is shown but not followed.
 * @throws GrepaiError SYMBOL_NOT_FOUND; INVALID_PARAMETERS for a depth that is no whole number from 1
 */
export function traceGraph(view: ReadView, query: string, options: GraphOptions): GraphAnswer {
  const asked = options.depth;
  if (!Number.isInteger(asked) || asked < 1) {
    throw new GrepaiError("INVALID_PARAMETERS", `Parameter 'depth' must be a whole number from 1, not ${asked}.`);
  }
  const depth = Math.min(asked, MAX_GRAPH_DEPTH);
  const { definitions, resolver, isTraced } = startTrace(view, query, options);
  const starts = rootsAmong(view, definitions, resolver);
  const { direction, maxNodes } = options;
  const grown = grow(starts.slice(0, maxRoots), new LinkFinder(resolver, isTraced, options), {
    depth,
    direction,
    maxNodes,
  });
  const notes: string[] = [];
  if (depth < asked) notes.push(`Depth ${asked} was clamped to ${depth}.`);
  if (grown.truncated) {
    notes.push(`Cut at ${grown.nodeCount} symbols (max_nodes); ask for a part of it or a smaller depth.`);
  }
  if (starts.length > maxRoots)
    notes.push(`The graph starts at the first ${maxRoots} of ${starts.length} definitions.`);
  notes.push(...commonNotes(view, definitions, grown.edges));
  const nodes = new NodeNumbers();
  return {
    query,
    direction,
    depth,
    roots: grown.roots.map(({ main, callers }) => ({
      ...nodes.nodeOf(main),
      callers: callers.map((caller) => nodes.nodeOf(caller)),
    })),
    nodeCount: grown.nodeCount,
    maxDepth: grown.maxDepth,
    truncated: grown.truncated,
    definitions: definitions.map(tracedSymbol),
    notes,
  };
}

/** Where a graph starts: what can be called before what cannot, tests last. */
function rootsAmong(
  view: ReadView,
  definitions: readonly StoredDefinition[],
  resolver: Resolver,
): readonly StoredDefinition[] {
  const distinct = new Map(
    withoutOwnConstructors(definitions).map((definition) => {
      const root = canonical(definition, resolver);
      return [root.id, root] as const;
    }),
  );
  const isTest = ({ path }: StoredDefinition) => /(^|[/._-])(tests?|spec)([/._-]|$)/i.test(path);
  const rank = (definition: StoredDefinition): number =>
    (isCallable(definition.kind) ? 0 : 2) + (isTest(definition) ? 1 : 0);
  return withoutEmptyTwins(view, [...distinct.values()]).sort((a, b) => rank(a) - rank(b));
}

/** Signatures of overloads, which hold no code, stand beside the one that does. */
function withoutEmptyTwins(view: ReadView, definitions: readonly StoredDefinition[]): StoredDefinition[] {
  const nameOf = (definition: StoredDefinition): string => `${definition.fileId} ${qualifiedName(definition)}`;
  const isEmpty = ({ id }: StoredDefinition): boolean => view.referencesWithin(id).length === 0;
  if (new Set(definitions.map(nameOf)).size === definitions.length) return [...definitions];
  const filled = new Set(definitions.filter((definition) => !isEmpty(definition)).map(nameOf));
  const seen = new Set<string>();
  return definitions.filter((definition) => {
    const name = nameOf(definition);
    const isFirst = !seen.has(name);
    seen.add(name);
    return filled.has(name) ? !isEmpty(definition) : isFirst;
  });
}

/** Turns grown nodes into those of the answer, the same symbol always with the same number. */
class NodeNumbers {
  readonly #numbers = new Map<string, number>();

  nodeOf(grown: GrowingNode): GraphNode {
    const { vertex, edge, repeated } = grown;
    const id = this.#numberOf(vertexKey(vertex));
    const children = grown.children.map((child) => this.nodeOf(child));
    const common = { id, edge, children, repeated };
    switch (vertex.kind) {
      case "external":
        return { ...common, name: vertex.name, qualifiedName: vertex.name, kind: null, file: null, line: null };
      case "module":
        return { ...common, name: MODULE_NAME, qualifiedName: MODULE_NAME, kind: null, file: vertex.path, line: 1 };
      case "definition": {
        const { definition } = vertex;
        return {
          ...common,
          name: displayName(definition),
          qualifiedName: qualifiedName(definition),
          kind: definition.kind,
          file: definition.path,
          line: definition.line,
        };
      }
    }
  }

  #numberOf(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}
