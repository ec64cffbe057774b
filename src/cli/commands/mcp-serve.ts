import { resolve } from "node:path";
import type { Command } from "commander";
import { messageOf } from "../../errors.ts";
import type { Project } from "../../project/project.ts";
import type { CliContext } from "../context.ts";

/** By then a client has asked for the list of tools, which must not wait for this. */
const attendAfterMs = 300;

interface ServeOptions {
  readonly watch?: true;
}

async function run(
  path: string | undefined,
  options: ServeOptions,
  version: string,
  context: CliContext,
): Promise<void> {
  const { serveStdio } = await import("../../mcp/stdio.ts");
  const start = resolve(context.cwd, path ?? ".");
  let opened: Project | null = null;
  // Loaded with the first call, so that a client has the list of tools at once.
  const project = async (): Promise<Project> => {
    const { openProject } = await import("../../project/open-project.ts");
    opened ??= openProject(start, { onWarning: (line) => context.warn(line), isLongLived: true });
    return opened;
  };
  const ended = new AbortController();
  // After the client has had its list of tools.
  const attending = setTimeout(() => {
    attend(start, options.watch === true, context, ended.signal).catch((thrown: unknown) => {
      context.warn(`the project is not watched: ${messageOf(thrown)}`);
    });
  }, attendAfterMs);
  await serveStdio({ version, project, isDebugging: process.env["GREPAI_DEBUG"] === "1" });
  clearTimeout(attending);
  ended.abort();
  (opened as Project | null)?.close();
  // Calls that were cut off may still hold the process, and all that was answered is written out.
  process.exit(0);
}

/** Has the project watched where that is asked for, until the signal fires. */
async function attend(start: string, isAsked: boolean, context: CliContext, signal: AbortSignal): Promise<void> {
  const { watchWhileServing } = await import("../../watch/attendant.ts");
  await watchWhileServing({ start, isAsked, log: context.warn, signal });
}

/** `grepai mcp-serve` */
export function register(program: Command, context: CliContext): void {
  program
    .command("mcp-serve")
    .description("serve the MCP tools to an assistant on standard input and output")
    .argument("[path]", "folder of the project (default: the current one, or the nearest indexed one above it)")
    .option("--watch", "have the project indexed and watched while no 'grepai watch' does (see mcp.auto_watch)")
    .action((path: string | undefined, options: ServeOptions) => run(path, options, program.version() ?? "", context));
}
