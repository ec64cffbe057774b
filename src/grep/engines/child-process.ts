import { spawn } from "node:child_process";

export interface ChildOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Written to its standard input, which is empty otherwise. */
  readonly input?: string;
  /** It starts processes of its own, which must end with it. */
  readonly hasDescendants?: true;
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

/** Runs a program without a shell. Never throws, and leaves no process behind. */
export type RunChild = (command: string, args: readonly string[], options: ChildOptions) => Promise<ChildOutcome>;

/** More of the child's complaints is not kept. */
const maxErrorBytes = 256 * 1024;

function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // All of them have ended.
  }
}

const runChild: RunChild = (command, args, options) => {
  const { signal, input } = options;
  if (signal.aborted) return Promise.resolve({ kind: "stopped", errorText: "" });
  return new Promise((resolve) => {
    const errors: Buffer[] = [];
    let errorBytes = 0;
    let isStopped = false;
    const ownsGroup = options.hasDescendants === true && process.platform !== "win32";
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      windowsHide: true,
      detached: ownsGroup,
    });
    const stop = (): void => {
      isStopped = true;
      if (ownsGroup && child.pid !== undefined) killGroup(child.pid);
      else child.kill("SIGKILL");
    };
    const errorText = (): string => Buffer.concat(errors).toString("utf8");
    const finish = (outcome: ChildOutcome): void => {
      signal.removeEventListener("abort", stop);
      resolve(outcome);
    };
    signal.addEventListener("abort", stop, { once: true });
    // A child that ends before it has read everything is judged by how it ends.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    child.stdout?.on("data", (chunk: Buffer) => {
      if (!isStopped && !options.onOutput(chunk)) stop();
    });
    child.stderr?.on("data", (chunk: Buffer) => {
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
};

/** Runs at most so many children at once; the others wait for their turn. */
export function createChildRunner(atOnce: number): RunChild {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (command, args, options) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await runChild(command, args, options);
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}

/** Splits output into lines. */
export class LineSplitter {
  readonly #onLine: (line: string) => boolean;
  #parts: Buffer[] = [];

  /** @param onLine answers whether more is wanted */
  constructor(onLine: (line: string) => boolean) {
    this.#onLine = onLine;
  }

  /** @returns false when no more is wanted */
  push(chunk: Buffer): boolean {
    for (let start = 0; ; ) {
      const end = chunk.indexOf(0x0a, start);
      if (end === -1) {
        if (start < chunk.length) this.#parts.push(chunk.subarray(start));
        return true;
      }
      this.#parts.push(chunk.subarray(start, end));
      const line = Buffer.concat(this.#parts).toString("utf8");
      this.#parts = [];
      if (!this.#onLine(line)) return false;
      start = end + 1;
    }
  }
}
