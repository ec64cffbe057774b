import type { ReadView, StoredDefinition } from "../store/types.ts";
import { chooseDefinitions } from "./choose.ts";
import { traceFilter } from "./file-filter.ts";
import { symbolNotFound } from "./not-found.ts";
import type { TraceOptions } from "./options.ts";
import { findDefinitions } from "./query.ts";
import { Resolver } from "./resolve/resolver.ts";

/** What every kind of trace begins with. `isTraced` tells files that the settings take part; it says nothing of what is shown. */
export interface TraceStart {
  readonly definitions: readonly StoredDefinition[];
  readonly resolver: Resolver;
  readonly isTraced: (path: string) => boolean;
}

/**
 * Finds what the query names, as far as the choice among several definitions lets them stand.
 * @throws GrepaiError SYMBOL_NOT_FOUND, INVALID_PARAMETERS
 */
export function startTrace(view: ReadView, query: string, options: TraceOptions): TraceStart {
  const isTraced = traceFilter(options.config);
  const found = findDefinitions(view, query).filter((definition) => isTraced(definition.path));
  if (found.length === 0) throw symbolNotFound(view, query, isTraced);
  const definitions = options.definition === null ? found : chooseDefinitions(view, found, options.definition);
  return { definitions, resolver: new Resolver(view, options.readProjectFile), isTraced };
}
