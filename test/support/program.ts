import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { builtPath } from "../../src/assets.ts";

/** The built program, as users run it. */
export const programPath = builtPath("cli", "main.js");

if (!existsSync(programPath)) throw new Error("The tests drive the built program: run `npm run build` first.");

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** Added to a clean environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

/** This process's environment without what would change the program's output. */
export function cleanEnvironment(changes: RunOptions["env"] = {}): Record<string, string> {
  const merged: Record<string, string | undefined> = { ...process.env, ...changes };
  for (const name of ["NO_COLOR", "FORCE_COLOR", "GREPAI_DEBUG", "NODE_OPTIONS", "DEBUG"]) {
    if (!(name in changes)) delete merged[name];
  }
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Starts the program with pipes on all three streams. */
export function startProgram(args: readonly string[], options: RunOptions): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [programPath, ...args], { cwd: options.cwd, env: cleanEnvironment(options.env) });
}

/** Waits for a process to end and gathers what it wrote. */
export async function outcomeOf(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, exitSignal) => resolve([exitCode, exitSignal]));
  });
  return { code, signal, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** Runs the program to its end. */
export function run(args: readonly string[], options: RunOptions): Promise<Outcome> {
  const child = startProgram(args, options);
  child.stdin.end(options.input ?? "");
  return outcomeOf(child);
}

/** Runs a shell pipeline in which `$GREPAI` is the program, with bash's `PIPESTATUS` at hand. */
export function runShell(script: string, options: RunOptions): Promise<Outcome> {
  const env = { ...cleanEnvironment(options.env), GREPAI: `${process.execPath} ${programPath}` };
  const child = spawn("bash", ["-c", script], { cwd: options.cwd, env });
  child.stdin.end();
  return outcomeOf(child);
}
