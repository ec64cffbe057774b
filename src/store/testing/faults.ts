import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";

/*
 * Runs the writer of `child.ts` in a process that is killed at a chosen call, and plays power losses from a record of
 * all its calls. Needs Linux and a C compiler.
 */

/** A program to run and what is preloaded into it. */
export interface FaultyWriter {
  readonly program: string;
  readonly preload: string;
}

/** Whether this machine can inject faults. */
export function canInjectFaults(): boolean {
  return process.platform === "linux" && spawnSync("cc", ["--version"]).status === 0;
}

/**
 * Builds the writing process and the library that interferes with it.
 * @param sources folder of this module's source
 * @param folder where the results go
 */
export async function buildFaultyWriter(sources: string, folder: string): Promise<FaultyWriter> {
  const preload = join(folder, "faults.so");
  execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", preload, join(sources, "faults.c"), "-ldl"]);
  const program = join(folder, "writer.mjs");
  const libsql = createRequire(join(sources, "faults.ts")).resolve("libsql");
  await build({
    entryPoints: [join(sources, "child.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { libsql },
    external: [libsql],
  });
  return { program, preload };
}

export interface Kill {
  /** Number of the call, from 1, that the process does not survive. */
  readonly at: number;
  /** Half of it is done, where it is a write; else nothing. */
  readonly isTorn: boolean;
}

export interface WriterRun {
  /** It was killed before it came to its end. */
  readonly wasKilled: boolean;
  /** The last version whose commit it has seen to return; 0 for none. */
  readonly lastCommitted: number;
  /** What it said of the index. */
  readonly messages: readonly string[];
}

/**
 * Lets the writer work on the index at `folder/index.db`.
 * @param recordTo a file that takes the record of all calls
 */
export function runWriter(writer: FaultyWriter, folder: string, kill: Kill | null, recordTo?: string): WriterRun {
  const env = {
    ...process.env,
    LD_PRELOAD: writer.preload,
    GREPAI_FAULT_FOLDER: realpathSync(folder),
    ...(kill !== null && { GREPAI_FAULT_AT: String(kill.at) }),
    ...(kill?.isTorn === true && { GREPAI_FAULT_TORN: "1" }),
    ...(recordTo !== undefined && { GREPAI_FAULT_LOG: recordTo }),
  };
  const path = join(realpathSync(folder), "index.db");
  const run = spawnSync(process.execPath, [writer.program, "work", path], { env, encoding: "utf8" });
  if (run.signal === null && run.status !== 0) throw new Error(`the writer failed: ${run.stderr}`);
  const lines = run.stdout.split("\n");
  return {
    wasKilled: run.signal === "SIGKILL",
    lastCommitted: Math.max(0, ...lines.filter((line) => /^\d+$/.test(line)).map(Number)),
    messages: lines.filter((line) => line.startsWith("log ")),
  };
}

/** One call that changed a file. */
type FileCall =
  | { readonly kind: "open" | "sync" | "unlink"; readonly path: string }
  | { readonly kind: "write"; readonly path: string; readonly offset: number; readonly data: Buffer }
  | { readonly kind: "truncate"; readonly path: string; readonly size: number }
  | { readonly kind: "rename" | "link"; readonly path: string; readonly to: string };

const kinds = ["", "open", "write", "truncate", "sync", "rename", "link", "unlink"] as const;

/** Reads the record that a run has left (its layout is in `faults.c`). */
export function readRecord(path: string): readonly FileCall[] {
  const bytes = readFileSync(path);
  const calls: FileCall[] = [];
  for (let at = 0; at < bytes.length; ) {
    const kind = kinds[bytes.readUInt32LE(at)];
    const sizes = [4, 8, 12].map((field) => bytes.readUInt32LE(at + field));
    const number = Number(bytes.readBigInt64LE(at + 16));
    at += 24;
    const [name = Buffer.of(), other = Buffer.of(), data = Buffer.of()] = sizes.map((size) => {
      at += size;
      return bytes.subarray(at - size, at);
    });
    const target = name.toString();
    if (kind === "write") calls.push({ kind, path: target, offset: number, data });
    else if (kind === "truncate") calls.push({ kind, path: target, size: number });
    else if (kind === "rename" || kind === "link") calls.push({ kind, path: target, to: other.toString() });
    else if (kind === "open" || kind === "sync" || kind === "unlink") calls.push({ kind, path: target });
    else throw new Error(`the record holds a call of unknown kind ${kind}`);
  }
  return calls;
}

/** A file as the disk has it, and the changes that the system still holds in memory. */
interface ModelFile {
  durable: Buffer;
  pending: ((bytes: Buffer) => Buffer)[];
}

/** Disks write sectors whole. */
const sectorBytes = 512;

function written(bytes: Buffer, offset: number, data: Buffer): Buffer {
  const grown = bytes.length >= offset + data.length ? Buffer.from(bytes) : Buffer.alloc(offset + data.length);
  if (grown.length !== bytes.length) bytes.copy(grown);
  data.copy(grown, offset);
  return grown;
}

/**
 * The files after a loss of power behind the first `count` calls: what was forced to disk is there; of every other
 * write each sector may have reached the disk or not. Changes of names are in order, as journaling file systems keep
 * them, but the last may be lost.
 * @param random gives numbers from 0 to 1
 * @returns contents by path
 */
export function afterPowerLoss(
  calls: readonly FileCall[],
  count: number,
  random: () => number,
): ReadonlyMap<string, Buffer> {
  const files = new Map<string, ModelFile>();
  const fileAt = (path: string): ModelFile => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const made: ModelFile = { durable: Buffer.alloc(0), pending: [] };
    files.set(path, made);
    return made;
  };
  const seen = calls.slice(0, count);
  const last = seen.at(-1);
  const losesLast = last !== undefined && ["unlink", "rename", "link"].includes(last.kind) && random() < 0.5;
  for (const call of losesLast ? seen.slice(0, -1) : seen) {
    switch (call.kind) {
      case "open":
        fileAt(call.path);
        break;
      case "write":
        for (let from = 0; from < call.data.length; from += sectorBytes) {
          const sector = call.data.subarray(from, from + sectorBytes);
          fileAt(call.path).pending.push((bytes) => written(bytes, call.offset + from, sector));
        }
        break;
      case "truncate":
        fileAt(call.path).pending.push((bytes) => {
          const cut = Buffer.alloc(call.size);
          bytes.copy(cut);
          return cut;
        });
        break;
      case "sync": {
        const file = fileAt(call.path);
        for (const change of file.pending.splice(0)) file.durable = change(file.durable);
        break;
      }
      case "rename":
        files.set(call.to, fileAt(call.path));
        files.delete(call.path);
        break;
      case "link":
        files.set(call.to, fileAt(call.path));
        break;
      case "unlink":
        files.delete(call.path);
        break;
    }
  }
  // Now and then all of it has come through, or none.
  const share = [0, 1, random()][Math.floor(random() * 3)] ?? 0;
  return new Map(
    [...files].map(([path, { durable, pending }]) => [
      path,
      pending.reduce((bytes, change) => (random() < share ? change(bytes) : bytes), durable),
    ]),
  );
}
