import { type Command, Option } from "commander";
import type { EmbedderProvider } from "../../config/types.ts";
import type { CliContext } from "../context.ts";

interface InitOptions {
  readonly provider?: EmbedderProvider;
  readonly model?: string;
  readonly yes?: true;
}

const providers: readonly EmbedderProvider[] = ["static", "ollama", "openai"];

const about: Readonly<Record<EmbedderProvider, string>> = {
  static: "a model that ships with grepai; no server, no key",
  ollama: "an Ollama server; default model nomic-embed-text",
  openai: "any server with OpenAI's /v1/embeddings; key from OPENAI_API_KEY",
};

async function askProvider(): Promise<EmbedderProvider> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (const [index, provider] of providers.entries()) {
      process.stdout.write(`  ${index + 1}. ${provider}: ${about[provider]}\n`);
    }
    for (;;) {
      const answer = (await lines.question("Which embedder? [1] ")).trim().toLowerCase();
      const chosen = answer === "" ? providers[0] : (providers[Number(answer) - 1] ?? answer);
      const provider = providers.find((candidate) => candidate === chosen);
      if (provider !== undefined) return provider;
      process.stdout.write(`Please answer 1 to ${providers.length}, or a name.\n`);
    }
  } finally {
    lines.close();
  }
}

async function run(options: InitOptions, context: CliContext): Promise<void> {
  const { findProjectRoot } = await import("../../config/root.ts");
  const { projectPaths } = await import("../../config/paths.ts");
  const { writeDefaultConfig } = await import("../../config/write.ts");
  const { root } = findProjectRoot(context.cwd);
  const asks = context.isInteractive && options.yes !== true && options.provider === undefined;
  const provider = options.provider ?? (asks ? await askProvider() : "static");
  const created = writeDefaultConfig(root, { provider, model: options.model ?? null });
  const path = projectPaths(root).config;
  if (created === null) {
    context.warn(`${path} exists already and is left as it is; change embedder.provider in it to switch.`);
    context.exitWith(options.provider === undefined && options.model === undefined ? 0 : 2);
    return;
  }
  await context.write(
    [
      `Created ${created}: embedder ${provider} (${about[provider]}).`,
      "To switch, change embedder.provider and embedder.model in it; the index is then embedded anew.",
      "Next: 'grepai watch' to index and keep watching, or 'grepai index' for one pass.",
      "",
    ].join("\n"),
  );
  context.exitWith(0);
}

/** `grepai init` */
export function register(program: Command, context: CliContext): void {
  program
    .command("init")
    .description("create the configuration, .grepai/config.yaml")
    .addOption(new Option("--provider <name>", "what makes the vectors (default: static)").choices(providers))
    .option("--model <name>", "model of that provider")
    .option("-y, --yes", "ask nothing")
    .action((options: InitOptions) => run(options, context));
}
