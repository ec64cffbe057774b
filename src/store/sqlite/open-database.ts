import { basename } from "node:path";
import { GrepaiError } from "../../errors.ts";
import { Connection, indexDamaged } from "./connection.ts";
import { createDatabase, damageLabel, indexTooNew, inspectDatabase, moveAside, walBytes } from "./database-file.ts";
import { formatVersion, tuneReader, tuneWriter } from "./schema.ts";

/** How long readers wait for the moments in which the log is put in order. */
const readerBusyTimeoutMs = 5_000;

/**
 * What SQLite's own check of a file's structure finds, or null when it is sound. The whole file is read: about 1 ms a
 * megabyte that the system has in memory.
 * @throws GrepaiError INDEX_NOT_FOUND, INDEX_TOO_NEW, PERMISSION_DENIED
 */
export function structuralDamage(path: string): string | null {
  try {
    // Read-only, so that closing it later can never touch the files that take the place of these.
    const { connection } = openForReading(path);
    try {
      const verdict = connection.pragma("quick_check(1)");
      return verdict === "ok" ? null : String(verdict).replaceAll("\n", " ");
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof GrepaiError && error.code === "INDEX_DAMAGED") return "its structure is broken";
    throw error;
  }
}

/**
 * Sees to it that a sound index of this format lies at `path`: makes one where there is none, and moves an old or
 * damaged one aside, telling so.
 * @throws GrepaiError INDEX_TOO_NEW with the file untouched; PERMISSION_DENIED, DISK_FULL
 */
export function prepareDatabase(path: string, log: (message: string) => void): void {
  const file = inspectDatabase(path);
  if (file.kind === "missing") {
    createDatabase(path);
    return;
  }
  if (file.kind === "damaged") {
    replaceDamaged(path, file.reason, log);
    return;
  }
  if (file.formatVersion > formatVersion) throw indexTooNew(path, file.formatVersion);
  if (file.formatVersion < formatVersion) {
    const target = moveAside(path, `old-${file.formatVersion}`);
    log(
      `The index has the older format ${file.formatVersion}; it was moved to ${basename(target)} and a new one is built. The old file can be deleted.`,
    );
    createDatabase(path);
    return;
  }
  const damage = structuralDamage(path);
  if (damage !== null) replaceDamaged(path, damage, log);
}

/** Moves a damaged index aside, tells so, and makes an empty one. */
export function replaceDamaged(path: string, reason: string, log: (message: string) => void): string {
  const target = moveAside(path, damageLabel(new Date()));
  log(`The index was damaged (${reason}); it was moved aside to ${basename(target)} and a new one is built.`);
  createDatabase(path);
  return target;
}

/** Opens a prepared index for writing. */
export function openForWriting(path: string, busyTimeoutMs: number): Connection {
  const connection = Connection.open(path, "read-write", busyTimeoutMs);
  try {
    tuneWriter(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Opens an index for reading; creates and changes nothing but SQLite's shared-memory file beside it. Where that cannot
 * be made (a folder or medium that cannot be written) and no log is left by a writer, the file is read as it is.
 * @throws GrepaiError INDEX_NOT_FOUND, INDEX_DAMAGED, INDEX_TOO_NEW, PERMISSION_DENIED
 */
export function openForReading(path: string): { readonly connection: Connection; readonly isImmutable: boolean } {
  const file = inspectDatabase(path);
  if (file.kind === "missing") throw new GrepaiError("INDEX_NOT_FOUND", "Index not found. Run 'grepai watch' first.");
  if (file.kind === "damaged") throw indexDamaged(path, file.reason);
  if (file.formatVersion > formatVersion) throw indexTooNew(path, file.formatVersion);
  if (file.formatVersion < formatVersion) {
    throw new GrepaiError(
      "INDEX_NOT_FOUND",
      `The index ${path} has the older format ${file.formatVersion}. Run 'grepai watch' to build it anew.`,
    );
  }
  try {
    return { connection: openChecked(path, "read-only"), isImmutable: false };
  } catch (error) {
    const isDenied = error instanceof GrepaiError && error.code === "PERMISSION_DENIED";
    if (!isDenied || walBytes(path) > 0) throw error;
    return { connection: openChecked(path, "immutable"), isImmutable: true };
  }
}

/** Opens and reads once, since SQLite looks at a file only then. */
function openChecked(path: string, mode: "read-only" | "immutable"): Connection {
  const connection = Connection.open(path, mode, readerBusyTimeoutMs);
  try {
    tuneReader(connection);
    connection.query("SELECT count(*) FROM meta").get();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
