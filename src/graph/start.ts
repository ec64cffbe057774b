import type { ReadView, StoredDefinition } from "../store/types.ts";
import { traceFilter } from "./file-filter.ts";
import { symbolNotFound } from "./not-found.ts";
import type { TraceOptions } from "./options.ts";
import { findDefinitions } from "./query.ts";
import { Resolver } from "./resolve/resolver.ts";

/** What every kind of trace begins with. */
export interface TraceStart {
  readonly definitions: readonly StoredDefinition[];
  readonly resolver: Resolver;
  readonly isTraced: (path: string) => boolean;
}

/**
 * Finds what the query names.
 * @throws GrepaiError SYMBOL_NOT_FOUND, INVALID_PARAMETERS
 */
export function startTrace(view: ReadView, query: string, options: TraceOptions): TraceStart {
  const isTraced = traceFilter(options.config);
  const definitions = findDefinitions(view, query).filter((definition) => isTraced(definition.path));
  if (definitions.length === 0) throw symbolNotFound(view, query, isTraced);
  return { definitions, resolver: new Resolver(view, options.readProjectFile), isTraced };
}
