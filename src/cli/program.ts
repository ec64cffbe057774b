import { Command } from "commander";
import * as completion from "./commands/completion.ts";
import * as index from "./commands/index.ts";
import * as init from "./commands/init.ts";
import * as mcpServe from "./commands/mcp-serve.ts";
import * as search from "./commands/search.ts";
import * as status from "./commands/status.ts";
import * as trace from "./commands/trace.ts";
import * as watch from "./commands/watch.ts";
import type { CliContext } from "./context.ts";
import type { GlobalOptions } from "./terminal.ts";

/** Every command, in the order of the help. */
const commands = [init, watch, index, search, trace, status, mcpServe, completion];

/** Usage errors in the form of all our errors. */
function usageMessage(text: string): string {
  return text.replace(/^error: /, "grepai: ");
}

/** The whole command line, without anything of it having run. */
export function createProgram(version: string, createContext: (globals: () => GlobalOptions) => CliContext): Command {
  const program = new Command("grepai")
    .description("Local semantic code search and call graphs, for people and their assistants.")
    .version(version, "-V, --version", "print the version")
    .option("-C, --cwd <dir>", "work as if started in this folder")
    .option("--no-color", "no colours (also: NO_COLOR=1)")
    .helpCommand("help [command]", "show help for a command")
    .addHelpText("after", "\nExit codes: 0 found or done, 1 nothing found, 2 bad usage or an error.")
    .showHelpAfterError("Run 'grepai help' for what is possible.")
    .configureOutput({ outputError: (text, write) => write(usageMessage(text)) })
    .exitOverride();
  const context = createContext(() => {
    const { cwd, color } = program.opts<{ cwd?: string; color: boolean }>();
    return { cwd, color };
  });
  for (const { register } of commands) register(program, context);
  return program;
}
