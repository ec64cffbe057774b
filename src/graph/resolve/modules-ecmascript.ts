import { isBuiltin } from "node:module";
import type { StoredFile } from "../../store/types.ts";
import { WorkspacePackages } from "./packages-ecmascript.ts";
import { folderOf, joinPath } from "./paths.ts";
import { PathMappings } from "./tsconfig.ts";
import type { Module, Project } from "./types.ts";

/** Sources that a JavaScript extension in an import may stand for, as TypeScript maps them; tried before the file itself. */
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts", ".js", ".jsx"],
  ".mjs": [".mts", ".d.mts", ".mjs"],
  ".cjs": [".cts", ".d.cts", ".cjs"],
  ".jsx": [".tsx", ".jsx"],
};

const extensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".d.ts", ".d.mts"];

/** Module resolution of TypeScript and its bundlers, over the indexed files instead of the disk. */
export class EcmascriptModules {
  readonly #project: Pick<Project, "fileAt">;
  readonly #mappings: PathMappings;
  readonly #packages: WorkspacePackages;

  constructor(project: Pick<Project, "fileAt" | "pathsWhere" | "readProjectFile">) {
    this.#project = project;
    this.#mappings = new PathMappings(project.readProjectFile);
    this.#packages = new WorkspacePackages(project);
  }

  resolve(specifier: string, fromPath: string): Module | null {
    const bare = specifier.replace(/[?#].*$/, "") || specifier;
    const file = bare.startsWith(".") ? this.#relative(bare, fromPath) : this.#named(bare, fromPath);
    return file === null ? null : { kind: "file", file };
  }

  #relative(specifier: string, fromPath: string): StoredFile | null {
    const path = joinPath(folderOf(fromPath), specifier);
    return path === null ? null : this.#at(path);
  }

  #named(specifier: string, fromPath: string): StoredFile | null {
    for (const path of this.#mappings.candidates(specifier, fromPath)) {
      const file = this.#at(path);
      if (file !== null) return file;
    }
    if (specifier.startsWith("node:") || isBuiltin(specifier)) return null;
    for (const path of this.#packages.candidates(specifier, fromPath)) {
      const file = this.#at(path);
      if (file !== null) return file;
    }
    return null;
  }

  /** The file that a path without or with its extension names, or the index file of that folder. */
  #at(path: string): StoredFile | null {
    const extension = /\.[cm]?jsx?$/.exec(path)?.[0];
    if (extension !== undefined) {
      const base = path.slice(0, -extension.length);
      for (const source of sourcesOf[extension] ?? []) {
        const file = this.#project.fileAt(base + source);
        if (file !== null) return file;
      }
    }
    if (path !== "") {
      const exact = this.#project.fileAt(path);
      if (exact !== null) return exact;
      for (const added of extensions) {
        const file = this.#project.fileAt(path + added);
        if (file !== null) return file;
      }
    }
    for (const added of extensions) {
      const file = this.#project.fileAt(`${path === "" ? "" : `${path}/`}index${added}`);
      if (file !== null) return file;
    }
    return null;
  }
}
