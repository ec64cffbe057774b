import { type Command, Option } from "commander";
import { CONFIDENCES } from "../../graph/confidence.ts";
import type { Confidence } from "../../graph/types.ts";
import { DEFAULT_IMPACT_DEPTH, DEFAULT_IMPACT_LIMIT, MAX_IMPACT_DEPTH } from "../../impact/bounds.ts";
import type { CliContext } from "../context.ts";
import { addOutputOptions, type OutputOptions, replyFormat, writeReply } from "../output.ts";
import { wholeNumber } from "../values.ts";

interface ImpactOptions extends OutputOptions {
  readonly since?: string;
  readonly staged?: true;
  readonly tests: boolean;
  readonly minConfidence: Confidence;
  readonly depth: number;
  readonly limit: number;
}

async function run(files: readonly string[], options: ImpactOptions, context: CliContext): Promise<void> {
  const { withProject } = await import("../with-project.ts");
  const format = replyFormat(options);
  await withProject(context, format, async (project) => {
    const answer = await project.impact({
      since: options.since ?? null,
      isStaged: options.staged === true,
      files,
      includesTests: options.tests,
      minConfidence: options.minConfidence,
      depth: options.depth,
      limit: options.limit,
    });
    if (format !== null) {
      const { compactImpactReply, fullImpactReply } = await import("../../format/impact-reply.ts");
      const reply = options.compact ? compactImpactReply(answer, null) : fullImpactReply(answer, null);
      await writeReply({ ...reply }, format, context);
    } else {
      const { impactText } = await import("../../format/text-impact.ts");
      await context.write(impactText(answer, options.compact === true, context.colours));
      for (const note of answer.notes) context.warn(note);
    }
    context.exitWith(answer.changed.length > 0 ? 0 : 1);
  });
}

/** `grepai impact` */
export function register(program: Command, context: CliContext): void {
  const command = program
    .command("impact")
    .description("tell what a change reaches: changed symbols, tests that reach them, and all else that calls them")
    .argument("[files...]", "alone: all symbols of these files; with --since or --staged: only their changes")
    .addOption(
      new Option("--since <revision>", "what differs from this revision (without files: from HEAD)").conflicts(
        "staged",
      ),
    )
    .option("--staged", "what is staged for the next commit")
    .option("--no-tests", "leave tests out")
    .addOption(
      new Option("--min-confidence <confidence>", "leave out calls less sure than this")
        .choices(CONFIDENCES)
        .default("ambiguous"),
    )
    .option("--depth <calls>", "calls to follow", wholeNumber(1, MAX_IMPACT_DEPTH), DEFAULT_IMPACT_DEPTH)
    .option("-n, --limit <count>", "symbols at most", wholeNumber(1, 1_000_000), DEFAULT_IMPACT_LIMIT);
  addOutputOptions(command).action((files: string[], options: ImpactOptions) => run(files, options, context));
}
