import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import { addOutputOptions, type OutputOptions, replyFormat, writeReply } from "../output.ts";
import { wholeNumber } from "../values.ts";

type ListMode = "callers" | "callees";

interface GraphOptions extends OutputOptions {
  readonly depth: number;
}

async function runList(mode: ListMode, symbol: string, options: OutputOptions, context: CliContext): Promise<void> {
  const { withProject } = await import("../with-project.ts");
  const format = replyFormat(options);
  await withProject(context, format, async (project) => {
    const answer = await project[mode](symbol);
    if (format !== null) {
      const { compactTraceReply, fullTraceReply } = await import("../../format/trace-reply.ts");
      const reply = options.compact ? compactTraceReply(answer, null) : fullTraceReply(answer, null);
      await writeReply({ ...reply }, format, context);
    } else {
      const { traceText } = await import("../../format/text-trace.ts");
      await context.write(traceText(answer, options.compact === true, context.colours));
      for (const note of answer.notes) context.warn(note);
    }
    context.exitWith(answer.rows.length > 0 ? 0 : 1);
  });
}

async function runGraph(symbol: string, options: GraphOptions, context: CliContext): Promise<void> {
  const { withProject } = await import("../with-project.ts");
  const format = replyFormat(options);
  await withProject(context, format, async (project) => {
    const answer = await project.graph(symbol, options.depth);
    if (format !== null) {
      const { compactGraphReply, fullGraphReply } = await import("../../format/graph-reply.ts");
      const reply = options.compact ? compactGraphReply(answer, null) : fullGraphReply(answer, null);
      await writeReply({ ...reply }, format, context);
    } else {
      const { graphText } = await import("../../format/text-trace.ts");
      await context.write(graphText(answer, context.colours));
      for (const note of answer.notes) context.warn(note);
    }
    context.exitWith(0);
  });
}

/** `grepai trace callers|callees|graph` */
export function register(program: Command, context: CliContext): void {
  const trace = program
    .command("trace")
    .description("follow calls: who calls a symbol, what it calls, or the whole tree");
  const lists = {
    callers: "list the places that call a symbol",
    callees: "list the calls that a symbol makes",
  } as const;
  for (const mode of ["callers", "callees"] as const) {
    const command = trace.command(mode).description(lists[mode]);
    addOutputOptions(command.argument("<symbol>", "name, Type.method or path/to/file:name")).action(
      (symbol: string, options: OutputOptions) => runList(mode, symbol, options, context),
    );
  }
  const graph = trace
    .command("graph")
    .description("show the tree of calls that starts at a symbol")
    .argument("<symbol>", "name, Type.method or path/to/file:name")
    .option("--depth <levels>", "levels of calls to follow", wholeNumber(1, 100), 2);
  addOutputOptions(graph).action((symbol: string, options: GraphOptions) => runGraph(symbol, options, context));
}
