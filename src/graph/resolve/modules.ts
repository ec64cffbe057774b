import type { StoredFile } from "../../store/types.ts";
import { EcmascriptModules } from "./modules-ecmascript.ts";
import { GoPackages } from "./modules-go.ts";
import { PythonModules } from "./modules-python.ts";
import type { Module, Project } from "./types.ts";

/** Where an import specifier leads. */
export type ModuleResolution =
  | { readonly kind: "module"; readonly module: Module }
  /** A library, or a file that is not indexed. */
  | { readonly kind: "external" };

/** Turns the specifiers of imports into files and packages of the project. */
export class Modules {
  readonly #ecmascript: EcmascriptModules;
  readonly #python: PythonModules;
  readonly #go: GoPackages;
  readonly #known = new Map<string, ModuleResolution>();

  constructor(project: Pick<Project, "fileAt" | "pathsWhere" | "readProjectFile">) {
    this.#ecmascript = new EcmascriptModules(project);
    this.#python = new PythonModules(project);
    this.#go = new GoPackages(project);
  }

  /** `./x.js`, `@lib/scale` or `@scope/package` seen from a JavaScript or TypeScript file. */
  ecmascript(specifier: string, from: StoredFile): ModuleResolution {
    return this.#remember(`e ${from.path} ${specifier}`, () => this.#ecmascript.resolve(specifier, from.path));
  }

  /** `pkg.sub`, `.` or `..sub` seen from a Python file. */
  python(specifier: string, from: StoredFile): ModuleResolution {
    return this.#remember(`p ${from.path} ${specifier}`, () => this.#python.resolve(specifier, from.path));
  }

  /** `example.com/module/pkg` seen from a Go file. */
  go(specifier: string, from: StoredFile): ModuleResolution {
    return this.#remember(`g ${from.path} ${specifier}`, () => this.#go.resolve(specifier, from.path));
  }

  /** A module directly inside a Python package. */
  pythonSubmodule(module: Module, name: string): Module | null {
    return this.#python.submodule(module, name);
  }

  #remember(key: string, resolve: () => Module | null): ModuleResolution {
    let resolution = this.#known.get(key);
    if (resolution === undefined) {
      const module = resolve();
      resolution = module === null ? { kind: "external" } : { kind: "module", module };
      this.#known.set(key, resolution);
    }
    return resolution;
  }
}
