import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { projectPaths } from "../../src/config/paths.ts";
import { openReader } from "../../src/store/open.ts";
import type { ReadView } from "../../src/store/types.ts";
import { startProgram } from "./program.ts";

/** Generous: it bounds a wait that ends as soon as what is waited for is there. */
const patienceMs = 30_000;

/** Asks again and again until `probe` gives something other than null. */
export async function eventually<T>(what: string, probe: () => T | null | Promise<T | null>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  let lastError: unknown;
  while (Date.now() < deadline) {
    try {
      const value = await probe();
      if (value !== null) return value;
    } catch (error) {
      lastError = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${what}: not so within ${patienceMs} ms`, { cause: lastError });
}

/** A running `grepai watch`. */
export interface Watching {
  readonly child: ChildProcessWithoutNullStreams;
  /** All it has printed so far. */
  output(): string;
  /** Ends it as Ctrl-C does and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `grepai watch` in a folder and waits for its initial pass. */
export async function startWatching(root: string, env: Readonly<Record<string, string>> = {}): Promise<Watching> {
  const child = startProgram(["watch", root], { cwd: root, env });
  let text = "";
  child.stdout.on("data", (data: Buffer) => {
    text += data.toString();
  });
  child.stderr.on("data", (data: Buffer) => {
    text += data.toString();
  });
  const output = () => text;
  await eventually(`watching ${root}`, () => {
    if (child.exitCode !== null) throw new Error(`grepai watch ended: ${text}`);
    return text.includes("watching ") ? true : null;
  });
  return {
    child,
    output,
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, "exit");
      }
      return child.exitCode;
    },
  };
}

/** Reads the index of a project once. */
export function readIndex<T>(root: string, body: (view: ReadView) => T): T {
  const reader = openReader(projectPaths(root).index);
  try {
    return reader.read(body);
  } finally {
    reader.close();
  }
}

const digest = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex").slice(0, 16);

/** All that an index says of each file and of what was left out, in a form that two indexes of the same tree must share. */
export function dumpIndex(root: string): Readonly<Record<string, unknown>> {
  return readIndex(root, (view) => {
    const dump: Record<string, unknown> = {};
    for (const file of view.files()) {
      const definitions = view.definitionsInFile(file.id);
      const names = new Map(definitions.map((one) => [one.id, `${one.scope}.${one.name}`]));
      const entries = [...view.passageEntries([file.id])];
      const passages = view.passages(entries.map(({ id }) => id));
      dump[file.path] = {
        language: file.language,
        status: file.status,
        definitions: definitions.map((one) => `${one.kind} ${one.scope}.${one.name} ${one.startLine}-${one.endLine}`),
        references: view
          .referencesInFile(file.id)
          .map(
            (one) =>
              `${names.get(one.enclosingId ?? -1) ?? ""} ${one.kind} ${one.receiver ?? ""}.${one.name} ${one.line}`,
          ),
        imports: view.importsInFile(file.id).map((one) => JSON.stringify(one)),
        passages: entries.map(({ startLine, endLine, terms, vector }, index) => [
          `${startLine}-${endLine}`,
          digest(new Uint8Array(terms.hashes.buffer, terms.hashes.byteOffset, terms.hashes.byteLength)),
          digest(passages[index]?.chunk.text ?? ""),
          vector === null ? null : digest(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)),
        ]),
      };
    }
    for (const { path, reason } of view.skipped(Number.MAX_SAFE_INTEGER)) dump[`left out: ${path}`] = reason;
    return dump;
  });
}
