/** The validated configuration of one project, every default filled in. Keys mirror `.grepai.example.yaml`. */
export interface Config {
  readonly version: number;
  readonly embedder: EmbedderConfig;
  readonly store: StoreConfig;
  readonly chunking: ChunkingConfig;
  readonly watch: WatchConfig;
  readonly search: SearchConfig;
  readonly trace: TraceConfig;
  readonly index: IndexConfig;
  /** Whether a server has the project watched while nothing else does. */
  readonly mcp: { readonly autoWatch: boolean };
  /** Extra ignore patterns in gitignore syntax, applied like a root `.grepaiignore`. */
  readonly ignore: readonly string[];
  /** Path of one more gitignore file outside the project (`~` allowed), or null. */
  readonly externalGitignore: string | null;
}

export type EmbedderProvider = "static" | "ollama" | "openai";

export interface EmbedderConfig {
  readonly provider: EmbedderProvider;
  /** Model name; for `static` the name of a shipped model or a path to a Model2Vec folder. */
  readonly model: string;
  /** Base URL of the server; null for `static`. */
  readonly endpoint: string | null;
  /** Vector length asked of the server; null takes what the model gives. */
  readonly dimensions: number | null;
  /** Requests under way at once. */
  readonly parallelism: number;
  /** Limit for one embedding request while indexing. */
  readonly timeoutMs: number;
  /** Limit for embedding one query. */
  readonly queryTimeoutMs: number;
}

export interface StoreConfig {
  readonly backend: "sqlite";
  readonly hnsw: HnswConfig;
}

/** HNSW parameters after Malkov & Yashunin (2016). */
export interface HnswConfig {
  readonly enabled: boolean;
  /** Passages below which the exact scan answers alone. */
  readonly minPassages: number;
  readonly m: number;
  readonly efConstruction: number;
  readonly efSearch: number;
}

/** Sizes in tokens, estimated as in `chunk/size.ts`. */
export interface ChunkingConfig {
  readonly sizeTokens: number;
  readonly overlapTokens: number;
}

export interface SearchConfig {
  readonly hybrid: { readonly enabled: boolean; readonly k: number };
  readonly boost: {
    readonly enabled: boolean;
    readonly penalties: readonly BoostRule[];
    readonly bonuses: readonly BoostRule[];
  };
  /** One result a file before any file's second. */
  readonly dedup: { readonly enabled: boolean };
}

/** Multiplies the score of files whose path matches. */
export interface BoostRule {
  readonly pattern: string;
  readonly factor: number;
}

export interface TraceConfig {
  /** File extensions (".go") whose symbols are traced; empty means all. */
  readonly enabledLanguages: readonly string[];
  /** Globs of files left out of traces. */
  readonly excludePatterns: readonly string[];
}

export interface WatchConfig {
  readonly debounceMs: number;
  /** Priority of the watching process as the system counts it, from 0 (as any other) to 19 (only when nothing else runs). */
  readonly niceness: number;
}

export interface IndexConfig {
  /** Worker threads; null means one a processor, at most 8. */
  readonly workers: number | null;
  /** Share of all processors' time that indexing may take. */
  readonly maxCpuPercent: number;
  /** Files larger than this are skipped and counted. */
  readonly maxFileBytes: number;
}
