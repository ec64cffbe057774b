import type { ImportBinding } from "../../parse/types.ts";
import type { StoredDefinition } from "../../store/types.ts";
import type { FileScope } from "./file-scope.ts";
import { isContainer, isType } from "./kinds.ts";
import { endsWithSegments, folderOf, stem } from "./paths.ts";
import { type Entity, type LanguageFamily, type Module, NOTHING, type Project, UNKNOWN } from "./types.ts";

/** How names travel between the files of a language that has no module resolver of its own here. */
interface GenericRules {
  readonly selfNames: readonly string[];
  readonly superNames: readonly string[];
  readonly membersInScope: boolean;
  readonly classesAreCallable: boolean;
  /** Files of one folder see each other's names without an import. */
  readonly folderIsPackage: boolean;
  readonly globalFunctions: boolean;
}

const javaLike: GenericRules = {
  selfNames: ["this"],
  superNames: ["super", "base"],
  membersInScope: true,
  classesAreCallable: false,
  folderIsPackage: true,
  globalFunctions: false,
};

const rulesByLanguage: Readonly<Record<string, Partial<GenericRules>>> = {
  java: {},
  csharp: {},
  kotlin: { classesAreCallable: true, globalFunctions: true },
  scala: { classesAreCallable: true, globalFunctions: true },
  swift: { selfNames: ["self", "Self"], classesAreCallable: true, globalFunctions: true },
  php: { selfNames: ["$this", "self", "static"], superNames: ["parent"], membersInScope: false, globalFunctions: true },
  ruby: { selfNames: ["self"], globalFunctions: true },
  rust: {
    selfNames: ["self", "Self"],
    superNames: [],
    membersInScope: false,
    classesAreCallable: true,
    folderIsPackage: false,
    globalFunctions: true,
  },
  c: { membersInScope: false, globalFunctions: true },
  cpp: { classesAreCallable: true, globalFunctions: true },
};

/** Every other language: by scope, import, folder and declared type where they tell, otherwise by name. */
export function genericFamily(language: string): LanguageFamily {
  const rules: GenericRules = { ...javaLike, ...(rulesByLanguage[language] ?? { globalFunctions: true }) };
  return {
    name: language,
    selfNames: new Set(rules.selfNames),
    superNames: new Set(rules.superNames),
    membersInScope: rules.membersInScope,
    classesAreCallable: rules.classesAreCallable,
    membersOutside: "project",
    builtinMethods,
    globalFunctions: rules.globalFunctions,
    outerName: (name, file, project) => outerName(name, file, project, rules),
    moduleMember: (module, name, project) => moduleMember(module, name, project),
  };
}

function outerName(name: string, file: FileScope, project: Project, rules: GenericRules): Entity {
  const bindings = file.importsBinding(name);
  if (bindings.length > 0) {
    for (const binding of bindings) {
      const entity = imported(binding, file, project);
      if (entity.kind !== "unknown") return entity;
    }
    const [first] = bindings;
    if (first !== undefined) return { kind: "external", name: joined(first) };
  }
  const candidates = project.view.definitionsByName(name).filter((definition) => isShared(definition, file, project));
  const inFile = candidates.filter((definition) => definition.fileId === file.file.id);
  if (inFile.length > 0) return exact(inFile);
  if (rules.folderIsPackage) {
    const folder = folderOf(file.file.path);
    const near = candidates.filter((definition) => folderOf(definition.path) === folder);
    if (near.length > 0) return exact(near);
  }
  const wholly = candidates.filter((definition) =>
    file.imports.some((binding) => binding.kind === "import" && opens(binding, definition, project)),
  );
  return wholly.length > 0 ? exact(wholly) : UNKNOWN;
}

/** Seen by its plain name from elsewhere: at the top level but for packages and namespaces, in the same language. */
function isShared(definition: StoredDefinition, file: FileScope, project: Project): boolean {
  if (definition.language !== file.file.language || isContainer(definition.kind)) return false;
  if (definition.parent === -1) return definition.scope === "" || isType(definition.kind);
  const stored = project.view.fileById(definition.fileId);
  if (stored === null) return false;
  const scope = definition.fileId === file.file.id ? file : project.fileScope(stored);
  const around = scope.chain(definition.parent).map((index) => scope.definitions[index]);
  return around.every((parent) => parent !== undefined && isContainer(parent.kind));
}

