import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Database from "libsql";
import type { ProjectPaths } from "../config/paths.ts";
import { GrepaiError, messageOf } from "../errors.ts";
import { tidyProjectFolder } from "./project-folder.ts";

/*
 * The project lock: one process at a time may write the index. The lock itself is SQLite's lock on an empty database,
 * which the operating system drops when its process ends in whatever way, so that no stale lock can be left behind and
 * a reused process id cannot be mistaken for the owner. `daemon.json` beside it only says who holds it.
 */

/** What the holder of the lock is doing. */
export type LockPurpose =
  | "watch"
  | "index"
  /** Watching on behalf of a server, for as long as that runs and until a `watch` wants to. */
  | "serve";

/** Who holds the lock, as it wrote itself. */
export interface LockHolder {
  readonly pid: number;
  readonly purpose: LockPurpose;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Why the holder works with less than it should (such as polling for want of file watches), or null. */
  readonly degraded: string | null;
  /** When holders before it ended without a word, within the last hour: killed or crashed. ISO 8601. */
  readonly crashes: readonly string[];
}

/** A held lock. */
export interface ProjectLock {
  /** Tells others what to know about the holder. */
  describe(changes: { readonly degraded: string | null }): void;
  release(): void;
}

/** How long to wait for a lock that another process only looks at. */
const acquireTimeoutMs = 500;

/** Crashes longer ago than this are forgotten. */
const crashMemoryMs = 60 * 60 * 1000;

/** The paths the lock needs of a project. */
export type LockPaths = Pick<ProjectPaths, "folder" | "lock" | "daemon">;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith("SQLITE_BUSY") || codeOf(error).startsWith("SQLITE_LOCKED");
}

function writeHolder(path: string, holder: LockHolder): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(holder, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}

function readHolder(path: string): LockHolder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value !== "object" || value === null || !("pid" in value) || typeof value.pid !== "number") return null;
    return {
      pid: value.pid,
      purpose: purposeOf("purpose" in value ? value.purpose : null),
      startedAt: "startedAt" in value && typeof value.startedAt === "string" ? value.startedAt : "",
      degraded: "degraded" in value && typeof value.degraded === "string" ? value.degraded : null,
      crashes: "crashes" in value ? timesIn(value.crashes) : [],
    };
  } catch {
    return null;
  }
}

function purposeOf(value: unknown): LockPurpose {
  return value === "index" || value === "serve" ? value : "watch";
}

function timesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((time) => typeof time === "string") : [];
}

/** Crashes to remember: a holder that ends properly takes its file away. */
function crashesBefore(former: LockHolder | null, now: Date): readonly string[] {
  if (former === null) return [];
  const oldest = new Date(now.getTime() - crashMemoryMs).toISOString();
  return [...former.crashes, now.toISOString()].filter((time) => time >= oldest);
}

/**
 * Takes the lock of a project, making its folder where there is none.
 * @throws GrepaiError INDEX_BUSY naming the holder; PERMISSION_DENIED when the folder cannot be written
 */
export function acquireProjectLock(paths: LockPaths, purpose: LockPurpose): ProjectLock {
  const { folder } = paths;
  let database: Database.Database;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    closeSync(openSync(paths.lock, "a", 0o600));
    database = new Database(paths.lock);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") {
      throw new GrepaiError("INVALID_PARAMETERS", `${folder} is not a folder. Move it away: the index goes there.`);
    }
    const isDenied = code === "EACCES" || code === "EROFS" || code === "EPERM" || code.startsWith("SQLITE_CANTOPEN");
    throw new GrepaiError(
      isDenied ? "PERMISSION_DENIED" : "INTERNAL",
      `Cannot write to ${folder}: ${messageOf(error)}. Check the folder's owner and permissions.`,
      { cause: error },
    );
  }
  try {
    database.exec(`PRAGMA busy_timeout = ${acquireTimeoutMs}`);
    // Nothing is ever written, so that a journal would only be left behind by a holder that is killed.
    database.exec("PRAGMA journal_mode = MEMORY");
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (isBusy(error)) {
      const holder = readHolder(paths.daemon);
      const who = holder === null ? "another grepai process" : `grepai ${holder.purpose} (pid ${holder.pid})`;
      throw new GrepaiError(
        "INDEX_BUSY",
        `${who} is already working on this project. It keeps the index up to date; stop it with 'grepai watch --stop' to run another.`,
      );
    }
    throw new GrepaiError("PERMISSION_DENIED", `Cannot lock ${folder}: ${messageOf(error)}.`, { cause: error });
  }
  tidyProjectFolder(folder);
  const now = new Date();
  let holder: LockHolder = {
    pid: process.pid,
    purpose,
    startedAt: now.toISOString(),
    degraded: null,
    crashes: crashesBefore(readHolder(paths.daemon), now),
  };
  try {
    writeHolder(paths.daemon, holder);
  } catch (error) {
    database.close();
    throw new GrepaiError(
      "PERMISSION_DENIED",
      `Cannot write to ${folder}: ${messageOf(error)}. Check the folder's owner and permissions.`,
      { cause: error },
    );
  }
  return {
    describe(changes) {
      holder = { ...holder, ...changes };
      try {
        writeHolder(paths.daemon, holder);
      } catch {
        // It is only told; the lock itself holds, on a full disk too.
      }
    },
    release() {
      if (!database.open) return;
      rmSync(paths.daemon, { force: true });
      database.close();
    },
  };
}

/** Who holds the project's lock at this moment, or null when nobody does. */
export function projectLockHolder(paths: LockPaths): LockHolder | null {
  let database: Database.Database;
  try {
    // libsql passes over its option for this.
    database = new Database(`${pathToFileURL(paths.lock).href}?mode=ro`);
  } catch {
    return null;
  }
  try {
    database.prepare("SELECT count(*) FROM sqlite_master").get();
    return null;
  } catch (error) {
    if (!isBusy(error)) return null;
    return readHolder(paths.daemon) ?? { pid: 0, purpose: "watch", startedAt: "", degraded: null, crashes: [] };
  } finally {
    database.close();
  }
}
