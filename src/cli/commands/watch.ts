import { getPriority, setPriority } from "node:os";
import { type Command, Option } from "commander";
import { shippedPath } from "../../assets.ts";
import { projectPaths } from "../../config/paths.ts";
import { visibleLine } from "../../format/visible.ts";
import { readDaemonState, startInBackground, stopDaemon } from "../../watch/background.ts";
import { runDaemon } from "../../watch/daemon.ts";
import { appendToLog } from "../../watch/log-file.ts";
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

interface WatchFlags {
  readonly background?: true;
  readonly status?: true;
  readonly stop?: true;
  /** File that takes what is said, for a process that nobody sees. */
  readonly logFile?: string;
  readonly maxCpu?: number;
  /** On behalf of a server, which holds the other end of standard input. */
  readonly attend?: true;
}

/** `grepai watch [path]`: an initial pass, then every save, until interrupted. */
export function register(program: Command, context: CliContext): void {
  program
    .command("watch")
    .description("index the project and keep the index up to date")
    .argument("[path]", "project folder (default: the project that the current folder belongs to)")
    .addOption(new Option("--background", "go on after the terminal is closed").conflicts(["status", "stop"]))
    .addOption(new Option("--status", "say whether a watching process runs").conflicts(["stop"]))
    .option("--stop", "end the watching process")
    .addOption(maxCpuOption())
    .addOption(new Option("--log-file <file>").hideHelp())
    .addOption(new Option("--attend").hideHelp())
    .action(async (path: string | undefined, flags: WatchFlags) => {
      const root = projectRoot(path, context);
      if (flags.status) return showStatus(root, context);
      if (flags.stop) return stop(root, context);
      if (flags.background) return start(root, flags, context);
      return watchInForeground(root, flags, context);
    });
}

async function showStatus(root: string, context: CliContext): Promise<void> {
  const holder = readDaemonState(root);
  if (holder === null) {
    await context.write(`no process watches ${root}\n`);
    context.exitWith(1);
    return;
  }
  const what = holder.purpose === "serve" ? "grepai watch for an MCP server" : `grepai ${holder.purpose}`;
  await context.write(`${what} (pid ${holder.pid}) works on ${root} since ${holder.startedAt}\n`);
  if (holder.degraded !== null) context.warn(holder.degraded);
}

async function stop(root: string, context: CliContext): Promise<void> {
  const stopped = await stopDaemon(root);
  if (stopped === null) {
    await context.write(`no process watches ${root}\n`);
    context.exitWith(1);
    return;
  }
  await context.write(
    `stopped pid ${stopped.pid}${stopped.killed ? " (it did not end by itself and was killed)" : ""}\n`,
  );
}

async function start(root: string, { maxCpu }: WatchFlags, context: CliContext): Promise<void> {
  ensureConfig(root, context);
  const program = shippedPath("dist", "cli", "main.js");
  const command = [process.execPath, program, "watch", root, "--log-file", projectPaths(root).log];
  if (maxCpu !== undefined) command.push("--max-cpu", String(maxCpu));
  const holder = await startInBackground(root, command);
  await context.write(`watching ${root} in the background (pid ${holder.pid}); 'grepai watch --stop' ends it\n`);
}

/** Lets other programs go first. Threads that start later inherit it. */
function standBack(niceness: number): void {
  try {
    if (niceness > getPriority()) setPriority(niceness);
  } catch {
    // Not everywhere may a process change even its own priority; it only matters when the machine is busy.
  }
}

async function watchInForeground(root: string, flags: WatchFlags, context: CliContext): Promise<void> {
  const { logFile = null, attend = false } = flags;
  const first = withMaxCpu(ensureConfig(root, context), flags.maxCpu);
  standBack(first.watch.niceness);
  calmCompiler();
  const closed = new AbortController();
  context.outliveOutput(() => closed.abort());
  if (attend) process.stdin.once("close", () => closed.abort()).resume();
  const signal = AbortSignal.any([terminationSignal(), closed.signal]);
  const warn = logFile === null ? context.warn : (line: string) => appendToLog(logFile, visibleLine(line));
  const tell = logFile === null ? (line: string) => void context.write(`${line}\n`) : warn;
  const progress = createProgress(context.showsProgress, warn);
  let isFirst = true;
  await runDaemon({
    root,
    purpose: attend ? "serve" : "watch",
    loadConfig: () => {
      const config = isFirst ? first : withMaxCpu(ensureConfig(root, context), flags.maxCpu);
      isFirst = false;
      return config;
    },
    log: (line) => {
      progress.end();
      warn(line);
    },
    onProgress: progress.show,
    onPass: (summary, isInitial) => {
      progress.end();
      const empty = isInitial ? explainEmpty(summary, root) : null;
      if (empty !== null) warn(empty);
      const suffix = isInitial && !summary.aborted ? `; watching ${root}` : "";
      tell(`${describePass(summary)}${suffix}`);
    },
    signal,
  });
  progress.end();
  // Nothing keeps the process but the other end of its standard input.
  if (attend) process.stdin.destroy();
}
