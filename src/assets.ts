import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Folder of the installed package: the nearest one above this module that holds `package.json`. Works alike from
 * the sources and from the bundle.
 * @throws Error when there is none, which means a broken installation
 */
function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("grepai is not installed completely: package.json is missing; reinstall it");
    folder = parent;
  }
  return folder;
}

const packageRoot = findPackageRoot();

/** Absolute path of a file made by the build (`dist/…`): grammars, workers, kernels. */
export function builtPath(...parts: readonly string[]): string {
  return join(packageRoot, "dist", ...parts);
}

/** Absolute path of a file or folder that ships as it is (`models/…`, `package.json`). */
export function shippedPath(...parts: readonly string[]): string {
  return join(packageRoot, ...parts);
}
