import type { ReadView, StoredDefinition, StoredReference } from "../store/types.ts";
import { calleesNotes } from "./notes.ts";
import type { ListOptions } from "./options.ts";
import { isAccess, isCallable, isType, isVariable } from "./resolve/kinds.ts";
import type { Resolver } from "./resolve/resolver.ts";
import type { Resolution } from "./resolve/types.ts";
import { listedRows, rowOf } from "./rows.ts";
import { startTrace } from "./start.ts";
import { constructorsOf, tracedSymbol } from "./symbols.ts";
import type { TraceAnswer, TraceRow } from "./types.ts";

/**
 * All that a symbol calls, in the project and (without a target) in libraries.
 * @throws GrepaiError SYMBOL_NOT_FOUND, INVALID_PARAMETERS
 */
export function traceCallees(view: ReadView, query: string, options: ListOptions): TraceAnswer {
  const { definitions, resolver, isTraced } = startTrace(view, query, options);
  const rows: TraceRow[] = [];
  const unresolved = new Set<string>();
  for (const definition of definitions) {
    const asked = tracedSymbol(definition);
    for (const { reference, resolution } of callsWithin(definition, resolver)) {
      for (const { definition: callee, confidence } of resolution.targets) {
        if (!isTraced(callee.path)) continue;
        rows.push(
          rowOf(resolver.view, reference, callee, confidence, { definition: asked, target: tracedSymbol(callee) }),
        );
      }
      if (resolution.targets.length > 0 || reference.kind === "value") continue;
      if (resolution.external === null) unresolved.add(reference.name);
      else
        rows.push(
          externalRow(
            rowOf(resolver.view, reference, null, "exact", { definition: asked, target: null }),
            resolution.external,
          ),
        );
    }
  }
  const list = listedRows(rows, (row) => row.target?.file ?? null, options);
  return {
    query,
    mode: "callees",
    definitions: definitions.map(tracedSymbol),
    rows: list.rows,
    total: list.total,
    notes: [...calleesNotes(view, definitions, list, [...unresolved]), ...list.notes],
  };
}

/** A reference inside a definition with where it leads. */
export interface CallWithin {
  readonly reference: StoredReference;
  readonly resolution: Resolution;
}

/**
 * The calls that running a definition makes, and the functions it hands on. For a class: those of its constructors and
 * of its own body (field initialisers, decorators), not of its methods.
 */
export function callsWithin(definition: StoredDefinition, resolver: Resolver): readonly CallWithin[] {
  const { view } = resolver;
  const sources = isType(definition.kind) ? [definition, ...constructorsOf(definition, resolver)] : [definition];
  const calls: CallWithin[] = [];
  for (const source of sources) {
    for (const reference of view.referencesWithin(source.id)) {
      if (reference.kind === "type" || reference.kind === "inherit" || isAccess(reference.kind)) continue;
      const resolution = withCallableTargets(reference, resolver.resolve(reference));
      calls.push({ reference, resolution });
    }
  }
  return calls;
}

/** A use as a value counts when what is handed on can be called. */
function withCallableTargets(reference: StoredReference, resolution: Resolution): Resolution {
  if (reference.kind !== "value") return resolution;
  const targets = resolution.targets.filter(
    ({ definition }) => isCallable(definition.kind) || !isVariable(definition.kind),
  );
  return { ...resolution, targets };
}

function externalRow(row: TraceRow, name: string): TraceRow {
  return { ...row, symbol: name, qualifiedName: name };
}
