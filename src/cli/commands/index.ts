import type { Command } from "commander";
import { Indexer } from "../../index/indexer.ts";
import { takeOverFromServer } from "../../watch/background.ts";
import type { CliContext } from "../context.ts";
import {
  calmCompiler,
  describePass,
  ensureConfig,
  explainEmpty,
  maxCpuOption,
  projectRoot,
  terminationSignal,
  withMaxCpu,
} from "../indexing.ts";
import { createProgress } from "../progress.ts";

/** `grepai index [path]`: one complete pass, then exit. */
export function register(program: Command, context: CliContext): void {
  program
    .command("index")
    .description("index the project once and exit")
    .argument("[path]", "project folder (default: the project that the current folder belongs to)")
    .addOption(maxCpuOption())
    .action(async (path: string | undefined, flags: { readonly maxCpu?: number }) => {
      calmCompiler();
      const root = projectRoot(path, context);
      const config = withMaxCpu(ensureConfig(root, context), flags.maxCpu);
      const signal = terminationSignal();
      const progress = createProgress(context.showsProgress, context.warn);
      await takeOverFromServer(root);
      const indexer = Indexer.open({ root, config, purpose: "index", log: context.warn });
      try {
        const onProgress = progress.show;
        const summary = await indexer.update("all", { signal, onProgress });
        const embedding = await indexer.embed({ signal, onProgress });
        if (!summary.aborted) indexer.tidy();
        progress.end();
        await context.write(`${describePass(summary)}\n`);
        const empty = explainEmpty(summary, root);
        if (empty !== null) context.warn(empty);
        if (embedding.failed > 0)
          context.warn(`${embedding.failed} chunks cannot be embedded; see 'grepai status --verbose'`);
        if (embedding.unavailable !== null) {
          context.warn(`search by meaning is incomplete: ${embedding.unavailable}`);
          context.exitWith(2);
        } else if (summary.aborted) {
          context.exitWith(2);
        }
      } finally {
        progress.end();
        await indexer.close();
      }
    });
}
