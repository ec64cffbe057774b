import { type Command, Option } from "commander";
import { encodeReply, type Reply, type ReplyFormat } from "../format/encode.ts";
import type { CliContext } from "./context.ts";

/** The options of commands that can answer programs. */
export interface OutputOptions {
  readonly json?: true;
  readonly toon?: true;
  readonly compact?: true;
}

/** Adds `--json`, `--toon` and `--compact`. */
export function addOutputOptions(command: Command): Command {
  return command
    .addOption(new Option("--json", "answer as JSON, with the keys of the MCP tools").conflicts("toon"))
    .addOption(new Option("--toon", "answer as TOON, the same data in fewer tokens"))
    .option("--compact", "short keys and no source code; for people one line a result");
}

/** The format asked for, or null for people. */
export function replyFormat(options: OutputOptions): ReplyFormat | null {
  if (options.json === true) return "json";
  return options.toon === true ? "toon" : null;
}

/** Writes a reply for programs as one document. */
export function writeReply(reply: Reply, format: ReplyFormat, context: CliContext): Promise<void> {
  return context.write(`${encodeReply(reply, format)}\n`);
}
