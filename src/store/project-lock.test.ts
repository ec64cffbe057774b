import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projectPaths } from "../config/paths.ts";
import { acquireProjectLock, type LockPaths, projectLockHolder } from "./project-lock.ts";

let folder: string;
let paths: LockPaths;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grepai-lock-"));
  paths = projectPaths(folder);
  mkdirSync(paths.folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Another process that holds the lock until it is killed. */
async function foreignHolder() {
  const libsql = createRequire(import.meta.url).resolve("libsql");
  const script = `const Database = require(${JSON.stringify(libsql)}); const db = new Database("index.lock");
    db.exec("BEGIN EXCLUSIVE"); console.log("held"); setInterval(() => db.open, 1000);`;
  const child = spawn(process.execPath, ["-e", script], { cwd: paths.folder });
  await once(child.stdout, "data");
  return child;
}

describe("the project lock", () => {
  it("is held by one at a time and says by whom", () => {
    const lock = acquireProjectLock(paths, "watch");
    expect(projectLockHolder(paths)).toMatchObject({ pid: process.pid, purpose: "watch", degraded: null });
    expect(() => acquireProjectLock(paths, "index")).toThrow(
      expect.objectContaining({ code: "INDEX_BUSY", message: expect.stringContaining(`pid ${process.pid}`) }),
    );
    lock.describe({ degraded: "few watches" });
    expect(projectLockHolder(paths)?.degraded).toBe("few watches");
    lock.release();
    expect(projectLockHolder(paths)).toBeNull();
    acquireProjectLock(paths, "index").release();
  });

  it("is free again when its holder was killed, whatever daemon.json says", async () => {
    const child = await foreignHolder();
    writeFileSync(paths.daemon, JSON.stringify({ pid: child.pid, purpose: "watch", startedAt: "" }));
    expect(projectLockHolder(paths)?.pid).toBe(child.pid);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(projectLockHolder(paths)).toBeNull();
    acquireProjectLock(paths, "watch").release();
  });

  it("remembers holders that ended without a word, until one ends properly", () => {
    const killed = { pid: 1, purpose: "watch", startedAt: "", degraded: null };
    writeFileSync(
      paths.daemon,
      JSON.stringify({ ...killed, crashes: ["2001-01-01T00:00:00.000Z", new Date().toISOString()] }),
    );
    const lock = acquireProjectLock(paths, "serve");
    expect(projectLockHolder(paths)).toMatchObject({
      purpose: "serve",
      crashes: [expect.any(String), expect.any(String)],
    });
    lock.release();
    const next = acquireProjectLock(paths, "watch");
    expect(projectLockHolder(paths)?.crashes).toEqual([]);
    next.release();
  });

  it("survives a daemon.json that is no JSON", async () => {
    const child = await foreignHolder();
    writeFileSync(paths.daemon, "{ half");
    expect(projectLockHolder(paths)).toMatchObject({ pid: 0 });
    child.kill("SIGKILL");
    await once(child, "exit");
  });

  it("is not made by asking for it", () => {
    expect(projectLockHolder(projectPaths(join(folder, "missing")))).toBeNull();
    expect(existsSync(join(folder, "missing"))).toBe(false);
    expect(projectLockHolder(paths)).toBeNull();
    expect(existsSync(paths.lock)).toBe(false);
  });

  it("gives its files and their folder to their owner alone", () => {
    chmodSync(paths.folder, 0o755);
    const lock = acquireProjectLock(paths, "watch");
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    expect([paths.folder, paths.daemon, paths.lock].map(modeOf)).toEqual([0o700, 0o600, 0o600]);
    expect(JSON.parse(readFileSync(paths.daemon, "utf8")).pid).toBe(process.pid);
    expect(readdirSync(paths.folder).sort()).toEqual(["daemon.json", "index.lock"]);
    lock.release();
  });

  it("clears away what killed processes have left, but not what one may be writing or people may want", () => {
    const leftovers = [
      "index.db.new-77-abcdef12",
      "index.db.new-77-abcdef12-journal",
      "daemon.json.77.tmp",
      "index.lock-journal",
      "search.snapshot.77.abc.tmp",
    ];
    const kept = ["search.snapshot.78.abc.tmp", "config.yaml", "notes.txt"];
    const aside = ["1", "2", "3", "4", "5"].map((day) => `index.db.damaged-2026010${day}T000000Z`);
    for (const name of [...leftovers, ...kept, ...aside, `${aside[0]}-wal`])
      writeFileSync(join(paths.folder, name), "");
    utimesSync(join(paths.folder, "search.snapshot.77.abc.tmp"), 1_000, 1_000);
    for (const [day, name] of aside.entries()) utimesSync(join(paths.folder, name), day + 1, day + 1);
    acquireProjectLock(paths, "index").release();
    expect(readdirSync(paths.folder).sort()).toEqual([...kept, ...aside.slice(2), "index.lock"].sort());
  });
});
