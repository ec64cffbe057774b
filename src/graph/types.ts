import type { ReferenceKind, SymbolKind } from "../parse/types.ts";

/**
 * How sure an edge is. `exact`: scope, imports or the receiver's type settle it; `inferred`: the only definition
 * of that name in the project, or what a field holds where it is declared; `ambiguous`: one of several that share the name.
 */
export type Confidence = "exact" | "inferred" | "ambiguous";

/** A definition as trace answers name it. */
export interface TracedSymbol {
  readonly name: string;
  /** With its scope: `Printer.feed`. */
  readonly qualifiedName: string;
  readonly kind: SymbolKind;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
}

/** One call site seen from the traced symbol. */
export interface TraceRow {
  readonly file: string;
  /** Line of the call site. */
  readonly line: number;
  /** The caller (for callers) or the callee (for callees); a file's top level is named `<module>`. */
  readonly symbol: string;
  readonly qualifiedName: string;
  /** Source line of the call site, trimmed. */
  readonly context: string;
  readonly kind: ReferenceKind;
  readonly confidence: Confidence;
  /** The definition asked about that this row belongs to; null for a callee outside the project. */
  readonly definition: TracedSymbol | null;
  /** Callees only: where the callee is defined, or null when it lies outside the project. */
  readonly target: TracedSymbol | null;
}

export interface TraceAnswer {
  readonly query: string;
  readonly mode: "callers" | "callees";
  /** All definitions that the query names. */
  readonly definitions: readonly TracedSymbol[];
  readonly rows: readonly TraceRow[];
  /** E.g. a partly parsed file, a symbol that is only passed as a value, an index still being built. */
  readonly notes: readonly string[];
}

export interface GraphNode {
  readonly name: string;
  readonly qualifiedName: string;
  /** Null for a symbol outside the project. */
  readonly file: string | null;
  readonly line: number | null;
  readonly children: readonly GraphNode[];
  /** Already shown elsewhere (a cycle or a shared callee), so that its children are not repeated. */
  readonly repeated: boolean;
}

export interface GraphAnswer {
  readonly query: string;
  readonly depth: number;
  readonly root: GraphNode;
  readonly nodeCount: number;
  readonly maxDepth: number;
  readonly truncated: boolean;
  readonly definitions: readonly TracedSymbol[];
  readonly notes: readonly string[];
}
