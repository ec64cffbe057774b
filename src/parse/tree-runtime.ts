import { Parser } from "web-tree-sitter";
import { builtPath } from "../assets.ts";

/**
 * What we call of web-tree-sitter's WASM module beside the library's own interface, to read query results without an
 * object for every node: `query-matches.ts` says why. The layouts belong to the pinned version; the test beside that
 * file holds them to what the library's own `Query.matches` gives.
 */
export interface TreeRuntime {
  /** The module's memory; replaced when it grows. */
  readonly HEAP32: Int32Array;
  currentQueryProgressCallback: (() => boolean) | null;
  /** Address of the buffer through which nodes and results are handed over. */
  _ts_init(): number;
  _free(address: number): void;
  _ts_node_end_index_wasm(tree: number): number;
  _ts_node_child_by_field_id_wasm(tree: number, field: number): void;
  _ts_query_matches_wasm(
    query: number,
    tree: number,
    startRow: number,
    startColumn: number,
    endRow: number,
    endColumn: number,
    startIndex: number,
    endIndex: number,
    startContainingRow: number,
    startContainingColumn: number,
    endContainingRow: number,
    endContainingColumn: number,
    startContainingIndex: number,
    endContainingIndex: number,
    matchLimit: number,
    maxStartDepth: number,
  ): void;
}

/** The library keeps one module a thread, and so do we: it is the object given to the first `Parser.init`. */
let started: Promise<TreeRuntime> | null = null;

/** Starts the WASM runtime of this thread, or gives the one that runs. */
export function startTreeRuntime(): Promise<TreeRuntime> {
  started ??= start();
  return started;
}

async function start(): Promise<TreeRuntime> {
  const options = { locateFile: () => builtPath("grammars", "web-tree-sitter.wasm") };
  await Parser.init(options);
  // Emscripten fills the options object in and uses it as the module.
  return options as unknown as TreeRuntime;
}
