import { statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "libsql";
import { GrepaiError, messageOf } from "../../errors.ts";

/*
 * The only door to libsql, whose habits are kept in here:
 * - it ignores the `readonly` option, so that read-only connections are asked for by URI;
 * - `run(buffer)` with one lone Buffer ends the process, so that parameters always go in as one array;
 * - blobs come back as ArrayBuffer from object rows but as Buffer from raw rows, so that only raw rows are used;
 * - text is cut at its first NUL when read, so that source text is stored as a blob;
 * - an iterator that is left early keeps its transaction open, so that none is handed out;
 * - `close()` takes effect only once all statements were collected as garbage (see {@link Connection.close}).
 */

export type SqlValue = number | string | Uint8Array | null;

/**
 * `read-write` needs an existing file; `read-only` never changes the database file or its WAL; `immutable` in
 * addition reads without locks, for media that cannot be written and have no writer.
 */
export type OpenMode = "read-write" | "read-only" | "immutable";

/** A prepared statement whose rows are tuples of the selected columns. */
export class Query<Row extends readonly unknown[] = readonly unknown[]> {
  readonly #statement: Database.Statement;
  readonly #path: string;

  constructor(statement: Database.Statement, path: string) {
    this.#statement = statement;
    this.#path = path;
  }

  /** The first row, or undefined. */
  get(...parameters: SqlValue[]): Row | undefined {
    try {
      return this.#statement.get(parameters) as Row | undefined;
    } catch (error) {
      throw toGrepaiError(error, this.#path);
    }
  }

  all(...parameters: SqlValue[]): Row[] {
    try {
      return this.#statement.all(parameters) as Row[];
    } catch (error) {
      throw toGrepaiError(error, this.#path);
    }
  }

  /** Runs a statement that gives no rows. */
  run(parameters: readonly SqlValue[]): void {
    try {
      this.#statement.run(parameters);
    } catch (error) {
      throw toGrepaiError(error, this.#path);
    }
  }
}

/** One connection to a database file. Its errors are {@link GrepaiError}s. */
export class Connection {
  readonly path: string;
  readonly #database: Database.Database;
  readonly #queries = new Map<string, Query>();

  private constructor(path: string, database: Database.Database) {
    this.path = path;
    this.#database = database;
  }

  /** @throws GrepaiError INDEX_NOT_FOUND, PERMISSION_DENIED, INDEX_BUSY, INDEX_DAMAGED */
  static open(path: string, mode: OpenMode, busyTimeoutMs: number): Connection {
    const parameters = { "read-write": "mode=rw", "read-only": "mode=ro", immutable: "mode=ro&immutable=1" }[mode];
    try {
      const database = new Database(`${pathToFileURL(resolve(path)).href}?${parameters}`);
      database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      return new Connection(path, database);
    } catch (error) {
      throw toGrepaiError(error, path);
    }
  }

  /** Prepares a statement, or takes the one prepared before. `Row` is the tuple of selected columns. */
  query<Row extends readonly unknown[]>(sql: string): Query<Row> {
    let query = this.#queries.get(sql);
    if (query === undefined) {
      try {
        const statement = this.#database.prepare(sql);
        query = new Query(sql.trimStart().startsWith("SELECT") ? statement.raw() : statement, this.path);
      } catch (error) {
        throw toGrepaiError(error, this.path);
      }
      this.#queries.set(sql, query);
    }
    // The columns selected in the text are the caller's word for the row's type.
    return query as unknown as Query<Row>;
  }

  /** The first column of the first row of a pragma. */
  pragma(source: string): unknown {
    try {
      const row = this.#database.prepare(`PRAGMA ${source}`).raw().get([]) as readonly unknown[] | undefined;
      return row?.[0];
    } catch (error) {
      throw toGrepaiError(error, this.path);
    }
  }

  exec(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw toGrepaiError(error, this.path);
    }
  }

  /**
   * Runs `body` in one transaction; an exception rolls it back. `deferred` gives reads one committed state;
   * `immediate` takes the write lock first, so that two writers wait for each other instead of failing half-way.
   */
  transaction<T>(kind: "deferred" | "immediate", body: () => T): T {
    this.exec(kind === "deferred" ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE");
    try {
      const result = body();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      // SQLite has rolled back by itself after some errors, such as a full disk.
      if (this.#database.inTransaction) {
        try {
          this.exec("ROLLBACK");
        } catch {
          // The first error tells what went wrong.
        }
      }
      throw error;
    }
  }

  /**
   * Releases the connection. The file handle itself is closed when the garbage collector has found all statements,
   * and SQLite may then tidy up the WAL by its path; so a read-write connection must leave WAL mode first where it can.
   */
  close(): void {
    this.#queries.clear();
    this.#database.close();
  }
}

/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html */
const result = {
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** Extended codes of writes that found no room: SQLITE_IOERR_WRITE, _FSYNC, _TRUNCATE, _SHMSIZE. */
const roomErrors: ReadonlySet<number> = new Set([778, 1034, 1546, 4874]);

function resultCodeOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ("rawCode" in error && typeof error.rawCode === "number") return error.rawCode;
  // A failure to open carries its code only at the end of its message.
  const opening = /^ConnectionFailed\(.*: (\d+)"\)$/s.exec(error.message);
  return opening?.[1] === undefined ? null : Number(opening[1]);
}

/** Free room for people, or "" where the system does not tell. */
function freeRoom(folder: string): string {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return ` (${Math.floor((bavail * bsize) / 1024)} KB free)`;
  } catch {
    return "";
  }
}

function toGrepaiError(error: unknown, path: string): Error {
  if (error instanceof GrepaiError) return error;
  const code = resultCodeOf(error);
  const folder = dirname(resolve(path));
  const cause = { cause: error };
  if (code !== null && roomErrors.has(code)) return diskFull(folder, cause);
  switch (code === null ? null : code & 0xff) {
    case result.full:
      return diskFull(folder, cause);
    case result.busy:
    case result.locked:
      return new GrepaiError(
        "INDEX_BUSY",
        `The index ${path} is being written by another process. Wait for it, or stop it with 'grepai watch --stop'.`,
        cause,
      );
    case result.corrupt:
    case result.notADatabase:
      return indexDamaged(path, messageOf(error), cause);
    case result.permission:
    case result.readOnly:
    case result.cannotOpen:
      return new GrepaiError(
        "PERMISSION_DENIED",
        `Cannot open the index ${path}: ${messageOf(error)}. Check the owner and permissions of ${folder}.`,
        cause,
      );
    case result.ioError:
      return new GrepaiError("INTERNAL", `The disk failed to read or write the index ${path} (code ${code}).`, cause);
    default:
      return error instanceof Error ? error : new Error(messageOf(error));
  }
}

function diskFull(folder: string, cause: { readonly cause: unknown }): GrepaiError {
  return new GrepaiError(
    "DISK_FULL",
    `No room to write the index in ${folder}${freeRoom(folder)}. Free space on that disk (or raise the quota or file size limit) and run again; what was indexed before is kept.`,
    cause,
  );
}

/** The error for an index that cannot be read, with its remedy. */
export function indexDamaged(path: string, reason: string, options?: { readonly cause: unknown }): GrepaiError {
  return new GrepaiError(
    "INDEX_DAMAGED",
    `The index ${path} is damaged (${reason}). Run 'grepai watch' (restart it if it runs): it moves the damaged file aside and builds a new index.`,
    options,
  );
}
