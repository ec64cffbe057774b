import type { ReadView, StoredDefinition, StoredFile } from "../../store/types.ts";
import { FileScope } from "./file-scope.ts";
import { rememberingView, type SymbolView } from "./symbol-view.ts";
import type { ReadProjectFile } from "./types.ts";

/** Files, their scopes and the project's configuration files, each read once a trace. */
export class ProjectIndex {
  readonly view: SymbolView;
  readonly readProjectFile: ReadProjectFile;
  readonly #scopes = new Map<number, FileScope>();
  readonly #configFiles = new Map<string, string | null>();
  #paths: readonly string[] | null = null;

  constructor(view: ReadView, readProjectFile: ReadProjectFile) {
    this.view = rememberingView(view);
    this.readProjectFile = (path) => {
      let text = this.#configFiles.get(path);
      if (text === undefined) {
        text = readProjectFile(path);
        this.#configFiles.set(path, text);
      }
      return text;
    };
  }

  fileScope(file: StoredFile): FileScope {
    let scope = this.#scopes.get(file.id);
    if (scope === undefined) {
      scope = new FileScope(this.view, file);
      this.#scopes.set(file.id, scope);
    }
    return scope;
  }

  /** The file that holds a definition; null when it is gone. */
  fileOf(definition: StoredDefinition): FileScope | null {
    const stored = this.view.fileById(definition.fileId);
    return stored === null ? null : this.fileScope(stored);
  }

  fileAt(path: string): StoredFile | null {
    return this.view.file(path);
  }

  pathsWhere(test: (path: string) => boolean): readonly string[] {
    this.#paths ??= this.view.files().map((file) => file.path);
    return this.#paths.filter(test);
  }
}
