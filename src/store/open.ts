import { indexDamaged } from "./sqlite/connection.ts";
import { structuralDamage } from "./sqlite/open-database.ts";
import { type ReaderOptions, SqliteReader } from "./sqlite/reader.ts";
import { SqliteWriter, type WriterOptions } from "./sqlite/writer.ts";
import type { StoreReader, StoreWriter } from "./types.ts";

/**
 * Opens an index for reading, from any process and beside a writer; creates nothing. It follows the path when the
 * index is deleted and built anew.
 * @param indexPath the database file, usually `.grepai/index.db`
 * @throws GrepaiError INDEX_NOT_FOUND, INDEX_DAMAGED, INDEX_TOO_NEW, PERMISSION_DENIED
 */
export function openReader(indexPath: string, options?: ReaderOptions): StoreReader {
  return new SqliteReader(indexPath, options);
}

/**
 * Checks the structure of a whole index, where a reader notices damage only when it comes upon it. It takes about 1 ms a
 * megabyte, too long for every query.
 * @throws GrepaiError INDEX_DAMAGED, and as {@link openReader}
 */
export function checkIndex(indexPath: string): void {
  const damage = structuralDamage(indexPath);
  if (damage !== null) throw indexDamaged(indexPath, damage);
}

/**
 * Opens an index for writing and makes it where there is none. An index that is damaged or of an older format is moved
 * aside, which `log` tells. The caller holds the project lock; a second writer is safe but waits its turn.
 * @throws GrepaiError INDEX_TOO_NEW with the file untouched; INDEX_BUSY, PERMISSION_DENIED, DISK_FULL
 */
export function openWriter(indexPath: string, options: WriterOptions): StoreWriter {
  return new SqliteWriter(indexPath, options);
}
