/** The part of `hnswlib-node` that is used; declared here because the package is optional. */
export interface HnswGraph {
  initIndex(options: {
    readonly maxElements: number;
    readonly m: number;
    readonly efConstruction: number;
    readonly randomSeed: number;
  }): void;
  addPoint(point: number[], label: number): void;
  searchKnn(query: number[], k: number): { readonly distances: number[]; readonly neighbors: number[] };
  setEf(ef: number): void;
  getCurrentCount(): number;
  readIndex(path: string): Promise<boolean>;
  writeIndexSync(path: string): void;
}

export interface HnswAddon {
  readonly HierarchicalNSW: new (space: "ip", dimensions: number) => HnswGraph;
}

/** Not a literal, so that neither compiler nor bundler insists on a package that may be absent. */
const PACKAGE: string = "hnswlib-node";

/** The addon, or null where it is not installed or does not load (it has to be compiled, which not every machine can). */
export async function loadHnswAddon(): Promise<HnswAddon | null> {
  try {
    const module: { readonly default: HnswAddon } = await import(PACKAGE);
    return module.default;
  } catch {
    return null;
  }
}
