import { type Command, Option } from "commander";
import type { CliContext } from "../context.ts";
import { replyFormat, writeReply } from "../output.ts";

interface StatusOptions {
  readonly verbose?: true;
  readonly json?: true;
  readonly toon?: true;
}

async function run(options: StatusOptions, context: CliContext): Promise<void> {
  const { withProject } = await import("../with-project.ts");
  const format = replyFormat(options);
  await withProject(context, format, async (project) => {
    const report = await project.status({ isVerbose: options.verbose === true });
    if (format !== null) {
      const { statusReply } = await import("../../format/status-reply.ts");
      await writeReply({ ...statusReply(report) }, format, context);
    } else {
      const { statusText } = await import("../../format/text-status.ts");
      await context.write(statusText(report, context.colours));
    }
    context.exitWith(report.status === "missing" ? 1 : report.status === "damaged" ? 2 : 0);
  });
}

/** `grepai status` */
export function register(program: Command, context: CliContext): void {
  program
    .command("status")
    .description("tell what is indexed, what is pending or left out, and whether watch is running")
    .option("-v, --verbose", "also list skipped paths, files parsed in part and chunks without vectors")
    .addOption(new Option("--json", "answer as JSON, with the keys of the MCP tool").conflicts("toon"))
    .addOption(new Option("--toon", "answer as TOON"))
    .action((options: StatusOptions) => run(options, context));
}
