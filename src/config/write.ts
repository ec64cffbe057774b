import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { GrepaiError, messageOf } from "../errors.ts";
import { providerDefaults } from "./defaults.ts";
import { projectPaths } from "./paths.ts";
import type { EmbedderProvider } from "./types.ts";

function contents(provider: EmbedderProvider, model: string): string {
  const { endpoint } = providerDefaults[provider];
  return `# Settings of grepai for this project. Every key is described in .grepai.example.yaml of the package.
version: 1
embedder:
  # static: a model that ships with grepai. ollama, openai: a server, then set model and endpoint as well.
  provider: ${provider}
  model: ${JSON.stringify(model)}
${endpoint === null ? "" : `  endpoint: ${endpoint}\n`}`;
}

/**
 * Makes \`.grepai/\` (which git leaves out) with a configuration, unless there is one.
 * @param choice.model null for the provider's default
 * @returns the path of the file made, or null when there was one, which is left as it is
 * @throws GrepaiError PERMISSION_DENIED, DISK_FULL
 */
export function writeDefaultConfig(
  root: string,
  choice: { readonly provider: EmbedderProvider; readonly model: string | null },
): string | null {
  const paths = projectPaths(root);
  const temporary = `${paths.config}.${process.pid}.tmp`;
  try {
    mkdirSync(paths.folder, { recursive: true, mode: 0o700 });
    if (!existsSync(paths.gitignore)) writeFileSync(paths.gitignore, "*\n", { mode: 0o600 });
    if (existsSync(paths.config)) return null;
    const text = contents(choice.provider, choice.model ?? providerDefaults[choice.provider].model);
    writeFileSync(temporary, text, { mode: 0o600 });
    try {
      // A link fails where a file has come to be meanwhile; a rename would put ours in its place.
      linkSync(temporary, paths.config);
    } finally {
      rmSync(temporary, { force: true });
    }
    return paths.config;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EEXIST") return null;
    if (code === "ENOSPC")
      throw new GrepaiError("DISK_FULL", `No room left on the disk of ${paths.folder}.`, { cause: error });
    throw new GrepaiError(
      "PERMISSION_DENIED",
      `Cannot write to ${paths.folder}: ${messageOf(error)}. Check the folder's owner and permissions.`,
      { cause: error },
    );
  }
}