/** `import a.b.C`: the definition C in a file or package a.b; unknown when the project has none. */
function imported(binding: ImportBinding, file: FileScope, project: Project): Entity {
  if (binding.imported === "*") return UNKNOWN;
  const found = project.view
    .definitionsByName(binding.imported)
    .filter((candidate) => candidate.language === file.file.language)
    .filter((candidate) => livesIn(candidate, segmentsOf(binding.source), project));
  return found.length > 0 ? exact(found) : UNKNOWN;
}

/** A wildcard import, `using` or `#include` that brings the definition into sight. */
function opens(binding: ImportBinding, definition: StoredDefinition, project: Project): boolean {
  if (binding.imported !== "*") return false;
  if (/\.(h|hh|hpp|hxx|inc)$/.test(binding.source)) return stem(binding.source) === stem(definition.path);
  return livesIn(definition, segmentsOf(binding.source), project);
}

/** Whether the folder, the file or the declared package of a definition is the one that an import names. */
function livesIn(definition: StoredDefinition, segments: readonly string[], project: Project): boolean {
  if (segments.length === 0) return false;
  const folder = folderOf(definition.path);
  const withFile = `${folder}/${stem(definition.path)}`;
  if (endsWithSegments(folder, segments) || endsWithSegments(withFile, segments)) return true;
  if (segmentsOf(definition.scope).join("/") === segments.join("/")) return true;
  // A member named with its class: `import static a.b.C.run`, `use crate::shapes::Circle::area`.
  const type = segments.at(-1);
  if (definition.scope !== "" && segmentsOf(definition.scope).at(-1) === type && segments.length > 1) {
    return endsWithSegments(folder, segments.slice(0, -1)) || endsWithSegments(withFile, segments.slice(0, -1));
  }
  const stored = project.view.fileById(definition.fileId);
  if (stored === null) return false;
  return project
    .fileScope(stored)
    .definitions.some((other) => isContainer(other.kind) && segmentsOf(other.name).join("/") === segments.join("/"));
}

function segmentsOf(source: string): readonly string[] {
  return source.split(/[./\\]|::/).filter((segment) => segment !== "" && !["crate", "self", "super"].includes(segment));
}

function joined(binding: ImportBinding): string {
  if (binding.imported === "*") return binding.source;
  const separator = /::|\\|\//.exec(binding.source)?.[0] ?? ".";
  return `${binding.source}${separator}${binding.imported}`;
}

function moduleMember(module: Module, name: string, project: Project): Entity {
  if (module.kind !== "file") return NOTHING;
  const own = project.fileScope(module.file).childrenNamed(-1, name);
  return own.length > 0 ? exact(own) : UNKNOWN;
}

function exact(definitions: readonly StoredDefinition[]): Entity {
  return { kind: "definitions", definitions, confidence: "exact" };
}

/** Methods that nearly every type of nearly every library has. */
const builtinMethods: ReadonlySet<string> = new Set(
  (
    "Add AddRange Any All Append Clear Contains ContainsKey Count Dispose Equals First FirstOrDefault Format GetHashCode " +
    "GetType IndexOf Insert Join Last Length Max Min Remove Replace Select Single Split StartsWith Sum ToArray ToList " +
    "ToLower ToString ToUpper Trim Where add addAll append as_ref as_str begin c_str charAt chars clear clone collect " +
    "compareTo contains containsKey count data each empty end endsWith entrySet equals erase filter find first flatMap " +
    "fold forEach format get getClass getOrDefault hasNext hashCode indexOf insert into into_iter isEmpty is_empty iter " +
    "iterator join keySet keys last length len map max min new next ok or_else orElse pop println push push_back put " +
    "putAll reduce remove replace reverse select size sort split startsWith stream substr substring sum toArray toList " +
    "toLowerCase toString toUpperCase to_owned to_s to_string trim unwrap values"
  ).split(" "),
);
