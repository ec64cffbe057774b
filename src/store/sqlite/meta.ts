import type { EmbedderId } from "../../embed/types.ts";
import type { PassProgress } from "../types.ts";
import type { Connection } from "./connection.ts";

/** Kinds of rows whose ids the writer hands out. */
type IdKind = "content" | "chunk" | "file" | "passage" | "definition" | "vector";

/** The next unused id of each kind. */
export type NextIds = Record<IdKind, number>;

/** The vector space of the passages, and its id in `embedders`. */
export type DeclaredEmbedder = EmbedderId & { readonly rowId: number };

/** Keys of the `meta` table and what their values, kept as JSON, mean. */
interface MetaValues {
  readonly databaseId: string;
  readonly generation: number;
  /** Removals up to this generation are no longer in the log. */
  readonly prunedGeneration: number;
  readonly nextIds: NextIds;
  readonly embedder: DeclaredEmbedder | null;
  readonly progress: PassProgress | null;
  /** How the contents were analysed, or null before the first complete pass. */
  readonly analysis: string | null;
  /** Milliseconds since 1970, or null before the first commit. */
  readonly lastUpdated: number | null;
}

/** Reads one of the values that describe the database as a whole. */
export function readMeta<Key extends keyof MetaValues>(connection: Connection, key: Key): MetaValues[Key] {
  const row = connection.query<[string]>("SELECT value FROM meta WHERE key = ?").get(key);
  return JSON.parse(row?.[0] ?? "null") as MetaValues[Key];
}

export function writeMeta<Key extends keyof MetaValues>(
  connection: Connection,
  key: Key,
  value: MetaValues[Key],
): void {
  connection.query("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run([key, JSON.stringify(value)]);
}

/** Fills the table of a new database. */
export function initialiseMeta(connection: Connection, databaseId: string): void {
  writeMeta(connection, "databaseId", databaseId);
  writeMeta(connection, "generation", 0);
  writeMeta(connection, "prunedGeneration", 0);
  writeMeta(connection, "nextIds", { content: 1, chunk: 1, file: 1, passage: 1, definition: 1, vector: 1 });
  writeMeta(connection, "embedder", null);
  writeMeta(connection, "progress", null);
  writeMeta(connection, "analysis", null);
  writeMeta(connection, "lastUpdated", null);
}
