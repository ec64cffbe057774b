import type { StoredDefinition, StoredImport } from "../store/types.ts";
import { isVariable } from "./resolve/kinds.ts";
import { folderOf, stem } from "./resolve/paths.ts";
import type { Resolver } from "./resolve/resolver.ts";

/**
 * Other names under which the modules of a project hand on what is called `name`: `import { name as x }`,
 * `export { name as x }`. Candidates only: each use still has to be resolved.
 */
export function importedAs(name: string, resolver: Resolver): readonly string[] {
  return resolver.view
    .importsByImportedName(name)
    .map((binding) => binding.local)
    .filter((local) => local !== name && local !== "*" && local !== "default");
}

/** Names that other files give to the default export of a definition's file, when that may be this definition. */
export function importedAsDefault(definition: StoredDefinition, resolver: Resolver): readonly string[] {
  const stored = resolver.view.fileById(definition.fileId);
  if (stored === null) return [];
  const file = resolver.fileScope(stored);
  const isDefault =
    definition.name === "default" ||
    /^export\s+default\b/.test(definition.signature) ||
    file.imports.some((binding) => binding.local === "default") ||
    // CommonJS: `module.exports = name` may be read as no export at all.
    file.imports.every((binding) => binding.kind === "import");
  if (!isDefault || definition.parent !== -1) return [];
  return resolver.view
    .importsByImportedName("default")
    .filter((binding) => mayName(binding, definition))
    .map((binding) => binding.local);
}

/** Variables defined at the place of a use as a value: `const again = work`. */
export function variablesHolding(
  fileScope: { readonly definitions: readonly StoredDefinition[] },
  line: number,
): readonly string[] {
  return fileScope.definitions
    .filter((definition) => definition.line === line && isVariable(definition.kind))
    .map((definition) => definition.name);
}

/** Relative specifiers must end in the file's or (for index files) the folder's name; bare ones may be mapped anywhere. */
function mayName(binding: StoredImport, definition: StoredDefinition): boolean {
  if (!binding.source.startsWith(".")) return true;
  const last = stem(binding.source.replace(/\/$/, ""));
  return last === "" || last === "." || last === stem(definition.path) || last === stem(folderOf(definition.path));
}
