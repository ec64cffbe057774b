import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { shippedPath } from "../assets.ts";
import { providerDefaults } from "../config/defaults.ts";
import type { EmbedderConfig } from "../config/types.ts";
import { GrepaiError } from "../errors.ts";
import type { EmbeddingServer } from "./server/server.ts";
import { ServerEmbedder } from "./server/server-embedder.ts";
import { StaticEmbedder } from "./static/static-embedder.ts";
import type { CheckedEmbedder } from "./types.ts";

/** What an embedder needs besides its configuration. */
export interface EmbedderSurroundings {
  /** Relative model paths start here. */
  readonly projectRoot: string;
  /** Where API keys come from. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Texts a request holds: enough to keep a server busy, few enough that a local one answers in seconds. */
const batchTexts = { ollama: 32, openai: 64 } as const;

/**
 * The embedder a configuration asks for. Nothing is loaded or connected before its first use.
 * @throws GrepaiError INVALID_CONFIG when the model's name is none
 */
export function createEmbedder(config: EmbedderConfig, surroundings: EmbedderSurroundings): CheckedEmbedder {
  const { provider } = config;
  if (provider === "static") return createStaticEmbedder(config, surroundings.projectRoot);
  return new ServerEmbedder({
    connect: () => connect(provider, config, surroundings.env),
    batchTexts: batchTexts[provider],
    parallelism: config.parallelism,
    timeoutMs: config.timeoutMs,
    queryTimeoutMs: config.queryTimeoutMs,
    dimensions: config.dimensions,
  });
}

/** As {@link createEmbedder} for `provider: static`; gives the model itself too, for worker threads. */
export function createStaticEmbedder(config: Pick<EmbedderConfig, "model">, projectRoot: string): StaticEmbedder {
  return new StaticEmbedder(staticModelFolder(config.model, projectRoot));
}

/**
 * Folder of a static model: a name means one that ships with grepai, anything with a slash a folder of the user's.
 * @throws GrepaiError INVALID_CONFIG when it is neither
 */
export function staticModelFolder(model: string, projectRoot: string): string {
  if (/^~[\\/]/.test(model)) return join(homedir(), model.slice(2));
  if (isAbsolute(model) || /[\\/]/.test(model)) return resolve(projectRoot, model);
  const shipped = shippedPath("models", model);
  if (/^\w[\w.-]*$/.test(model) && existsSync(shipped)) return shipped;
  throw new GrepaiError(
    "INVALID_CONFIG",
    `No model "${model}" ships with grepai. Set \`embedder.model\` in .grepai/config.yaml to code-static, or to the path of a Model2Vec folder (./models/mine).`,
  );
}

async function connect(
  provider: "ollama" | "openai",
  config: EmbedderConfig,
  env: EmbedderSurroundings["env"],
): Promise<EmbeddingServer> {
  const { model, dimensions } = config;
  const endpoint = config.endpoint ?? providerDefaults[provider].endpoint ?? "";
  if (provider === "ollama") {
    const { OllamaServer } = await import("./ollama.ts");
    return new OllamaServer({ endpoint, model, dimensions });
  }
  const { OpenAiServer } = await import("./openai.ts");
  return new OpenAiServer({ endpoint, model, dimensions, env });
}
