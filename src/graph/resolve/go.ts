import { posix } from "node:path";
import type { StoredDefinition } from "../../store/types.ts";
import type { FileScope } from "./file-scope.ts";
import type { Modules } from "./modules.ts";
import { folderOf } from "./paths.ts";
import { type Entity, type LanguageFamily, type Module, type Project, UNKNOWN } from "./types.ts";

/** Go: packages are folders, names are shared by all files of a package. */
export function goFamily(modules: Modules): LanguageFamily {
  return {
    name: "go",
    selfNames: new Set(),
    superNames: new Set(),
    membersInScope: false,
    classesAreCallable: true,
    membersOutside: "same-folder",
    builtinMethods,
    globalFunctions: false,
    outerName: (name, file, project) => outerName(name, file, project, modules),
    moduleMember: (module, name, project) => packageMember(module, name, project),
  };
}

function outerName(name: string, file: FileScope, project: Project, modules: Modules): Entity {
  const imported = importedPackage(name, file, modules);
  if (imported.kind !== "unknown") return imported;
  const folder = folderOf(file.file.path);
  const inPackage = packageMember({ kind: "folder", folder, language: "go" }, name, project);
  if (inPackage.kind !== "unknown") return inPackage;
  for (const binding of file.imports) {
    if (binding.local !== ".") continue;
    const source = modules.go(binding.source, file.file);
    if (source.kind === "external") continue;
    const entity = packageMember(source.module, name, project);
    if (entity.kind !== "unknown") return entity;
  }
  return builtins.has(name) ? { kind: "external", name } : UNKNOWN;
}

/** A package by the name that its import binds, which without an alias is known only by convention. */
function importedPackage(name: string, file: FileScope, modules: Modules): Entity {
  for (const binding of file.imports) {
    if (binding.kind !== "import" || (binding.local !== name && !isConventionalName(binding.source, name))) continue;
    const source = modules.go(binding.source, file.file);
    return source.kind === "external"
      ? { kind: "external", name: binding.source }
      : { kind: "module", module: source.module };
  }
  return UNKNOWN;
}

/** `gopkg.in/yaml.v3`, `example.com/go-yaml/v2` and `example.com/yaml-go` all bind `yaml` by convention. */
function isConventionalName(source: string, name: string): boolean {
  const withoutVersion = source.replace(/\/v\d+$/, "").replace(/\.v\d+$/, "");
  const last = posix.basename(withoutVersion);
  return last === name || last.replace(/^go-|-go$|\.go$/g, "") === name || last.replace(/-/g, "") === name;
}

/** Definitions of a package's top level; those in its tests only when nothing else has the name. */
function packageMember(module: Module, name: string, project: Project): Entity {
  if (module.kind !== "folder") return UNKNOWN;
  const found = project.view
    .definitionsByName(name)
    .filter((candidate) => candidate.language === "go" && candidate.scope === "" && candidate.parent === -1)
    .filter((candidate) => folderOf(candidate.path) === module.folder);
  const outsideTests = found.filter((definition) => !definition.path.endsWith("_test.go"));
  const definitions: readonly StoredDefinition[] = outsideTests.length > 0 ? outsideTests : found;
  return definitions.length === 0 ? UNKNOWN : { kind: "definitions", definitions, confidence: "exact" };
}

const builtins: ReadonlySet<string> = new Set(
  (
    "append bool byte cap clear close complex complex128 complex64 copy delete error float32 float64 imag int int16 int32 " +
    "int64 int8 len make max min new panic print println real recover rune string uint uint16 uint32 uint64 uint8 uintptr"
  ).split(" "),
);

/** Methods that many types of the standard library have. */
const builtinMethods: ReadonlySet<string> = new Set(
  (
    "Add Bytes Close Del Delete Done Error Flush Format Get Len Less Load Lock Match MatchString Next Put RLock RUnlock Range " +
    "Read Reset Scan Seek Set Store String Swap Unlock Unwrap Wait Write WriteString"
  ).split(" "),
);
