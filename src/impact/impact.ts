import type { TraceConfig } from "../config/types.ts";
import { isAtLeast } from "../graph/confidence.ts";
import { traceFilter } from "../graph/file-filter.ts";
import { canonical, type Link, LinkFinder, type Vertex, vertexKey } from "../graph/links.ts";
import { buildingNote } from "../graph/not-found.ts";
import { Resolver } from "../graph/resolve/resolver.ts";
import type { ReadProjectFile } from "../graph/resolve/types.ts";
import { contextLine, displayName, MODULE_NAME, qualifiedName } from "../graph/symbols.ts";
import type { Confidence } from "../graph/types.ts";
import type { ReadView } from "../store/types.ts";
import { changedSymbols, describeChange, type FoundChange } from "./changed-symbols.ts";
import { danglingUses } from "./dangling.ts";
import type { AffectedSymbol, Changes, ImpactAnswer } from "./types.ts";

/** Symbols that are followed at most, so that a change to what everything uses is answered in time. */
const maxFollowed = 5_000;

export interface ImpactOptions {
  readonly config: TraceConfig;
  readonly readProjectFile: ReadProjectFile;
  readonly isTest: (path: string) => boolean;
  /** Whether what lies in a file may be shown. */
  readonly shows: (path: string | null) => boolean;
  readonly minConfidence: Confidence;
  /** Calls between a changed symbol and the farthest shown, from 1. */
  readonly depth: number;
  /** Affected symbols listed at most. */
  readonly limit: number;
}

/** A symbol to look for callers of. */
interface Reached {
  readonly vertex: Vertex;
  readonly name: string;
  readonly distance: number;
  readonly confidence: Confidence;
}

/**
 * What changed, and all that calls it, directly or through others: breadth first, so that each symbol is found at its
 * least distance. Guesses among namesakes are shown but not followed.
 */
export function impactOf(view: ReadView, query: string, changes: Changes, options: ImpactOptions): ImpactAnswer {
  const { changes: found, notes } = changedSymbols(view, changes);
  const isTraced = traceFilter(options.config);
  const traced = found.filter((change) => isTraced(pathOf(change)));
  const resolver = new Resolver(view, options.readProjectFile);
  const search = new ImpactSearch(resolver, new LinkFinder(resolver, isTraced, options), options, isTraced);
  search.start(traced);
  search.run();
  const affected = search.affected.sort(inOrder);
  const listed = affected.slice(0, options.limit);
  return {
    query,
    changed: traced.map(describeChange),
    affected: listed,
    total: affected.length,
    testCount: affected.filter(({ isTest }) => isTest).length,
    maxDistance: affected.reduce((most, { distance }) => Math.max(most, distance), 0),
    truncated: search.truncated,
    notes: [
      ...notes,
      ...(traced.length === 0 ? [nothingNote(changes)] : []),
      ...(search.truncated
        ? [`More lies beyond ${options.depth} calls or ${maxFollowed} symbols, where the search ended.`]
        : []),
      ...(listed.length < affected.length
        ? [`Only the first ${listed.length} of ${affected.length} are shown (limit).`]
        : []),
      ...[buildingNote(view)].filter((note) => note !== null),
    ],
  };
}

function pathOf(change: FoundChange): string {
  return change.change === "deleted" ? change.path : change.definition.path;
}

function nothingNote(changes: Changes): string {
  return changes.kind === "files"
    ? "The files hold no symbols that the index knows."
    : `No symbol differs between ${changes.between}.`;
}

function inOrder(a: AffectedSymbol, b: AffectedSymbol): number {
  if (a.isTest !== b.isTest) return a.isTest ? -1 : 1;
  if (a.distance !== b.distance) return a.distance - b.distance;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}

/** Walks from the changed symbols towards their callers. */
class ImpactSearch {
  readonly affected: AffectedSymbol[] = [];
  truncated = false;
  readonly #resolver: Resolver;
  readonly #finder: LinkFinder;
  readonly #options: ImpactOptions;
  readonly #isTraced: (path: string) => boolean;
  readonly #known = new Set<string>();
  readonly #queue: Reached[] = [];

  constructor(resolver: Resolver, finder: LinkFinder, options: ImpactOptions, isTraced: (path: string) => boolean) {
    this.#resolver = resolver;
    this.#finder = finder;
    this.#options = options;
    this.#isTraced = isTraced;
  }

  start(changes: readonly FoundChange[]): void {
    for (const change of changes) {
      if (change.change === "deleted") continue;
      const definition = canonical(change.definition, this.#resolver);
      const vertex: Vertex = { kind: "definition", definition };
      if (this.#known.has(vertexKey(vertex))) continue;
      this.#known.add(vertexKey(vertex));
      this.#queue.push({ vertex, name: qualifiedName(definition), distance: 0, confidence: "exact" });
    }
    for (const change of changes) if (change.change === "deleted") this.#addDangling(change);
  }

  run(): void {
    for (const reached of this.#queue) {
      if (reached.vertex.kind !== "definition" || reached.confidence === "ambiguous") continue;
      for (const link of this.#finder.callers(reached.vertex.definition)) {
        if (reached.distance >= this.#options.depth || this.#known.size >= maxFollowed) {
          if (!this.#known.has(vertexKey(link.vertex))) this.truncated = true;
          continue;
        }
        this.#add(link, reached);
      }
    }
  }

  #addDangling({ old, path }: Extract<FoundChange, { change: "deleted" }>): void {
    const { view } = this.#resolver;
    const reached = { name: old.qualifiedName, distance: 0, confidence: "exact" as const };
    for (const { reference, confidence } of danglingUses(old, path, this.#resolver)) {
      if (!isAtLeast(confidence, this.#options.minConfidence)) continue;
      if (!this.#isTraced(reference.path) || !this.#options.shows(reference.path)) continue;
      const enclosing = this.#resolver.enclosing(reference);
      const vertex: Vertex =
        enclosing === null
          ? { kind: "module", path: reference.path }
          : { kind: "definition", definition: canonical(enclosing, this.#resolver) };
      const { path: file, line, fileId, kind } = reference;
      const sites = [{ file, line, context: contextLine(view, fileId, line) }];
      this.#add({ vertex, edge: { kinds: [kind], confidence, sites } }, reached);
    }
  }

  #add({ vertex, edge }: Link, from: Omit<Reached, "vertex">): void {
    const key = vertexKey(vertex);
    const [site] = edge.sites;
    if (this.#known.has(key) || vertex.kind === "external" || site === undefined) return;
    this.#known.add(key);
    const file = vertex.kind === "module" ? vertex.path : vertex.definition.path;
    const confidence = isAtLeast(edge.confidence, from.confidence) ? from.confidence : edge.confidence;
    const distance = from.distance + 1;
    const name = vertex.kind === "module" ? MODULE_NAME : qualifiedName(vertex.definition);
    this.affected.push({
      name: vertex.kind === "module" ? MODULE_NAME : displayName(vertex.definition),
      qualifiedName: name,
      kind: vertex.kind === "module" ? null : vertex.definition.kind,
      file,
      line: vertex.kind === "module" ? site.line : vertex.definition.line,
      isTest: this.#options.isTest(file),
      distance,
      confidence,
      via: from.name,
      site,
    });
    this.#queue.push({ vertex, name, distance, confidence });
  }
}
