import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { builtPath } from "../assets.ts";
import { GrepaiError, messageOf } from "../errors.ts";
import { CONFIDENCES } from "../graph/confidence.ts";
import { DEFAULT_GRAPH_DEPTH, DEFAULT_MAX_NODES, MAX_GRAPH_DEPTH, MAX_MAX_NODES } from "../graph/options.ts";
import { type Confidence, DIRECTIONS, type Direction, type GraphAnswer, type TraceMode } from "../graph/types.ts";
import type { TraceQuery } from "../project/project.ts";
import type { CliContext } from "./context.ts";
import { addOutputOptions, type OutputOptions, replyFormat, writeReply } from "./output.ts";
import { collect, wholeNumber } from "./values.ts";

const drawings = ["tree", "mermaid", "dot", "html"] as const;

type Drawing = (typeof drawings)[number];

interface TraceOptions extends OutputOptions {
  readonly definition?: string;
  readonly path: readonly string[];
  readonly tests: boolean;
  readonly minConfidence: Confidence;
}

interface ListOptions extends TraceOptions {
  readonly limit?: number;
}

interface GraphOptions extends TraceOptions {
  readonly depth: number;
  readonly direction: Direction;
  readonly maxNodes: number;
  readonly format: Drawing;
  readonly output?: string;
}

function queryOf(symbol: string, options: TraceOptions): TraceQuery {
  return {
    symbol,
    definition: options.definition ?? null,
    paths: options.path,
    includesTests: options.tests,
    minConfidence: options.minConfidence,
  };
}

/** Answers with a list of rows. */
async function runList(mode: TraceMode, symbol: string, options: ListOptions, context: CliContext): Promise<void> {
  const { withProject } = await import("./with-project.ts");
  const format = replyFormat(options);
  await withProject(context, format, async (project) => {
    const query = { ...queryOf(symbol, options), limit: options.limit ?? null };
    const answer = await (mode === "callers" || mode === "callees"
      ? project[mode](query)
      : project.accesses(mode, query));
    if (format !== null) {
      const { compactTraceReply, fullTraceReply } = await import("../format/trace-reply.ts");
      const reply = options.compact ? compactTraceReply(answer, null) : fullTraceReply(answer, null);
      await writeReply({ ...reply }, format, context);
    } else {
      const { traceText } = await import("../format/text-trace.ts");
      await context.write(traceText(answer, options.compact === true, context.colours));
      for (const note of answer.notes) context.warn(note);
    }
    context.exitWith(answer.rows.length > 0 ? 0 : 1);
  });
}

/** The graph in one of the formats for people and drawing programs. */
async function graphDocument(answer: GraphAnswer, drawing: Drawing, context: CliContext): Promise<string> {
  if (drawing === "tree") {
    const { graphText } = await import("../format/text-trace.ts");
    return graphText(answer, context.colours);
  }
  const { graphData } = await import("../format/graph-data.ts");
  const data = graphData(answer);
  if (drawing === "html") {
    const { graphHtml } = await import("../format/graph-html.ts");
    return graphHtml(data, readFileSync(builtPath("graph-page.html"), "utf8"));
  }
  const { graphDot, graphMermaid } = await import("../format/graph-diagrams.ts");
  return drawing === "dot" ? graphDot(data) : graphMermaid(data);
}

async function runGraph(symbol: string, options: GraphOptions, context: CliContext): Promise<void> {
  const { withProject } = await import("./with-project.ts");
  const format = replyFormat(options);
  if (options.format === "html" && options.output === undefined && context.isInteractive) {
    throw new GrepaiError("INVALID_PARAMETERS", "The page is long: write it to a file, with --output graph.html.");
  }
  await withProject(context, format, async (project) => {
    const { depth, direction, maxNodes } = options;
    const answer = await project.graph({ ...queryOf(symbol, options), depth, direction, maxNodes });
    if (format !== null) {
      const { compactGraphReply, fullGraphReply } = await import("../format/graph-reply.ts");
      const reply = options.compact ? compactGraphReply(answer, null) : fullGraphReply(answer, null);
      await writeReply({ ...reply }, format, context);
    } else {
      const drawing = await graphDocument(answer, options.format, context);
      if (options.output === undefined) await context.write(drawing);
      else writeOutput(resolve(context.cwd, options.output), drawing);
      for (const note of answer.notes) context.warn(note);
    }
    context.exitWith(0);
  });
}

/** @throws GrepaiError INVALID_PARAMETERS when the file cannot be written */
function writeOutput(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const message = `Cannot write ${path} (${messageOf(error)}). Name a file in a folder that exists and may be written.`;
    throw new GrepaiError("INVALID_PARAMETERS", message, { cause: error });
  }
}

/** Adds what all traces have in common. */
function addTraceOptions(command: Command): Command {
  command
    .argument("<symbol>", "name, Type.method, package.function, path/to/file:name or path/to/file:line")
    .option("--definition <which>", "one of several definitions: file:line, a file or folder, or a longer name")
    .option("--path <glob>", "only what lies in this folder, file or glob; may be given several times", collect, [])
    .option("--no-tests", "leave tests out")
    .addOption(
      new Option("--min-confidence <confidence>", "leave out edges less sure than this")
        .choices(CONFIDENCES)
        .default("ambiguous"),
    );
  return addOutputOptions(command);
}

/** Adds a command that lists rows. */
export function addListCommand(group: Command, mode: TraceMode, description: string, context: CliContext): void {
  addTraceOptions(group.command(mode).description(description))
    .option("-n, --limit <count>", "rows at most", wholeNumber(1, 1_000_000))
    .action((symbol: string, options: ListOptions) => runList(mode, symbol, options, context));
}

/**
 * Adds a command that shows a graph.
 * @param direction the one that it always has; null lets the user choose
 */
export function addGraphCommand(
  group: Command,
  description: string,
  direction: Direction | null,
  context: CliContext,
): void {
  const command = addTraceOptions(group.command("graph").description(description))
    .option("--depth <levels>", "levels to follow", wholeNumber(1, MAX_GRAPH_DEPTH), DEFAULT_GRAPH_DEPTH)
    .addOption(
      new Option(
        "--format <format>",
        "for people: a tree, a diagram for Mermaid or Graphviz, or a page to look around in",
      )
        .choices(drawings)
        .default("tree")
        .conflicts(["json", "toon", "compact"]),
    )
    .addOption(
      new Option("-o, --output <file>", "write to this file instead of standard output").conflicts(["json", "toon"]),
    )
    .option("--max-nodes <count>", "different symbols at most", wholeNumber(1, MAX_MAX_NODES), DEFAULT_MAX_NODES);
  if (direction === null) {
    command.addOption(
      new Option("--direction <way>", "what it calls, what calls it, or both").choices(DIRECTIONS).default("callees"),
    );
  }
  command.action((symbol: string, options: GraphOptions) =>
    runGraph(symbol, direction === null ? options : { ...options, direction }, context),
  );
}
