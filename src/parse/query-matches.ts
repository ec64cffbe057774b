import type { Query, Tree } from "web-tree-sitter";
import type { TreeRuntime } from "./tree-runtime.ts";

/** Address of a node in the memory of the runtime. */
export type NodeAddress = number;

/** Layout of web-tree-sitter's C side, in 32-bit words: a node is id, start, row, column, subtree. */
const nodeWords = 5;
const startWord = 1;
const unlimited = 0xffffffff;

type TextPredicate = (
  captures: readonly { readonly name: string; readonly node: { readonly text: string } }[],
) => boolean;

/** Fields of the library's objects that its type declarations leave out. */
interface Handle {
  readonly 0: number;
}
interface QueryInternals extends Handle {
  /** Predicates on text (`#eq?`, `#match?`, …) by pattern. */
  readonly textPredicates: readonly (readonly TextPredicate[])[];
}

/**
 * The matches of one run of a query, read one after the other out of the runtime's memory. The library's own
 * `Query.matches` makes some six objects for every capture, of which a file has tens of thousands; that cost a fifth
 * of the time of parsing. Positions are UTF-16 code units, as the library's.
 */
export class QueryMatches {
  readonly #runtime: TreeRuntime;
  readonly #heap: Int32Array;
  readonly #query: Query;
  readonly #predicates: QueryInternals["textPredicates"];
  readonly #tree: number;
  readonly #transfer: number;
  readonly #address: number;
  readonly #text: string;
  #left: number;
  #next: number;
  #pattern = 0;
  #captures = 0;
  #first = 0;

  /**
   * Runs the query over a whole tree.
   * @param text what the tree was parsed from
   * @param options.maxStartDepth patterns do not begin below this depth
   * @param options.isLate asked now and then; true ends the run
   * @throws Error when it ended early
   */
  constructor(
    runtime: TreeRuntime,
    query: Query,
    tree: Tree,
    text: string,
    options: { readonly maxStartDepth: number; readonly isLate: () => boolean },
  ) {
    this.#runtime = runtime;
    this.#query = query;
    this.#text = text;
    const internals = query as unknown as QueryInternals;
    this.#predicates = internals.textPredicates;
    this.#tree = (tree as unknown as Handle)[0];
    this.#transfer = runtime._ts_init() >> 2;
    const { rootNode } = tree;
    this.#putNode(rootNode.id, rootNode.startIndex, rootNode.startPosition.row, rootNode.startPosition.column);
    runtime.HEAP32[this.#transfer + 4] = (rootNode as unknown as Handle)[0];
    runtime.currentQueryProgressCallback = options.isLate;
    try {
      const whole = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] as const;
      runtime._ts_query_matches_wasm(internals[0], this.#tree, ...whole, unlimited, options.maxStartDepth);
    } finally {
      runtime.currentQueryProgressCallback = null;
    }
    // Memory may have grown while the query ran, and does not while its matches are read.
    this.#heap = runtime.HEAP32;
    this.#left = this.#heap[this.#transfer] ?? 0;
    this.#address = this.#heap[this.#transfer + 1] ?? 0;
    this.#next = this.#address >> 2;
    if (options.isLate()) {
      this.free();
      throw new Error("the query ran out of time");
    }
  }

  /** Goes on to the next match whose predicates hold; false when there is none. */
  next(): boolean {
    while (this.#left > 0) {
      this.#left -= 1;
      this.#pattern = this.#heap[this.#next] ?? 0;
      this.#captures = this.#heap[this.#next + 1] ?? 0;
      this.#first = this.#next + 2;
      this.#next = this.#first + this.#captures * (1 + nodeWords);
      if (this.#holds()) return true;
    }
    return false;
  }

  /** Position of the match's pattern in the query. */
  get pattern(): number {
    return this.#pattern;
  }

  get captureCount(): number {
    return this.#captures;
  }

  /** Position of a capture's name in `query.captureNames`. */
  captureIndex(capture: number): number {
    return this.#heap[this.#first + capture * (1 + nodeWords)] ?? 0;
  }

  /** The captured node; valid until {@link free}. */
  node(capture: number): NodeAddress {
    return this.#first + capture * (1 + nodeWords) + 1;
  }

  startOf(node: NodeAddress): number {
    return this.#heap[node + startWord] ?? 0;
  }

  endOf(node: NodeAddress): number {
    this.#heap.copyWithin(this.#transfer, node, node + nodeWords);
    return this.#runtime._ts_node_end_index_wasm(this.#tree);
  }

  /** Where the child in a field begins, or -1 where there is none. */
  startOfField(node: NodeAddress, field: number): number {
    this.#heap.copyWithin(this.#transfer, node, node + nodeWords);
    this.#runtime._ts_node_child_by_field_id_wasm(this.#tree, field);
    return this.#heap[this.#transfer] === 0 ? -1 : (this.#heap[this.#transfer + startWord] ?? -1);
  }

  /** Gives the memory of the matches back. */
  free(): void {
    this.#left = 0;
    this.#runtime._free(this.#address);
  }

  #putNode(id: number, start: number, row: number, column: number): void {
    this.#runtime.HEAP32.set([id, start, row, column], this.#transfer);
  }

  #holds(): boolean {
    const predicates = this.#predicates[this.#pattern];
    if (predicates === undefined || predicates.length === 0) return true;
    const captures = Array.from({ length: this.#captures }, (_, capture) => {
      const node = this.node(capture);
      const name = this.#query.captureNames[this.captureIndex(capture)] ?? "";
      return { name, node: { text: this.#text.slice(this.startOf(node), this.endOf(node)) } };
    });
    return predicates.every((holds) => holds(captures));
  }
}
