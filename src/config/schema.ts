import * as z from "zod";
import { defaultConfig, providerDefaults } from "./defaults.ts";
import type { Config, EmbedderConfig, EmbedderProvider } from "./types.ts";

/*
 * The configuration as it stands in the file: snake_case, everything optional. Keys that the Go tool of the same name
 * has keep their names and meaning.
 */

const whole = (minimum: number, maximum: number) =>
  z.int(`must be a whole number from ${minimum} to ${maximum}`).min(minimum).max(maximum);
const boostRules = z.array(z.strictObject({ pattern: z.string().min(1), factor: z.number().min(0).max(10) }));

interface Compatible {
  readonly endpoint: string;
  readonly model: string;
}

/** Providers of the Go tool that speak OpenAI's protocol: where they listen and which model they are asked for. */
const openAiCompatible: ReadonlyMap<string, Compatible> = new Map([
  ["lmstudio", { endpoint: "http://127.0.0.1:1234/v1", model: "text-embedding-nomic-embed-text-v1.5" }],
  ["openrouter", { endpoint: "https://openrouter.ai/api/v1", model: "openai/text-embedding-3-small" }],
  ["synthetic", { endpoint: "https://api.synthetic.new/openai/v1", model: "hf:nomic-ai/nomic-embed-text-v1.5" }],
]);

const providerNames = ["static", "ollama", "openai", ...openAiCompatible.keys()];

export const fileSchema = z.strictObject({
  version: z.literal(1, "must be 1").optional(),
  embedder: z
    .strictObject({
      provider: z
        .string()
        .refine(
          (name) => providerNames.includes(name),
          `must be one of ${providerNames.join(", ")}; any server with OpenAI's /v1/embeddings is openai with its endpoint`,
        )
        .optional(),
      model: z.string().min(1).optional(),
      endpoint: z.url({ protocol: /^https?$/, error: "must be an address such as http://localhost:11434" }).optional(),
      dimensions: whole(1, 8192).optional(),
      // The Go tool writes 0 where it has no use for it.
      parallelism: whole(0, 64).optional(),
      timeout_ms: whole(100, 3_600_000).optional(),
      query_timeout_ms: whole(100, 600_000).optional(),
    })
    .optional(),
  store: z
    .strictObject({
      backend: z.enum(["sqlite", "gob", "postgres", "qdrant"]).optional(),
      hnsw: z
        .strictObject({
          enabled: z.boolean().optional(),
          min_passages: whole(1, 100_000_000).optional(),
          m: whole(2, 100).optional(),
          ef_construction: whole(8, 2000).optional(),
          ef_search: whole(8, 2000).optional(),
        })
        .optional(),
    })
    .optional(),
  chunking: z.strictObject({ size: whole(64, 8192).optional(), overlap: whole(0, 4096).optional() }).optional(),
  watch: z.strictObject({ debounce_ms: whole(0, 60_000).optional(), niceness: whole(0, 19).optional() }).optional(),
  search: z
    .strictObject({
      hybrid: z.strictObject({ enabled: z.boolean().optional(), k: z.number().min(1).max(1000).optional() }).optional(),
      boost: z
        .strictObject({
          enabled: z.boolean().optional(),
          penalties: boostRules.optional(),
          bonuses: boostRules.optional(),
        })
        .optional(),
      dedup: z.strictObject({ enabled: z.boolean().optional() }).optional(),
    })
    .optional(),
  trace: z
    .strictObject({
      enabled_languages: z.array(z.string().min(1)).optional(),
      exclude_patterns: z.array(z.string().min(1)).optional(),
    })
    .optional(),
  index: z
    .strictObject({
      workers: whole(1, 64).nullable().optional(),
      max_cpu_percent: whole(1, 100).optional(),
      max_file_bytes: whole(1024, 64 * 1024 * 1024).optional(),
    })
    .optional(),
  mcp: z.strictObject({ auto_watch: z.boolean().optional() }).optional(),
  ignore: z.array(z.string()).optional(),
  external_gitignore: z.string().optional(),
});

export type FileConfig = z.infer<typeof fileSchema>;

/** Keys of the Go tool that mean nothing here, by their path. They are named in a warning. */
export const foreignKeys: readonly string[] = [
  "embedder.api_key",
  "store.postgres",
  "store.qdrant",
  "framework_processing",
  "rpg",
  "update",
  "trace.mode",
  "watch.last_index_time",
  "watch.rpg_persist_interval_ms",
  "watch.rpg_derived_debounce_ms",
  "watch.rpg_full_reconcile_interval_sec",
  "watch.rpg_max_dirty_files_per_batch",
];

