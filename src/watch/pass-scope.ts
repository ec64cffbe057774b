import { posix } from "node:path";
import { isSign } from "../scan/default-rules.ts";

/** Files whose change alters which other files are indexed. */
const ruleFiles: ReadonlySet<string> = new Set([".gitignore", ".grepaiignore", ".gitmodules"]);

/**
 * What a burst of changed paths calls for looking at: the whole tree where an ignore file is among them, the folder of
 * an entry that tells what kind of folder it is, else the paths themselves.
 */
export function scopeOfBurst(burst: "all" | readonly string[]): "all" | readonly string[] {
  if (burst === "all") return "all";
  const scope = new Set<string>();
  for (const path of burst) {
    const name = posix.basename(path);
    if (ruleFiles.has(name)) return "all";
    const place = isSign(name) ? posix.dirname(path) : path;
    if (place === "." || place === "") return "all";
    scope.add(place);
  }
  return [...scope].filter((path) => !isBelowAnother(path, scope));
}

function isBelowAnother(path: string, scope: ReadonlySet<string>): boolean {
  for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) {
    if (scope.has(folder)) return true;
  }
  return false;
}
