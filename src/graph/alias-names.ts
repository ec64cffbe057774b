import type { StoredDefinition, StoredImport } from "../store/types.ts";
import { escaped } from "./resolve/escape.ts";
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

/** The variable that a line gives a name to hold: `again` in `const again = work`, `h` in `h := o.Ping`. */
export function variableHolding(line: string, name: string): string | null {
  const pattern = new RegExp(
    `([\\p{L}_$][\\p{L}\\p{N}_$]*)\\s*(?::(?!=)[^=]*)?:?=\\s*(?:[\\p{L}_$][\\p{L}\\p{N}_$]*\\s*(?:\\.|->|::)\\s*)*${escaped(name)}\\s*(?:[;,})]|//|#|$)`,
    "u",
  );
  return pattern.exec(line)?.[1] ?? null;
}

/** Relative specifiers must end in the file's or (for index files) the folder's name; bare ones may be mapped anywhere. */
function mayName(binding: StoredImport, definition: StoredDefinition): boolean {
  if (!binding.source.startsWith(".")) return true;
  const last = stem(binding.source.replace(/\/$/, ""));
  return last === "" || last === "." || last === stem(definition.path) || last === stem(folderOf(definition.path));
}
