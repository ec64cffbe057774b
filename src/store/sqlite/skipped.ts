import type { SkippedPath } from "../../scan/types.ts";
import type { Connection } from "./connection.ts";

/** Replaces the list of skipped paths: all of it, or what lies at or below the paths of the scope. */
export function replaceSkipped(
  connection: Connection,
  skipped: readonly SkippedPath[],
  scope: "all" | readonly string[],
): void {
  if (scope === "all" || scope.includes("")) {
    connection.exec("DELETE FROM skipped");
  } else {
    // "0" is the character after "/", so that the range holds all that lies below a folder.
    const drop = connection.query("DELETE FROM skipped WHERE path = ?1 OR (path > ?1 || '/' AND path < ?1 || '0')");
    for (const path of scope) drop.run([path]);
  }
  connection
    .query(
      `INSERT OR REPLACE INTO skipped (path, reason, detail)
       SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
    )
    .run([JSON.stringify(skipped.map(({ path, reason, detail }) => [path, reason, detail]))]);
}
