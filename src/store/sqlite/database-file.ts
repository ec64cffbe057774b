import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fstatSync, linkSync, mkdirSync, openSync, readSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { exactTargetStats, targetStats } from "../../config/file-stats.ts";
import { GrepaiError, messageOf } from "../../errors.ts";
import { Connection } from "./connection.ts";
import { initialiseMeta } from "./meta.ts";
import { applicationId, filePragmas, formatVersion, tables } from "./schema.ts";

/** What a file looks like from outside, before the database engine touches it. */
export type DatabaseFile =
  | { readonly kind: "missing" }
  | { readonly kind: "damaged"; readonly reason: string }
  | { readonly kind: "database"; readonly formatVersion: number };

/** Offsets in the header of a SQLite file, https://www.sqlite.org/fileformat2.html */
const headerBytes = 100;
const pageSizeOffset = 16;
const pageCountOffset = 28;
const userVersionOffset = 60;
const applicationIdOffset = 68;

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Size of the write-ahead log beside a database, 0 where there is none. */
export function walBytes(path: string): number {
  return targetStats(`${path}-wal`)?.size ?? 0;
}

/** Tells one file from another that took its place; null when there is none. */
export function fileIdentity(path: string): string | null {
  const stats = exactTargetStats(path);
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}

/**
 * Judges a file by its first bytes and its size; nothing is written or locked.
 * @throws GrepaiError PERMISSION_DENIED when it cannot be read
 */
export function inspectDatabase(path: string): DatabaseFile {
  const header = Buffer.alloc(headerBytes);
  let sizeBytes: number;
  let length: number;
  try {
    const descriptor = openSync(path, "r");
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return { kind: "damaged", reason: "not a file" };
      sizeBytes = stats.size;
      length = readSync(descriptor, header, 0, headerBytes, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
    throw new GrepaiError(
      code === "EACCES" || code === "EPERM" ? "PERMISSION_DENIED" : "INTERNAL",
      `Cannot read the index ${path}: ${messageOf(error)}. Check the owner and permissions of ${dirname(path)}.`,
      { cause: error },
    );
  }
  if (length === 0) return { kind: "damaged", reason: "the file is empty" };
  if (length < headerBytes || header.toString("latin1", 0, 16) !== "SQLite format 3\0") {
    return { kind: "damaged", reason: "not a database" };
  }
  if (header.readUInt32BE(applicationIdOffset) !== applicationId) {
    return { kind: "damaged", reason: "a database, but not an index of grepai" };
  }
  const version = header.readUInt32BE(userVersionOffset);
  if (version === 0) return { kind: "damaged", reason: "it has no format number" };
  // 1 stands for 65536. With a log beside it the file may lag behind its header.
  const pageSize = header.readUInt16BE(pageSizeOffset) === 1 ? 65_536 : header.readUInt16BE(pageSizeOffset);
  const expectedBytes = pageSize * header.readUInt32BE(pageCountOffset);
  if (version === formatVersion && walBytes(path) === 0 && sizeBytes < expectedBytes) {
    return { kind: "damaged", reason: `cut short: ${sizeBytes} of ${expectedBytes} bytes` };
  }
  return { kind: "database", formatVersion: version };
}

/** The error for an index that a newer program made. */
export function indexTooNew(path: string, version: number): GrepaiError {
  return new GrepaiError(
    "INDEX_TOO_NEW",
    `The index ${path} has format ${version}, made by a newer grepai; this one knows format ${formatVersion}. Update grepai, or delete the file to index anew.`,
  );
}

/**
 * Makes an empty index at `path`. It is built beside it and linked into place, so that no half-made index is ever seen
 * there, and one that another process made meanwhile is left alone.
 * @throws GrepaiError PERMISSION_DENIED, DISK_FULL
 */
export function createDatabase(path: string): void {
  const temporary = `${path}.new-${process.pid}-${randomUUID().slice(0, 8)}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(temporary, "wx", 0o600));
    const connection = Connection.open(temporary, "read-write", 0);
    connection.exec(filePragmas);
    connection.transaction("immediate", () => {
      connection.exec(tables);
      initialiseMeta(connection, randomUUID());
      connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`);
    });
    connection.close();
    // Logs of a database that was deleted must not be taken for this one's.
    if (existsSync(path)) return;
    for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
    putInPlace(temporary, path);
  } catch (error) {
    if (error instanceof GrepaiError) throw error;
    const code = codeOf(error);
    const isDenied = code === "EACCES" || code === "EPERM" || code === "EROFS";
    throw new GrepaiError(
      isDenied ? "PERMISSION_DENIED" : code === "ENOSPC" ? "DISK_FULL" : "INTERNAL",
      `Cannot create the index ${path}: ${messageOf(error)}. Check the permissions and free room of ${dirname(path)}.`,
      { cause: error },
    );
  } finally {
    for (const suffix of ["", "-journal"]) rmSync(temporary + suffix, { force: true });
  }
}

function putInPlace(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    // Some file systems have no hard links.
    renameSync(temporary, path);
  }
}

/**
 * Renames a database with its logs, so that nothing of it is lost and a new one can be made.
 * @param label what to append to its name: `damaged-…`, `old-…`
 * @returns its new path
 */
export function moveAside(path: string, label: string): string {
  const target = `${path}.${label}`;
  for (const suffix of ["-wal", "-shm", "-journal", ""]) {
    rmSync(target + suffix, { recursive: true, force: true });
    try {
      renameSync(path + suffix, target + suffix);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
  return target;
}

/** The label of a damaged file: when it was found. */
export function damageLabel(now: Date): string {
  return `damaged-${now.toISOString().replace(/[-:]/g, "").replace(/\..*$/, "Z")}`;
}
