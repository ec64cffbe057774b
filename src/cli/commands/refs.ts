import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import { addGraphCommand, addListCommand } from "../tracing.ts";

/** `grepai refs readers|writers|graph` */
export function register(program: Command, context: CliContext): void {
  const refs = program
    .command("refs")
    .description("follow data: who reads and who writes a field, property, global or constant");
  addListCommand(refs, "readers", "list the places that read it", context);
  addListCommand(refs, "writers", "list the places that write it", context);
  addGraphCommand(refs, "show the tree of what reads or writes it, and of what calls that", "callers", context);
}
