import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { projectPaths } from "../config/paths.ts";
import { GrepaiError } from "../errors.ts";
import { type LockHolder, projectLockHolder } from "../store/project-lock.ts";
import { rotateLog } from "./log-file.ts";

const startTimeoutMs = 15_000;
const stopTimeoutMs = 15_000;
const pollMs = 50;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Who keeps the project's index up to date at this moment, or null. Asks the lock, not a file. */
export function readDaemonState(root: string): LockHolder | null {
  return projectLockHolder(projectPaths(root));
}

/**
 * Has a process that watches on behalf of a server give the project up, and waits until it has.
 * @throws GrepaiError INDEX_BUSY when it does not
 */
export async function takeOverFromServer(root: string): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs;
  let asked = 0;
  for (let holder = readDaemonState(root); holder?.purpose === "serve"; holder = readDaemonState(root)) {
    if (Date.now() > deadline) {
      throw new GrepaiError(
        "INDEX_BUSY",
        `The process ${holder.pid} that watches for an MCP server does not end; end it and run again.`,
      );
    }
    if (holder.pid !== asked) endProcess(holder.pid);
    asked = holder.pid;
    await pause(pollMs);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It has ended by itself meanwhile.
  }
}

/**
 * Starts a watching process that outlives the terminal and resolves once it holds the project.
 * @param command program and arguments that run `watch` in the foreground and log to the project's log file
 * @throws GrepaiError INDEX_BUSY when the project is held already; INTERNAL when the process ends at once
 */
export async function startInBackground(root: string, command: readonly string[]): Promise<LockHolder> {
  const running = readDaemonState(root);
  if (running !== null && running.purpose !== "serve") {
    throw new GrepaiError(
      "INDEX_BUSY",
      `grepai ${running.purpose} (pid ${running.pid}) already works on this project.`,
    );
  }
  const paths = projectPaths(root);
  mkdirSync(paths.folder, { recursive: true, mode: 0o700 });
  rotateLog(paths.log);
  // Takes what is said before the process logs by itself, such as why it did not start.
  const log = openSync(paths.log, "a", 0o600);
  const [program = process.execPath, ...args] = command;
  const child = spawn(program, args, { cwd: root, detached: true, stdio: ["ignore", "ignore", log] });
  closeSync(log);
  const deadline = Date.now() + startTimeoutMs;
  while (child.exitCode === null && Date.now() < deadline) {
    const holder = readDaemonState(root);
    if (holder !== null && holder.pid === child.pid) {
      child.unref();
      return holder;
    }
    await pause(pollMs);
  }
  if (child.exitCode === null) child.kill("SIGKILL");
  throw new GrepaiError("INTERNAL", `grepai watch did not start; ${paths.log} says why.`);
}

/**
 * Asks the watching process to end and waits for it; one that does not end in time is killed (the index survives that).
 * @returns the holder that was ended and whether it had to be killed, or null when none was running
 * @throws GrepaiError INDEX_BUSY when the project is held by something other than `watch`
 */
export async function stopDaemon(root: string): Promise<{ readonly pid: number; readonly killed: boolean } | null> {
  const holder = readDaemonState(root);
  if (holder === null || holder.pid === 0) return null;
  if (holder.purpose === "serve") {
    throw new GrepaiError(
      "INDEX_BUSY",
      `The project is watched for an MCP server (pid ${holder.pid}) and would be again. End the server, or set \`mcp.auto_watch: false\`.`,
    );
  }
  if (holder.purpose !== "watch") {
    throw new GrepaiError(
      "INDEX_BUSY",
      `grepai ${holder.purpose} (pid ${holder.pid}) holds the project; it ends by itself.`,
    );
  }
  endProcess(holder.pid);
  const deadline = Date.now() + stopTimeoutMs;
  while (readDaemonState(root)?.pid === holder.pid) {
    if (Date.now() > deadline) {
      process.kill(holder.pid, "SIGKILL");
      return { pid: holder.pid, killed: true };
    }
    await pause(pollMs);
  }
  return { pid: holder.pid, killed: false };
}