interface Provider {
  readonly provider: EmbedderProvider;
  readonly endpoint: string | null;
  readonly model: string;
}

function providerOf(name: string | undefined): Provider {
  const compatible = name === undefined ? undefined : openAiCompatible.get(name);
  if (compatible !== undefined) return { provider: "openai", ...compatible };
  const provider = name === "ollama" || name === "openai" ? name : "static";
  return { provider, ...providerDefaults[provider] };
}

/** The address as written, without slashes at its end. That of LM Studio lacks its `/v1` in files of the Go tool. */
function endpointOf(name: string | undefined, written: string): string {
  const endpoint = written.replace(/\/+$/, "");
  return name === "lmstudio" && new URL(endpoint).pathname === "/" ? `${endpoint}/v1` : endpoint;
}

/** `OLLAMA_HOST` as Ollama reads it: a host, a host with port, or an address. */
function ollamaHost(host: string | undefined): string | null {
  if (host === undefined || host.trim() === "") return null;
  const address = /^https?:\/\//.test(host) ? host : `http://${host}`;
  try {
    const url = new URL(address);
    if (url.port === "" && !/:\d+\/?$/.test(host)) url.port = "11434";
    if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
    return url.origin;
  } catch {
    return null;
  }
}

function embedderOf(file: FileConfig["embedder"], env: Readonly<Record<string, string | undefined>>): EmbedderConfig {
  const { provider, endpoint, model } = providerOf(file?.provider);
  const fallback = provider === "ollama" ? (ollamaHost(env["OLLAMA_HOST"]) ?? endpoint) : endpoint;
  const { embedder } = defaultConfig;
  const written = file?.endpoint === undefined ? null : endpointOf(file.provider, file.endpoint);
  return {
    provider,
    model: file?.model ?? model,
    endpoint: provider === "static" ? null : (written ?? fallback),
    dimensions: provider === "static" ? null : (file?.dimensions ?? null),
    parallelism: file?.parallelism || embedder.parallelism,
    timeoutMs: file?.timeout_ms ?? embedder.timeoutMs,
    queryTimeoutMs: file?.query_timeout_ms ?? embedder.queryTimeoutMs,
  };
}

/** Fills in the defaults. `env` may name where Ollama listens. */
export function completeConfig(file: FileConfig, env: Readonly<Record<string, string | undefined>>): Config {
  const { store, chunking, watch, search, trace, index, mcp } = defaultConfig;
  const { hnsw } = store;
  return {
    version: 1,
    embedder: embedderOf(file.embedder, env),
    store: {
      backend: "sqlite",
      hnsw: {
        enabled: file.store?.hnsw?.enabled ?? hnsw.enabled,
        minPassages: file.store?.hnsw?.min_passages ?? hnsw.minPassages,
        m: file.store?.hnsw?.m ?? hnsw.m,
        efConstruction: file.store?.hnsw?.ef_construction ?? hnsw.efConstruction,
        efSearch: file.store?.hnsw?.ef_search ?? hnsw.efSearch,
      },
    },
    chunking: {
      sizeTokens: file.chunking?.size ?? chunking.sizeTokens,
      overlapTokens: file.chunking?.overlap ?? chunking.overlapTokens,
    },
    watch: {
      debounceMs: file.watch?.debounce_ms ?? watch.debounceMs,
      niceness: file.watch?.niceness ?? watch.niceness,
    },
    search: {
      hybrid: {
        enabled: file.search?.hybrid?.enabled ?? search.hybrid.enabled,
        k: file.search?.hybrid?.k ?? search.hybrid.k,
      },
      boost: {
        enabled: file.search?.boost?.enabled ?? search.boost.enabled,
        penalties: file.search?.boost?.penalties ?? search.boost.penalties,
        bonuses: file.search?.boost?.bonuses ?? search.boost.bonuses,
      },
      dedup: { enabled: file.search?.dedup?.enabled ?? search.dedup.enabled },
    },
    trace: {
      enabledLanguages: file.trace?.enabled_languages ?? trace.enabledLanguages,
      excludePatterns: file.trace?.exclude_patterns ?? trace.excludePatterns,
    },
    index: {
      workers: file.index?.workers ?? index.workers,
      maxCpuPercent: file.index?.max_cpu_percent ?? index.maxCpuPercent,
      maxFileBytes: file.index?.max_file_bytes ?? index.maxFileBytes,
    },
    mcp: { autoWatch: file.mcp?.auto_watch ?? mcp.autoWatch },
    ignore: file.ignore ?? [],
    externalGitignore: file.external_gitignore || null,
  };
}
