import { spawn } from "node:child_process";

export interface ChildOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Kills the child at once. */
  readonly signal: AbortSignal;
  /** Takes standard output as it comes; answers false to end the child. */
  readonly onOutput: (chunk: Buffer) => boolean;
}

/** How a child ended. */
export type ChildOutcome =
  /** By itself. */
  | { readonly kind: "exited"; readonly code: number; readonly errorText: string }
  /** The signal fired, or its output was no longer wanted. */
  | { readonly kind: "stopped"; readonly errorText: string }
  /** It could not be started, or something else killed it. */
  | { readonly kind: "failed"; readonly message: string; readonly isMissing: boolean };

/** More of the child's complaints is not kept. */
const maxErrorBytes = 256 * 1024;

/** Runs a program without a shell and without input. Never throws, and leaves no process behind. */
export function runChild(command: string, args: readonly string[], options: ChildOptions): Promise<ChildOutcome> {
  const { signal } = options;
  if (signal.aborted) return Promise.resolve({ kind: "stopped", errorText: "" });
  return new Promise((resolve) => {
    const errors: Buffer[] = [];
    let errorBytes = 0;
    let isStopped = false;
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    const stop = (): void => {
      isStopped = true;
      child.kill("SIGKILL");
    };
    const errorText = (): string => Buffer.concat(errors).toString("utf8");
    const finish = (outcome: ChildOutcome): void => {
      signal.removeEventListener("abort", stop);
      resolve(outcome);
    };
    signal.addEventListener("abort", stop, { once: true });
    child.stdout.on("data", (chunk: Buffer) => {
      if (!isStopped && !options.onOutput(chunk)) stop();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      errorBytes += chunk.length;
      if (errorBytes <= maxErrorBytes) errors.push(chunk);
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      finish({ kind: "failed", message: error.message, isMissing: error.code === "ENOENT" });
    });
    child.once("close", (code, killedBy) => {
      if (isStopped) finish({ kind: "stopped", errorText: errorText() });
      else if (code !== null) finish({ kind: "exited", code, errorText: errorText() });
      else finish({ kind: "failed", message: `ended by ${killedBy ?? "an unknown signal"}`, isMissing: false });
    });
  });
}
