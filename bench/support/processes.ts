import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The built program. Benchmarks run from `dist/bench/`. */
export const program = fileURLToPath(new URL("../cli/main.js", import.meta.url));

export interface Run {
  readonly wallMs: number;
  /** Peak resident memory in MiB. */
  readonly peakMebibytes: number;
  readonly output: string;
}

/** Runs the program to its end and measures it as a whole process. */
export async function runProgram(args: readonly string[], cwd: string): Promise<Run> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let peak = 0;
  child.stdout.on("data", (data) => {
    output += data;
  });
  child.stderr.on("data", (data) => {
    output += data;
  });
  const sampler = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
  }, 20);
  const code = await new Promise((resolve) => child.once("exit", resolve));
  clearInterval(sampler);
  if (code !== 0) throw new Error(`grepai ${args.join(" ")} ended with ${code}: ${output}`);
  return { wallMs: performance.now() - startedAt, peakMebibytes: peak, output };
}

function field(pid: number | undefined, name: string): number {
  try {
    const match = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return match === null ? 0 : Number(match[1]) / 1024;
  } catch {
    return 0;
  }
}

/** Peak resident memory of a running process in MiB. */
export function peakOf(pid: number | undefined): number {
  return field(pid, "VmHWM");
}

/** Resident memory of a running process now, in MiB. */
export function residentOf(pid: number | undefined): number {
  return field(pid, "VmRSS");
}

/** Wall time of a whole process in milliseconds, for things too short to sample. */
export function timeProgram(args: readonly string[], cwd: string): number {
  const startedAt = performance.now();
  const run = spawnSync(process.execPath, [program, ...args], { cwd, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`grepai ${args.join(" ")} ended with ${run.status}: ${run.stderr}`);
  return performance.now() - startedAt;
}
