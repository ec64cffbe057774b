import type { ImportBinding } from "../../parse/types.ts";
import type { StoredDefinition, StoredFile } from "../../store/types.ts";
import type { SymbolView } from "./symbol-view.ts";

const none: readonly StoredDefinition[] = [];

/** The definitions and imports of one file, arranged for looking names up. */
export class FileScope {
  readonly file: StoredFile;
  readonly definitions: readonly StoredDefinition[];
  readonly imports: readonly ImportBinding[];
  readonly #indexById = new Map<number, number>();
  /** Key: index of the parent and name. */
  readonly #children = new Map<string, StoredDefinition[]>();
  readonly #importsByLocal = new Map<string, ImportBinding[]>();
  /** Key: last name of the scope and name. */
  readonly #attached = new Map<string, StoredDefinition[]>();

  constructor(view: SymbolView, file: StoredFile) {
    this.file = file;
    this.definitions = view.definitionsInFile(file.id);
    this.imports = view.importsInFile(file.id);
    for (const [index, definition] of this.definitions.entries()) {
      this.#indexById.set(definition.id, index);
      append(this.#children, `${definition.parent} ${definition.name}`, definition);
      if (definition.scope !== "")
        append(this.#attached, `${lastName(definition.scope)} ${definition.name}`, definition);
    }
    for (const binding of this.imports) {
      if (binding.kind === "import") append(this.#importsByLocal, binding.local, binding);
    }
  }

  /** Index of a definition of this file, or -1 for null and for definitions of other files. */
  indexOf(definitionId: number | null): number {
    return definitionId === null ? -1 : (this.#indexById.get(definitionId) ?? -1);
  }

  /** Definitions directly inside the one at `parent` (-1: the top level) with this name. */
  childrenNamed(parent: number, name: string): readonly StoredDefinition[] {
    return this.#children.get(`${parent} ${name}`) ?? none;
  }

  /** Definitions with this name whose scope ends in the name of a type, wherever they stand. */
  membersNamed(type: string, name: string): readonly StoredDefinition[] {
    return this.#attached.get(`${type} ${name}`) ?? none;
  }

  importsBinding(local: string): readonly ImportBinding[] {
    return this.#importsByLocal.get(local) ?? [];
  }

  /** Indexes of a definition and those around it, innermost first. */
  chain(index: number): readonly number[] {
    const chain: number[] = [];
    for (let at = index; at >= 0; at = this.definitions[at]?.parent ?? -1) chain.push(at);
    return chain;
  }
}

function lastName(scope: string): string {
  return scope.slice(scope.lastIndexOf(".") + 1);
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
