import type { StoredDefinition } from "../../store/types.ts";
import type { FileScope } from "./file-scope.ts";
import type { Modules } from "./modules.ts";
import { type Entity, type LanguageFamily, type Module, NOTHING, type Project, UNKNOWN } from "./types.ts";

/** Python: packages, relative imports, names passed on by `__init__.py`, star imports. */
export function pythonFamily(modules: Modules): LanguageFamily {
  return {
    name: "python",
    selfNames: new Set(["self", "cls"]),
    superNames: new Set(["super"]),
    membersInScope: false,
    classesAreCallable: true,
    membersOutside: "same-file",
    builtinMethods,
    globalFunctions: false,
    outerName: (name, file, project) => outerName(name, file, project, modules),
    moduleMember: (module, name, project) => moduleMember(module, name, project, modules, new Set()),
  };
}

function outerName(name: string, file: FileScope, project: Project, modules: Modules): Entity {
  const bound = importedName(name, file, project, modules, new Set());
  if (bound.kind !== "unknown") return bound;
  return builtins.has(name) ? { kind: "external", name } : UNKNOWN;
}

/** A name bound by an import of the file; the last import that can be followed wins over a star import. */
function importedName(name: string, file: FileScope, project: Project, modules: Modules, seen: Set<string>): Entity {
  let isBound = false;
  for (const binding of file.imports) {
    if (binding.kind === "export" || binding.local === "*") continue;
    // `import a.b` binds `a`, under which `b` is found.
    const isDotted = binding.imported === "*" && binding.local.startsWith(`${name}.`);
    if (binding.local !== name && !isDotted) continue;
    isBound = true;
    const isWholePath = binding.imported === "*" && (isDotted || binding.local === binding.source);
    const specifier = isWholePath ? name : binding.source;
    const source = modules.python(specifier, file.file);
    if (source.kind === "external") {
      return { kind: "external", name: binding.imported === "*" ? specifier : `${binding.source}.${binding.imported}` };
    }
    if (binding.imported === "*") return { kind: "module", module: source.module };
    const entity = moduleMember(source.module, binding.imported, project, modules, seen);
    if (entity.kind !== "unknown") return entity;
  }
  if (isBound) return NOTHING;
  for (const binding of file.imports) {
    if (binding.kind === "export" || binding.local !== "*") continue;
    const source = modules.python(binding.source, file.file);
    if (source.kind === "external") continue;
    const entity = moduleMember(source.module, name, project, modules, seen);
    if (entity.kind !== "unknown") return entity;
  }
  return UNKNOWN;
}

/** An attribute of a module: a definition, a name that the module imported, or a module of the package. */
function moduleMember(module: Module, name: string, project: Project, modules: Modules, seen: Set<string>): Entity {
  const key = `${module.kind === "file" ? module.file.path : module.folder} ${name}`;
  if (seen.has(key)) return UNKNOWN;
  seen.add(key);
  if (module.kind === "file") {
    const file = project.fileScope(module.file);
    const own = file.childrenNamed(-1, name);
    if (own.length > 0) return exact(own);
    const bound = importedName(name, file, project, modules, seen);
    if (bound.kind !== "unknown" && bound.kind !== "nothing") return bound;
  }
  const submodule = modules.pythonSubmodule(module, name);
  return submodule === null ? UNKNOWN : { kind: "module", module: submodule };
}

function exact(definitions: readonly StoredDefinition[]): Entity {
  return { kind: "definitions", definitions, confidence: "exact" };
}

const builtins: ReadonlySet<string> = new Set(
  (
    "ArithmeticError AssertionError AttributeError BaseException BufferError EOFError Exception FileExistsError " +
    "FileNotFoundError ImportError IndexError IOError IsADirectoryError KeyError KeyboardInterrupt LookupError " +
    "MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError " +
    "PermissionError RecursionError ReferenceError RuntimeError RuntimeWarning StopAsyncIteration StopIteration " +
    "SyntaxError SystemError SystemExit TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError " +
    "UnicodeError UserWarning ValueError Warning ZeroDivisionError __import__ abs aiter all anext any ascii bin bool " +
    "breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec " +
    "filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len " +
    "list locals map max memoryview min next object oct open ord pow print property range repr reversed round set " +
    "setattr slice sorted staticmethod str sum super tuple type vars zip"
  ).split(" "),
);

/** Methods of str, bytes, list, dict, set, files and the like. */
const builtinMethods: ReadonlySet<string> = new Set(
  (
    "add append appendleft as_integer_ratio capitalize casefold center clear close copy count decode difference discard " +
    "encode endswith expandtabs extend find flush format format_map fromkeys get group groups index insert intersection " +
    "isalnum isalpha isdigit islower isspace issubset isupper items join keys ljust lower lstrip partition pop popitem " +
    "popleft read readline readlines remove removeprefix removesuffix replace reverse rfind rindex rjust rsplit rstrip " +
    "seek setdefault sort split splitlines startswith strip swapcase tell title translate union update upper values " +
    "write writelines zfill"
  ).split(" "),
);
