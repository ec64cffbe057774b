import type { StoredDefinition, StoredReference } from "../store/types.ts";
import { callsWithin } from "./callees.ts";
import { accessesOf, callsOf } from "./callers.ts";
import { isAtLeast, surer } from "./confidence.ts";
import type { TraceOptions } from "./options.ts";
import { isType, isVariable } from "./resolve/kinds.ts";
import type { Resolver } from "./resolve/resolver.ts";
import { contextLine, typeConstructedBy } from "./symbols.ts";
import type { CallSite, Confidence, GraphEdge } from "./types.ts";

/** What a call graph connects. */
export type Vertex =
  | { readonly kind: "definition"; readonly definition: StoredDefinition }
  /** The top level of a file, which runs when it is loaded. */
  | { readonly kind: "module"; readonly path: string }
  | { readonly kind: "external"; readonly name: string };

/** A neighbour of a definition in the call graph and how they are connected. */
export interface Link {
  readonly vertex: Vertex;
  readonly edge: GraphEdge;
}

/** Equal for the same symbol. */
export function vertexKey(vertex: Vertex): string {
  switch (vertex.kind) {
    case "definition":
      return `d${vertex.definition.id}`;
    case "module":
      return `m${vertex.path}`;
    case "external":
      return `x${vertex.name}`;
  }
}

/** A constructor stands for its class, as code that makes an object names the class. */
export function canonical(definition: StoredDefinition, resolver: Resolver): StoredDefinition {
  return isType(definition.kind) ? definition : (typeConstructedBy(definition, resolver) ?? definition);
}

/** Finds the neighbours of definitions, within what a question lets be shown. */
export class LinkFinder {
  readonly #resolver: Resolver;
  readonly #isTraced: (path: string) => boolean;
  readonly #options: Pick<TraceOptions, "shows" | "minConfidence">;

  constructor(
    resolver: Resolver,
    isTraced: (path: string) => boolean,
    options: Pick<TraceOptions, "shows" | "minConfidence">,
  ) {
    this.#resolver = resolver;
    this.#isTraced = isTraced;
    this.#options = options;
  }

  /** Different callees of a definition in the order of their first call. */
  callees(definition: StoredDefinition): readonly Link[] {
    const links = this.#collection();
    for (const { reference, resolution } of callsWithin(definition, this.#resolver)) {
      for (const { definition: target, confidence } of resolution.targets) {
        const callee = canonical(target, this.#resolver);
        links.add({ kind: "definition", definition: callee }, callee.path, reference, confidence);
      }
      if (resolution.external === null || resolution.targets.length > 0 || reference.kind === "value") continue;
      links.add({ kind: "external", name: resolution.external }, null, reference, "exact");
    }
    return links.found();
  }

  /** Different callers of a definition by the place of their first call; of data all that read or write it. */
  callers(definition: StoredDefinition): readonly Link[] {
    const links = this.#collection();
    const uses = isVariable(definition.kind)
      ? accessesOf(new Map([[definition.id, definition]]), this.#resolver)
      : callsOf(definition, this.#resolver);
    for (const { reference, target } of uses) {
      const enclosing = this.#resolver.enclosing(reference);
      const caller: Vertex =
        enclosing === null
          ? { kind: "module", path: reference.path }
          : { kind: "definition", definition: canonical(enclosing, this.#resolver) };
      links.add(caller, reference.path, reference, target.confidence);
    }
    return [...links.found()].sort((a, b) => compareSites(a.edge.sites[0], b.edge.sites[0]));
  }

  #collection(): LinkCollection {
    return new LinkCollection(this.#resolver, (path, confidence) => {
      if (!isAtLeast(confidence, this.#options.minConfidence)) return false;
      return (path === null || this.#isTraced(path)) && this.#options.shows(path);
    });
  }
}

interface Growing {
  readonly vertex: Vertex;
  readonly references: StoredReference[];
  confidence: Confidence;
}

/** Gathers the uses between one definition and each of its neighbours. */
class LinkCollection {
  readonly #resolver: Resolver;
  readonly #isWanted: (path: string | null, confidence: Confidence) => boolean;
  readonly #links = new Map<string, Growing>();

  constructor(resolver: Resolver, isWanted: (path: string | null, confidence: Confidence) => boolean) {
    this.#resolver = resolver;
    this.#isWanted = isWanted;
  }

  add(vertex: Vertex, path: string | null, reference: StoredReference, confidence: Confidence): void {
    if (!this.#isWanted(path, confidence)) return;
    const key = vertexKey(vertex);
    const known = this.#links.get(key);
    if (known === undefined) {
      this.#links.set(key, { vertex, references: [reference], confidence });
      return;
    }
    known.references.push(reference);
    known.confidence = surer(known.confidence, confidence);
  }

  found(): readonly Link[] {
    return [...this.#links.values()].map(({ vertex, references, confidence }) => ({
      vertex,
      edge: { kinds: kindsOf(references), confidence, sites: this.#sites(references) },
    }));
  }

  #sites(references: readonly StoredReference[]): readonly CallSite[] {
    const sites = new Map<string, CallSite>();
    for (const { path: file, line, fileId } of references) {
      const key = `${file}:${line}`;
      if (!sites.has(key)) sites.set(key, { file, line, context: contextLine(this.#resolver.view, fileId, line) });
    }
    return [...sites.values()].sort(compareSites);
  }
}

function kindsOf(references: readonly StoredReference[]): readonly StoredReference["kind"][] {
  return [...new Set(references.map(({ kind }) => kind))].sort();
}

function compareSites(a: CallSite | undefined, b: CallSite | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}
