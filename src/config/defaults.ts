import type { BoostRule, Config, EmbedderProvider } from "./types.ts";

/** Name of the model that ships with grepai. */
const shippedModel = "code-static";

/** Where a provider's model comes from unless told otherwise; null for what needs no server. */
export const providerDefaults: Readonly<
  Record<EmbedderProvider, { readonly model: string; readonly endpoint: string | null }>
> = {
  static: { model: shippedModel, endpoint: null },
  ollama: { model: "nomic-embed-text", endpoint: "http://localhost:11434" },
  openai: { model: "text-embedding-3-small", endpoint: "https://api.openai.com/v1" },
};

const half = (pattern: string): BoostRule => ({ pattern, factor: 0.5 });
const lessThanHalf = (pattern: string): BoostRule => ({ pattern, factor: 0.4 });
const aLittle = (pattern: string): BoostRule => ({ pattern, factor: 0.6 });

/** What holds where the configuration says nothing. `.grepai.example.yaml` documents the same values. */
export const defaultConfig: Config = {
  version: 1,
  embedder: {
    provider: "static",
    model: shippedModel,
    endpoint: null,
    dimensions: null,
    parallelism: 4,
    timeoutMs: 60_000,
    queryTimeoutMs: 10_000,
  },
  store: {
    backend: "sqlite",
    hnsw: { enabled: true, minPassages: 200_000, m: 16, efConstruction: 200, efSearch: 100 },
  },
  chunking: { sizeTokens: 512, overlapTokens: 50 },
  watch: { debounceMs: 100, niceness: 5 },
  search: {
    hybrid: { enabled: true, k: 60 },
    boost: {
      enabled: true,
      penalties: [
        ...["/tests/", "/test/", "/__tests__/", "/spec/", "_test.", ".test.", "_spec.", ".spec.", "/test_"].map(half),
        ...["/mocks/", "/mock/", "/__mocks__/", ".mock.", "/fixtures/", "/testdata/"].map(lessThanHalf),
        ...["/generated/", ".generated.", ".gen.", ".pb.", "_pb2."].map(lessThanHalf),
        ...["/examples/", "/example/", "/samples/", "/demo/"].map(aLittle),
        ...[".md", "/docs/", "/doc/"].map(aLittle),
      ],
      bonuses: [],
    },
    dedup: { enabled: true },
  },
  trace: { enabledLanguages: [], excludePatterns: [] },
  index: { workers: null, maxCpuPercent: 100, maxFileBytes: 2 * 1024 * 1024 },
  mcp: { autoWatch: false },
  ignore: [],
  externalGitignore: null,
};
