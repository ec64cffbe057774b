import { posix } from "node:path";

/** Folder of a project path; "" for the root. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}

/** Joins project paths; null when the result lies outside the root. */
export function joinPath(folder: string, relative: string): string | null {
  const joined = posix.normalize(posix.join(folder, relative)).replace(/\/$/, "");
  if (joined === ".." || joined.startsWith("../")) return null;
  return joined === "." ? "" : joined;
}

/** The folder itself and all above it, innermost first, ending with the root "". */
export function ancestors(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== ""; ) {
    at = folderOf(at);
    folders.push(at);
  }
  return folders;
}

/** Base name without its last extension. */
export function stem(path: string): string {
  return posix.basename(path).replace(/\.[^.]*$/, "");
}

/** Whether the path ends with these segments. */
export function endsWithSegments(path: string, segments: readonly string[]): boolean {
  const suffix = segments.join("/");
  return path === suffix || path.endsWith(`/${suffix}`);
}
