import type { StoredFile } from "../../store/types.ts";
import { ancestors, folderOf, joinPath } from "./paths.ts";
import type { Module, Project } from "./types.ts";

const suffixes = [".py", ".pyi"];

/**
 * Python's import system as far as the source tells: packages are folders (with or without `__init__.py`), and since
 * `sys.path` is not known, an absolute import is looked for from the folder above the importing file's package, from
 * the root and its `src`, and from each folder above the importing file.
 */
export class PythonModules {
  readonly #project: Pick<Project, "fileAt" | "pathsWhere">;
  #packageFolders: ReadonlySet<string> | null = null;

  constructor(project: Pick<Project, "fileAt" | "pathsWhere">) {
    this.#project = project;
  }

  resolve(specifier: string, fromPath: string): Module | null {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const names = specifier
      .slice(dots)
      .split(".")
      .filter((name) => name !== "");
    if (dots > 0) {
      const base = joinPath(folderOf(fromPath), "../".repeat(dots - 1));
      return base === null ? null : this.#below(base, names);
    }
    if (names.length === 0) return null;
    for (const root of this.#roots(fromPath)) {
      const found = this.#below(root, names);
      if (found?.kind === "file" && found.file.path !== fromPath) return found;
    }
    for (const root of this.#roots(fromPath)) {
      const found = this.#below(root, names);
      if (found?.kind === "folder") return found;
    }
    return null;
  }

  /** A module inside a package; null when there is none. */
  submodule(module: Module, name: string): Module | null {
    if (module.kind === "folder") return this.#below(module.folder, [name]);
    if (!/(^|\/)__init__\.pyi?$/.test(module.file.path)) return null;
    return this.#below(folderOf(module.file.path), [name]);
  }

  #roots(fromPath: string): readonly string[] {
    const folder = folderOf(fromPath);
    const aboveFile = ancestors(folder);
    const packageRoot = aboveFile.find((candidate) => this.#file(`${candidate}/__init__`) === null) ?? "";
    return [...new Set([packageRoot, "", "src", folder, ...aboveFile])];
  }

  #below(folder: string, names: readonly string[]): Module | null {
    const path = [folder, ...names].filter((part) => part !== "").join("/");
    if (names.length > 0) {
      const file = this.#file(path);
      if (file !== null) return { kind: "file", file };
    }
    const initial = this.#file(path === "" ? "__init__" : `${path}/__init__`);
    if (initial !== null) return { kind: "file", file: initial };
    return path !== "" && this.#holdsPython(path) ? { kind: "folder", folder: path, language: "python" } : null;
  }

  #file(pathWithoutSuffix: string): StoredFile | null {
    for (const suffix of suffixes) {
      const file = this.#project.fileAt(pathWithoutSuffix.replace(/^\//, "") + suffix);
      if (file !== null) return file;
    }
    return null;
  }

  #holdsPython(folder: string): boolean {
    this.#packageFolders ??= this.#collectFolders();
    return this.#packageFolders.has(folder);
  }

  #collectFolders(): ReadonlySet<string> {
    const folders = new Set<string>();
    for (const path of this.#project.pathsWhere((path) => /\.pyi?$/.test(path))) {
      for (let at = folderOf(path); at !== "" && !folders.has(at); at = folderOf(at)) folders.add(at);
    }
    return folders;
  }
}
