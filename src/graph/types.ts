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

/** What a list of rows is of. */
export type TraceMode = "callers" | "callees" | AccessMode;

export type AccessMode = "readers" | "writers";

export interface TraceAnswer {
  readonly query: string;
  readonly mode: TraceMode;
  /** All definitions that the query names. */
  readonly definitions: readonly TracedSymbol[];
  readonly rows: readonly TraceRow[];
  /** Rows found, also those beyond the limit. */
  readonly total: number;
  /** E.g. a partly parsed file, a symbol that is only passed as a value, an index still being built. */
  readonly notes: readonly string[];
}

/** Which way a graph goes from its root. */
export const DIRECTIONS = ["callees", "callers", "both"] as const;

export type Direction = (typeof DIRECTIONS)[number];

/** A line of source where one symbol uses another. */
export interface CallSite {
  readonly file: string;
  readonly line: number;
  /** Source line, trimmed. */
  readonly context: string;
}

/** All uses of one symbol by another. */
export interface GraphEdge {
  /** All ways in which it is used, sorted. */
  readonly kinds: readonly ReferenceKind[];
  /** Of the surest site. */
  readonly confidence: Confidence;
  /** By file and line, each once. */
  readonly sites: readonly CallSite[];
}

/** Why a node has no children although its symbol may have some. */
export type Repetition =
  /** It stands above itself: a recursion or a cycle of calls. */
  | "cycle"
  /** Its children are shown where the symbol stands first. */
  | "shared";

export interface GraphNode {
  /** The same number stands for the same symbol. */
  readonly id: number;
  readonly name: string;
  readonly qualifiedName: string;
  /** Null for a symbol outside the project and for a file's top level. */
  readonly kind: SymbolKind | null;
  /** Null for a symbol outside the project. */
  readonly file: string | null;
  readonly line: number | null;
  /** Between this node and the one above it; null at the root. */
  readonly edge: GraphEdge | null;
  readonly children: readonly GraphNode[];
  readonly repeated: Repetition | null;
}

/** One definition asked about with all that follows. */
export interface GraphRoot extends GraphNode {
  /** When both directions are asked for: its callers, while `children` are its callees. Otherwise empty. */
  readonly callers: readonly GraphNode[];
}

export interface GraphAnswer {
  readonly query: string;
  readonly direction: Direction;
  readonly depth: number;
  /** One for each definition that the query names, the likeliest first; never empty. */
  readonly roots: readonly GraphRoot[];
  readonly nodeCount: number;
  readonly maxDepth: number;
  /** Symbols were left out for the limit of their number. */
  readonly truncated: boolean;
  readonly definitions: readonly TracedSymbol[];
  readonly notes: readonly string[];
}
