import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import type { ReadProjectFile } from "./resolve/types.ts";

/** Configuration files larger than this are not what they seem. */
const maxBytes = 1_000_000;

/** Reads small text files under a project root; null for what is missing, unreadable, too large or outside the root. */
export function projectFileReader(root: string): ReadProjectFile {
  let realRoot: string | null = null;
  return (path) => {
    try {
      realRoot ??= realpathSync(root);
      const real = realpathSync(join(realRoot, path));
      const within = relative(realRoot, real);
      if (within.startsWith("..") || isAbsolute(within)) return null;
      const stats = statSync(real);
      return stats.isFile() && stats.size <= maxBytes ? readFileSync(real, "utf8") : null;
    } catch {
      return null;
    }
  };
}
