import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import { addGraphCommand, addListCommand } from "../tracing.ts";

/** `grepai trace callers|callees|graph` */
export function register(program: Command, context: CliContext): void {
  const trace = program
    .command("trace")
    .description("follow calls: who calls a symbol, what it calls, or the whole tree");
  addListCommand(trace, "callers", "list the places that call a symbol", context);
  addListCommand(trace, "callees", "list the calls that a symbol makes", context);
  addGraphCommand(trace, "show the tree of calls that starts at a symbol", null, context);
}
