import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { shippedPath } from "../assets.ts";
import { entryStats } from "../config/file-stats.ts";
import { loadConfig } from "../config/load.ts";
import { projectPaths } from "../config/paths.ts";
import { findProjectRoot } from "../config/root.ts";
import { readDaemonState } from "./background.ts";
import { sleep } from "./wait.ts";

/*
 * A server that has its project watched, so that an assistant alone is enough. The watching is done by a process of its
 * own, which ends with the server however that ends: its standard input closes. Of several servers one gets the lock;
 * the others look now and then whether somebody still holds it.
 */

/** How often it is looked whether somebody watches; a little more or less, so that not all servers look at once. */
const lookEveryMs = 3_000;
/** Longest pause after a watching process that ended soon. */
const longestPauseMs = 60_000;
/** One that ran for this long has not failed to start. */
const soundAfterMs = 30_000;

export interface AttendantOptions {
  /** Absolute folder that the project is looked for from. */
  readonly start: string;
  /** Watch whatever the configuration says, also where there is none yet. */
  readonly isAsked: boolean;
  readonly log: (line: string) => void;
  /** Fires when the server ends. */
  readonly signal: AbortSignal;
}

/** Keeps the project watched while nothing else does, until the signal fires. */
export async function watchWhileServing({ start, isAsked, log, signal }: AttendantOptions): Promise<void> {
  let pauseMs = lookEveryMs;
  while (!signal.aborted) {
    const { root, isProject } = projectAt(start);
    if (isAsked || (isProject && isWanted(root))) {
      if (readDaemonState(root) === null) {
        const startedAt = Date.now();
        const code = await watchUntilEnded(root, signal);
        const endedSoon = Date.now() - startedAt < soundAfterMs;
        // 2: it failed, or another was quicker.
        if (code === 2 && endedSoon && readDaemonState(root) === null) {
          log(`watching ${root} has failed; ${projectPaths(root).log} says why`);
          pauseMs = Math.min(2 * pauseMs, longestPauseMs);
        } else pauseMs = lookEveryMs;
      }
    }
    await sleep(pauseMs * (0.7 + 0.6 * Math.random()), signal);
  }
}

function projectAt(start: string): { readonly root: string; readonly isProject: boolean } {
  const { root } = findProjectRoot(start);
  return { root, isProject: entryStats(projectPaths(root).config) !== undefined };
}

/** The configuration may change while the server runs; a faulty one is told by every call of a tool. */
function isWanted(root: string): boolean {
  try {
    return loadConfig(root).config.mcp.autoWatch;
  } catch {
    return false;
  }
}

/** Runs the watching process to its end. @returns its exit code, or null when it was ended by a signal */
async function watchUntilEnded(root: string, signal: AbortSignal): Promise<number | null> {
  const program = shippedPath("dist", "cli", "main.js");
  const args = [program, "watch", root, "--attend", "--log-file", projectPaths(root).log];
  mkdirSync(projectPaths(root).folder, { recursive: true, mode: 0o700 });
  // Takes what is said before the process logs by itself, such as why it did not start.
  const log = openSync(projectPaths(root).log, "a", 0o600);
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["pipe", "ignore", log] });
  closeSync(log);
  const end = () => child.stdin?.destroy();
  signal.addEventListener("abort", end, { once: true });
  child.stdin?.on("error", () => {});
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code;
  } finally {
    signal.removeEventListener("abort", end);
  }
}
