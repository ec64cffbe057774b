import type { BigIntStats } from "node:fs";
import { exactTargetStats } from "../../config/file-stats.ts";
import { GrepaiError } from "../../errors.ts";
import type { ReadView, StoreReader } from "../types.ts";
import { walBytes } from "./database-file.ts";
import { openForReading } from "./open-database.ts";
import { type Queries, queriesOf, readView } from "./read-view.ts";

interface OpenIndex {
  readonly queries: Queries;
  readonly stats: BigIntStats | undefined;
  /** Read without locks, so that any change of the file means opening it anew. */
  readonly isImmutable: boolean;
}

export interface ReaderOptions {
  /** Whether a process holds the project at this moment; without it a pass that is recorded is believed to run. */
  readonly isHeld?: () => boolean;
}

/** Reads an index from any process, and follows it when it is deleted and built anew. */
export class SqliteReader implements StoreReader {
  readonly #path: string;
  readonly #isHeld: () => boolean;
  #open: OpenIndex | null;
  #view: ReadView | null = null;

  /** @throws GrepaiError INDEX_NOT_FOUND, INDEX_DAMAGED, INDEX_TOO_NEW, PERMISSION_DENIED */
  constructor(path: string, { isHeld = () => true }: ReaderOptions = {}) {
    this.#path = path;
    this.#isHeld = isHeld;
    this.#open = openIndex(path);
  }

  read<T>(body: (view: ReadView) => T): T {
    // A read within a read sees the same state.
    if (this.#view !== null) return body(this.#view);
    const { queries } = this.#current();
    return queries.connection.transaction("deferred", () => {
      this.#view = readView(queries, this.#isHeld);
      try {
        return body(this.#view);
      } finally {
        this.#view = null;
      }
    });
  }

  close(): void {
    this.#open?.queries.connection.close();
    this.#open = null;
  }

  /** The open index, opened anew when the path has come to hold another file. */
  #current(): OpenIndex {
    if (this.#open !== null && isSameFile(this.#open, this.#path)) return this.#open;
    this.close();
    this.#open = openIndex(this.#path);
    return this.#open;
  }
}

function openIndex(path: string): OpenIndex {
  // Looked at before opening: a file replaced in between is then noticed at the next read.
  const stats = statOf(path);
  const { connection, isImmutable } = openForReading(path);
  return { queries: queriesOf(connection), stats, isImmutable };
}

function isSameFile({ stats, isImmutable }: OpenIndex, path: string): boolean {
  const now = statOf(path);
  if (stats === undefined || now === undefined) return false;
  if (stats.ino !== now.ino || stats.dev !== now.dev) return false;
  return !isImmutable || (stats.mtimeNs === now.mtimeNs && stats.size === now.size && walBytes(path) === 0);
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return exactTargetStats(path);
  } catch (error) {
    throw new GrepaiError("PERMISSION_DENIED", `Cannot look at the index ${path}. Check the folder's permissions.`, {
      cause: error,
    });
  }
}
