import type { Connection } from "./connection.ts";

/** Grows with every change of the tables or of what their columns mean; kept in the file's `user_version`. */
export const formatVersion = 4;

/** "grpa": marks a SQLite file as an index of ours (`application_id`). */
export const applicationId = 0x67727061;

/*
 * Ids are handed out by the writer, grow, and are never used again. A content's chunks and a file's passages and
 * definitions have consecutive ids, so that a range finds them without an index.
 *
 * Names are listed per content, not per use: `reference_names` says in which contents a name is referred to, and
 * `facts` holds each content's definitions, references and imports, which are decoded when asked for. One row a
 * reference with an index on its name took six times as long to write.
 */
export const tables = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE contents (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  language TEXT NOT NULL,
  status TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  first_chunk_id INTEGER NOT NULL,
  chunk_count INTEGER NOT NULL,
  definition_count INTEGER NOT NULL,
  reference_count INTEGER NOT NULL,
  text_bytes INTEGER NOT NULL
);
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  kind TEXT NOT NULL,
  symbol TEXT,
  scope TEXT NOT NULL,
  signature TEXT,
  terms BLOB NOT NULL
);
-- Apart from chunks, so that loading all terms does not read all text.
CREATE TABLE chunk_texts (id INTEGER PRIMARY KEY, text BLOB NOT NULL);

CREATE TABLE facts (
  content_id INTEGER PRIMARY KEY,
  definitions TEXT NOT NULL,
  reference_strings TEXT NOT NULL,
  reference_rows BLOB NOT NULL,
  imports TEXT NOT NULL
);
CREATE TABLE definition_names (name TEXT, content_id INTEGER, PRIMARY KEY (name, content_id)) WITHOUT ROWID;
CREATE TABLE reference_names (name TEXT, content_id INTEGER, PRIMARY KEY (name, content_id)) WITHOUT ROWID;
CREATE TABLE import_names (name TEXT, content_id INTEGER, PRIMARY KEY (name, content_id)) WITHOUT ROWID;
CREATE TABLE import_sources (name TEXT, content_id INTEGER, PRIMARY KEY (name, content_id)) WITHOUT ROWID;

CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  content_id INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  ctime_ms REAL NOT NULL,
  inode INTEGER NOT NULL,
  -- Generation of the last change of its content or vectors.
  generation INTEGER NOT NULL,
  first_passage_id INTEGER NOT NULL,
  -- Null when it defines nothing.
  first_definition_id INTEGER
);
CREATE INDEX files_by_content ON files (content_id);
CREATE INDEX files_by_generation ON files (generation);
CREATE INDEX files_by_first_definition ON files (first_definition_id) WHERE first_definition_id IS NOT NULL;
CREATE TABLE removed_files (generation INTEGER, file_id INTEGER, PRIMARY KEY (generation, file_id)) WITHOUT ROWID;

-- Pending while it has neither a vector nor a failure.
CREATE TABLE passages (
  id INTEGER PRIMARY KEY,
  file_id INTEGER NOT NULL,
  chunk_id INTEGER NOT NULL,
  vector_id INTEGER,
  failure TEXT
);
CREATE INDEX pending_passages ON passages (chunk_id) WHERE vector_id IS NULL AND failure IS NULL;
CREATE INDEX failed_passages ON passages (id) WHERE failure IS NOT NULL;

CREATE TABLE embedders (
  id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  UNIQUE (provider, model, dimensions)
);
-- With a key it is kept for any passage of the same text: 32-bit floats, little-endian. Without one it is its passage's
-- alone, in the short form (see blobs.ts).
CREATE TABLE vectors (id INTEGER PRIMARY KEY, embedder_id INTEGER NOT NULL, key BLOB, vector BLOB NOT NULL);
CREATE UNIQUE INDEX kept_vectors ON vectors (embedder_id, key) WHERE key IS NOT NULL;

CREATE TABLE skipped (path TEXT PRIMARY KEY, reason TEXT NOT NULL, detail TEXT) WITHOUT ROWID;

-- Filled by compaction: what no file uses, and since when (milliseconds since 1970).
CREATE TABLE unused_contents (id INTEGER PRIMARY KEY, since INTEGER NOT NULL);
CREATE TABLE unused_vectors (id INTEGER PRIMARY KEY, since INTEGER NOT NULL);
`;

/** Settings that hold for the file for good; they must precede the first table. */
export const filePragmas = `
PRAGMA page_size = 4096;
PRAGMA auto_vacuum = INCREMENTAL;
`;

/** Settings of a connection that writes. */
export function tuneWriter(connection: Connection): void {
  connection.pragma("journal_mode = WAL");
  connection.exec(`
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -32768;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 16000;
    PRAGMA journal_size_limit = 67108864;
  `);
}

/** Settings of a connection that reads. No memory map: a file cut short by others would end the process. */
export function tuneReader(connection: Connection): void {
  connection.exec(`
    PRAGMA query_only = ON;
    PRAGMA cache_size = -8192;
  `);
}
