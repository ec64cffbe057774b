import { ancestors, folderOf } from "./paths.ts";
import type { Module, Project } from "./types.ts";

/** Go packages are folders; their import paths follow from the `module` line of the `go.mod` above them. */
export class GoPackages {
  readonly #project: Pick<Project, "pathsWhere" | "readProjectFile">;
  /** Module path by the folder of its go.mod; null: no go.mod there. */
  readonly #moduleByFolder = new Map<string, string | null>();
  #otherFolders: readonly string[] | null = null;

  constructor(project: Pick<Project, "pathsWhere" | "readProjectFile">) {
    this.#project = project;
  }

  resolve(specifier: string, fromPath: string): Module | null {
    const near = ancestors(folderOf(fromPath));
    return this.#among(near, specifier) ?? this.#among(this.#allModuleFolders(), specifier);
  }

  #among(folders: readonly string[], specifier: string): Module | null {
    let best: { readonly folder: string; readonly path: string } | null = null;
    for (const folder of folders) {
      const path = this.#modulePath(folder);
      if (path === null || (specifier !== path && !specifier.startsWith(`${path}/`))) continue;
      if (best === null || path.length > best.path.length) best = { folder, path };
    }
    if (best === null) return null;
    const below = specifier.slice(best.path.length + 1);
    const folder = [best.folder, below].filter((part) => part !== "").join("/");
    return { kind: "folder", folder, language: "go" };
  }

  #modulePath(folder: string): string | null {
    let path = this.#moduleByFolder.get(folder);
    if (path === undefined) {
      const text = this.#project.readProjectFile(folder === "" ? "go.mod" : `${folder}/go.mod`);
      path = text === null ? null : (/^\s*module\s+"?([^\s"]+)/m.exec(text)?.[1] ?? null);
      this.#moduleByFolder.set(folder, path);
    }
    return path;
  }

  /** Several modules in one repository: asked only for imports that the modules above the file do not explain. */
  #allModuleFolders(): readonly string[] {
    this.#otherFolders ??= this.#project.pathsWhere((path) => /(^|\/)go\.mod$/.test(path)).map(folderOf);
    return this.#otherFolders;
  }
}
