import { asList, asRecord, parseJsonWithComments } from "./json.ts";
import { ancestors, folderOf, joinPath } from "./paths.ts";
import type { Project } from "./types.ts";

interface Package {
  readonly folder: string;
  readonly manifest: Record<string, unknown>;
}

/** Folders that hold what a build makes; its sources are looked for in `src` instead. */
const builtFolder = /^(?:\.\/)?(?:dist|lib|build|out|output|esm|cjs)\//;

/**
 * Packages of the project itself, found by the `name` of every indexed `package.json` (which covers npm, yarn and pnpm
 * workspaces alike), with `exports`, `main` and the like followed back from built files to sources; and `#imports`.
 */
export class WorkspacePackages {
  readonly #project: Pick<Project, "pathsWhere" | "readProjectFile">;
  #byName: ReadonlyMap<string, Package> | null = null;

  constructor(project: Pick<Project, "pathsWhere" | "readProjectFile">) {
    this.#project = project;
  }

  /** Project paths that a bare specifier may stand for, best first; empty for libraries. */
  candidates(specifier: string, fromPath: string): readonly string[] {
    if (specifier.startsWith("#")) return this.#privateImports(specifier, fromPath);
    const match = /^(@[^/]+\/[^/]+|[^@/][^/]*)(?:\/(.+))?$/.exec(specifier);
    const found = match === null ? undefined : this.#packages().get(match[1] as string);
    if (found === undefined) return [];
    const within = match?.[2];
    const written = [
      ...exportTargets(found.manifest["exports"], within === undefined ? "." : `./${within}`),
      ...(within === undefined ? ["source", "module", "main", "types"].map((key) => found.manifest[key]) : []),
    ].filter((target) => typeof target === "string");
    const usual = within === undefined ? ["src/index", "index", "src/main", "lib/index"] : [within, `src/${within}`];
    return [...written.flatMap(withSources), ...usual]
      .map((target) => joinPath(found.folder, target))
      .filter((path) => path !== null);
  }

  #privateImports(specifier: string, fromPath: string): readonly string[] {
    for (const folder of ancestors(folderOf(fromPath))) {
      const manifest = this.#manifest(folder === "" ? "package.json" : `${folder}/package.json`);
      if (manifest === null) continue;
      return exportTargets(manifest["imports"], specifier)
        .filter((target) => target.startsWith("."))
        .flatMap(withSources)
        .map((target) => joinPath(folder, target))
        .filter((path) => path !== null);
    }
    return [];
  }

  #packages(): ReadonlyMap<string, Package> {
    if (this.#byName !== null) return this.#byName;
    const packages = new Map<string, Package>();
    for (const path of this.#project.pathsWhere((path) => /(^|\/)package\.json$/.test(path))) {
      const manifest = this.#manifest(path);
      const name = manifest?.["name"];
      if (manifest !== null && typeof name === "string" && !packages.has(name)) {
        packages.set(name, { folder: folderOf(path), manifest });
      }
    }
    this.#byName = packages;
    return packages;
  }

  #manifest(path: string): Record<string, unknown> | null {
    const text = this.#project.readProjectFile(path);
    return text === null ? null : asRecord(parseJsonWithComments(text));
  }
}

/** Targets of an `exports` or `imports` entry, whatever the condition, in written order. */
function exportTargets(table: unknown, key: string): readonly string[] {
  if (typeof table === "string" || Array.isArray(table)) return key === "." ? leaves(table) : [];
  const record = asRecord(table);
  if (record === null) return [];
  const isConditions = !Object.keys(record).some((entry) => entry.startsWith(".") || entry.startsWith("#"));
  if (isConditions) return key === "." ? leaves(record) : [];
  if (record[key] !== undefined) return leaves(record[key]);
  for (const [pattern, target] of Object.entries(record)) {
    const star = pattern.indexOf("*");
    if (star < 0 || !key.startsWith(pattern.slice(0, star)) || !key.endsWith(pattern.slice(star + 1))) continue;
    const middle = key.slice(star, key.length - (pattern.length - star - 1));
    return leaves(target).map((leaf) => leaf.replaceAll("*", () => middle));
  }
  return [];
}

function leaves(target: unknown): readonly string[] {
  if (typeof target === "string") return [target];
  if (Array.isArray(target)) return asList(target).flatMap(leaves);
  return Object.values(asRecord(target) ?? {}).flatMap(leaves);
}

function withSources(target: string): readonly string[] {
  const unbuilt = target.replace(/\.d\.([cm]?)ts$/, ".$1js");
  if (!builtFolder.test(unbuilt)) return [unbuilt];
  return [unbuilt, unbuilt.replace(builtFolder, "src/"), unbuilt.replace(builtFolder, "")];
}
