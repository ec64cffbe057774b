import { existsSync } from "node:fs";
import type { HnswConfig } from "../../config/types.ts";
import { loadHnswAddon } from "./hnsw-addon.ts";

/** How vectors are searched at this size on this machine, in words for `status`. */
export async function describeVectorSearch(config: HnswConfig, passages: number, graphPath: string): Promise<string> {
  const scan = "exact scan (int8, WASM SIMD)";
  if (!config.enabled) return scan;
  const from = config.minPassages;
  if ((await loadHnswAddon()) === null) return `${scan}; HNSW needs hnswlib-node, which is not installed`;
  if (passages < from) return `${scan}; HNSW from ${from} passages on`;
  const graph = `HNSW (M ${config.m}, efSearch ${config.efSearch})`;
  return existsSync(graphPath) ? graph : `${scan} until the ${graph} graph is built`;
}
