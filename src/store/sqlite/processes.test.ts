import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openReader, openWriter } from "../open.ts";
import { dimensions, fileCount, versionChanges, versionsIn } from "../testing/versions.ts";
import { Connection } from "./connection.ts";
import { walBytes } from "./database-file.ts";

let programFolder: string;
let program: string;
let folder: string;
let path: string;

beforeAll(async () => {
  programFolder = mkdtempSync(join(tmpdir(), "grepai-child-"));
  chmodSync(programFolder, 0o755);
  program = join(programFolder, "child.mjs");
  const libsql = createRequire(import.meta.url).resolve("libsql");
  await build({
    entryPoints: [fileURLToPath(new URL("../testing/child.ts", import.meta.url))],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { libsql },
    external: [libsql],
  });
});
afterAll(() => rmSync(programFolder, { recursive: true, force: true }));

const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grepai-processes-"));
  path = join(folder, "index.db");
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a writing process; resolves once it has committed `count` versions, with a way to learn the last one. */
async function startWriter(count: number): Promise<{ child: ChildProcess; lastPrinted: () => number }> {
  const child = spawn(process.execPath, [program, "write", path], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  let last = 0;
  let left = count;
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the writing process ended with ${code}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!/^\d+$/.test(line)) reject(new Error(line));
      last = Number(line);
      if (--left === 0) resolve();
    });
  });
  return { child, lastPrinted: () => last };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Commits one version and closes, so that the index is at rest. */
function fillOnce(): void {
  const writer = openWriter(path, { log: () => {} });
  writer.setEmbedder({ provider: "static", model: "test", dimensions });
  writer.commit(versionChanges(1));
  writer.close();
}

describe("several processes", () => {
  it("see each commit of the writer wholly or not at all", async () => {
    await startWriter(1);
    const reader = openReader(path);
    const seen = new Set<number>();
    for (let round = 0; round < 200 && seen.size < 20; round++) {
      const versions = reader.read((view) => {
        expect(view.files()).toHaveLength(fileCount);
        return [...versionsIn(view)];
      });
      expect(versions).toHaveLength(1);
      seen.add(versions[0] ?? -1);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(seen.size).toBeGreaterThan(1);
    reader.close();
  });

  it("lose nothing that was committed when the writer is killed, again and again", async () => {
    for (let round = 0; round < 10; round++) {
      const { child, lastPrinted } = await startWriter(2 + round);
      await kill(child);
      const reader = openReader(path);
      const versions = reader.read((view) => [...versionsIn(view)]);
      reader.close();
      expect(versions).toHaveLength(1);
      expect(versions[0]).toBeGreaterThanOrEqual(lastPrinted());
    }
    const messages: string[] = [];
    const writer = openWriter(path, { log: (message) => messages.push(message) });
    expect(writer.read((view) => view.counts())).toMatchObject({
      files: fileCount,
      chunks: fileCount,
      symbols: fileCount,
    });
    expect(messages).toEqual([]);
    writer.close();
    expect(walBytes(path)).toBe(0);
  });

  it("do not write at the same time: the second waits, then says that the index is busy", () => {
    fillOnce();
    const writer = openWriter(path, { log: () => {}, busyTimeoutMs: 20 });
    const other = Connection.open(path, "read-write", 0);
    other.transaction("immediate", () => {
      expect(() => writer.commit(versionChanges(2))).toThrow(expect.objectContaining({ code: "INDEX_BUSY" }));
      expect(writer.read((view) => [...versionsIn(view)])).toEqual([1]);
    });
    writer.commit(versionChanges(2));
    other.close();
    writer.close();
  });

  it("take turns as writers without handing out an id twice", () => {
    fillOnce();
    const first = openWriter(path, { log: () => {} });
    const second = openWriter(path, { log: () => {} });
    const ids = new Set<number>();
    for (let version = 2; version < 12; version++) {
      (version % 2 === 0 ? first : second).commit(versionChanges(version));
      first.read((view) => {
        for (const { id } of view.passageEntries("all")) ids.add(id);
      });
    }
    expect(ids.size).toBe(10 * fileCount);
    for (const writer of [first, second]) writer.close();
  });

  it("keep their state for as long as a read lasts, whatever is committed meanwhile", () => {
    fillOnce();
    const writer = openWriter(path, { log: () => {} });
    const reader = openReader(path);
    reader.read((view) => {
      const { generation } = view;
      writer.commit(versionChanges(2));
      reader.read((inner) => expect(inner.generation).toBe(generation));
      expect([...versionsIn(view)]).toEqual([1]);
    });
    expect(reader.read((view) => [...versionsIn(view)])).toEqual([2]);
    reader.close();
    writer.close();
  });
});

describe.skipIf(process.platform === "win32")("a disk without room", () => {
  it("fails the commit with DISK_FULL and keeps the last one readable", () => {
    fillOnce();
    // In blocks of 512 or 1,024 bytes, as the shell has it.
    const limited = spawnSync(
      "sh",
      ["-c", 'ulimit -f 3000; exec "$0" "$1" fill "$2"', process.execPath, program, path],
      {
        encoding: "utf8",
      },
    );
    const { code, held, lastCommitted } = JSON.parse(limited.stdout);
    expect(code).toBe("DISK_FULL");
    expect(lastCommitted).toBeGreaterThan(1);
    expect(held).toEqual([lastCommitted]);
    // With room again, work goes on from there.
    const writer = openWriter(path, { log: (message) => expect.fail(message) });
    expect(writer.read((view) => [...versionsIn(view)])).toEqual([lastCommitted]);
    writer.commit(versionChanges(lastCommitted + 1));
    writer.close();
  });
});

describe.skipIf(process.platform === "win32")("a folder that cannot be written", () => {
  const runAsOther = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const readElsewhere = () =>
    JSON.parse(spawnSync(process.execPath, [program, "read", path], { encoding: "utf8", ...runAsOther }).stdout);

  it("still serves an index at rest", () => {
    fillOnce();
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    expect(readElsewhere()).toEqual({ held: [1] });
    expect(readdirSync(folder)).toEqual(["index.db"]);
  });

  it("and one in which a writer that was killed left nothing but an empty log", async () => {
    const { child } = await startWriter(1);
    await kill(child);
    // A reader that stays keeps the writer from leaving the log's mode, so that only the log is emptied.
    const reader = openReader(path);
    reader.read((view) => view.generation);
    const writer = openWriter(path, { log: () => {} });
    const [version] = writer.read((view) => [...versionsIn(view)]);
    writer.close();
    for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    expect(readElsewhere()).toEqual({ held: [version] });
    reader.close();
  });

  it("says so when the index itself may not be read", () => {
    fillOnce();
    chmodSync(path, 0o000);
    chmodSync(folder, 0o555);
    if (process.getuid?.() === 0) chmodSync(folder, 0o755);
    expect(readElsewhere()).toEqual({ code: "PERMISSION_DENIED" });
  });
});
