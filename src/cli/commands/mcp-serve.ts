import { resolve } from "node:path";
import type { Command } from "commander";
import type { Project } from "../../project/project.ts";
import type { CliContext } from "../context.ts";

async function run(path: string | undefined, version: string, context: CliContext): Promise<void> {
  const { serveStdio } = await import("../../mcp/stdio.ts");
  const start = resolve(context.cwd, path ?? ".");
  let opened: Project | null = null;
  // Loaded with the first call, so that a client has the list of tools at once.
  const project = async (): Promise<Project> => {
    const { openProject } = await import("../../project/open-project.ts");
    opened ??= openProject(start, { onWarning: (line) => context.warn(line), isLongLived: true });
    return opened;
  };
  await serveStdio({ version, project, isDebugging: process.env["GREPAI_DEBUG"] === "1" });
  (opened as Project | null)?.close();
  // Calls that were cut off may still hold the process, and all that was answered is written out.
  process.exit(0);
}

/** `grepai mcp-serve` */
export function register(program: Command, context: CliContext): void {
  program
    .command("mcp-serve")
    .description("serve the MCP tools to an assistant on standard input and output")
    .argument("[path]", "folder of the project (default: the current one, or the nearest indexed one above it)")
    .action((path: string | undefined) => run(path, program.version() ?? "", context));
}
