import { Command } from "commander";
import type { CliContext } from "./context.ts";
import type { GlobalOptions } from "./terminal.ts";

interface CommandModule {
  /** Adds the command to the program. */
  readonly register: (program: Command, context: CliContext) => void;
}

/** Every command, in the order of the help. */
const commands: readonly { readonly name: string; readonly load: () => Promise<CommandModule> }[] = [
  { name: "init", load: () => import("./commands/init.ts") },
  { name: "watch", load: () => import("./commands/watch.ts") },
  { name: "index", load: () => import("./commands/index.ts") },
  { name: "search", load: () => import("./commands/search.ts") },
  { name: "grep", load: () => import("./commands/grep.ts") },
  { name: "trace", load: () => import("./commands/trace.ts") },
  { name: "refs", load: () => import("./commands/refs.ts") },
  { name: "impact", load: () => import("./commands/impact.ts") },
  { name: "status", load: () => import("./commands/status.ts") },
  { name: "mcp-serve", load: () => import("./commands/mcp-serve.ts") },
  { name: "completion", load: () => import("./commands/completion.ts") },
];

/** Its script names all commands. */
const needsAllCommands = "completion";

const versionFlags: ReadonlySet<string> = new Set(["-V", "--version"]);

/** A search must not wait for the code of the watcher: only commands that the line may mean are loaded. */
function commandsFor(args: readonly string[]): typeof commands {
  if (args.length === 1 && versionFlags.has(args[0] as string)) return [];
  const named = commands.filter(({ name }) => args.includes(name));
  return named.length === 0 || args.includes(needsAllCommands) ? commands : named;
}

/** Usage errors in the form of all our errors. */
function usageMessage(text: string): string {
  return text.replace(/^error: /, "grepai: ");
}

/**
 * The command line, without anything of it having run.
 * @param args what will be parsed
 */
export async function createProgram(
  version: string,
  args: readonly string[],
  createContext: (globals: () => GlobalOptions) => CliContext,
): Promise<Command> {
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
  const modules = await Promise.all(commandsFor(args).map(({ load }) => load()));
  for (const { register } of modules) register(program, context);
  return program;
}
