import type { ImportBinding } from "../../parse/types.ts";
import type { StoredDefinition, StoredFile } from "../../store/types.ts";
import type { FileScope } from "./file-scope.ts";
import type { Modules } from "./modules.ts";
import { type Entity, type LanguageFamily, type Module, NOTHING, type Project, UNKNOWN } from "./types.ts";

/** JavaScript and TypeScript: ES modules, CommonJS, barrels and their aliases. */
export function ecmascriptFamily(modules: Modules): LanguageFamily {
  return {
    name: "ecmascript",
    selfNames: new Set(["this"]),
    superNames: new Set(["super"]),
    membersInScope: false,
    classesAreCallable: true,
    membersOutside: "same-file",
    builtinMethods: methodsOfBuiltins(),
    globalFunctions: true,
    outerName: (name, file, project) => outerName(name, file, project, modules),
    moduleMember: (module, name, project) => moduleMember(module, name, project, modules, new Set()),
  };
}

function outerName(name: string, file: FileScope, project: Project, modules: Modules): Entity {
  const bindings = file.importsBinding(name);
  for (const binding of bindings) {
    const entity = imported(binding, file.file, project, modules, new Set());
    if (entity.kind !== "unknown") return entity;
  }
  if (bindings.length > 0) return NOTHING;
  return globals.has(name) ? { kind: "external", name } : UNKNOWN;
}

/** What `imported` of a binding's source is. */
function imported(
  binding: ImportBinding,
  from: StoredFile,
  project: Project,
  modules: Modules,
  seen: Set<string>,
): Entity {
  const source = modules.ecmascript(binding.source, from);
  if (source.kind === "external") return external(binding.source, binding.imported);
  if (binding.imported === "*") return { kind: "module", module: source.module };
  return moduleMember(source.module, binding.imported, project, modules, seen);
}

function external(source: string, name: string): Entity {
  return { kind: "external", name: name === "*" || name === "default" ? source : `${source}.${name}` };
}

/**
 * What a module gives to the outside under a name: its own export lists, its exported definitions, what it passes on
 * from other modules, and for CommonJS any definition of its top level. `seen` ends loops of barrels.
 */
function moduleMember(module: Module, name: string, project: Project, modules: Modules, seen: Set<string>): Entity {
  if (module.kind !== "file") return UNKNOWN;
  const key = `${module.file.id} ${name}`;
  if (seen.has(key)) return UNKNOWN;
  seen.add(key);
  const file = project.fileScope(module.file);

  const own = file.childrenNamed(-1, name);
  const exported = own.filter((definition) => definition.exported);
  if (exported.length > 0) return exact(exported);

  for (const binding of file.imports) {
    if (binding.kind === "import" || binding.local !== name) continue;
    const entity =
      binding.source === ""
        ? exportedLocal(binding, file, project)
        : imported(binding, file.file, project, modules, seen);
    if (entity.kind !== "unknown") return entity;
  }

  if (name === "default") {
    const marked = file.definitions.filter(
      (definition) => definition.parent === -1 && /^export\s+default\b/.test(definition.signature),
    );
    if (marked.length > 0) return exact(marked);
  }

  if (name !== "default") {
    for (const binding of file.imports) {
      if (binding.kind !== "re-export" || binding.local !== "*") continue;
      const source = modules.ecmascript(binding.source, file.file);
      if (source.kind === "external") continue;
      const entity = moduleMember(source.module, name, project, modules, seen);
      if (entity.kind !== "unknown") return entity;
    }
  }

  if (own.length > 0) return exact(own);
  // `import x from` a CommonJS module binds `module.exports` itself.
  if (name === "default" && !file.imports.some((binding) => binding.kind !== "import")) {
    return { kind: "module", module };
  }
  return UNKNOWN;
}

function exportedLocal(binding: ImportBinding, file: FileScope, project: Project): Entity {
  if (binding.imported === "*") return { kind: "module", module: { kind: "file", file: file.file } };
  const entity = project.topLevel(binding.imported, file);
  if (entity.kind !== "unknown" || binding.local !== "default") return entity;
  const named = file.childrenNamed(-1, "default");
  return named.length > 0 ? exact(named) : UNKNOWN;
}

function exact(definitions: readonly StoredDefinition[]): Entity {
  return { kind: "definitions", definitions, confidence: "exact" };
}

/** Names that every script finds in its global scope; a call of one is never a guess at a project function. */
const globals: ReadonlySet<string> = new Set(
  (
    "AbortController AbortSignal Array ArrayBuffer BigInt Blob Boolean Buffer CustomEvent DOMParser DataView Date Error " +
    "Event EventSource EventTarget File FileReader FinalizationRegistry Float32Array Float64Array FormData Function " +
    "Headers Image Int16Array Int32Array Int8Array IntersectionObserver Intl JSON Map Math MutationObserver Notification " +
    "Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Request ResizeObserver Response Set " +
    "SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder TypeError URL URLSearchParams Uint16Array " +
    "Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly WebSocket Worker XMLHttpRequest alert " +
    "atob btoa cancelAnimationFrame clearImmediate clearInterval clearTimeout confirm console crypto decodeURI " +
    "decodeURIComponent document encodeURI encodeURIComponent escape eval fetch getComputedStyle global globalThis import " +
    "isFinite isNaN localStorage matchMedia module navigator parseFloat parseInt performance process prompt queueMicrotask " +
    "requestAnimationFrame requestIdleCallback require sessionStorage setImmediate setInterval setTimeout structuredClone " +
    "unescape window"
  ).split(" "),
);

/** Method names of the language's own objects, read from those objects. */
function methodsOfBuiltins(): ReadonlySet<string> {
  const prototypes: readonly object[] = [
    Array.prototype,
    String.prototype,
    Number.prototype,
    Object.prototype,
    Function.prototype,
    Map.prototype,
    Set.prototype,
    WeakMap.prototype,
    Promise.prototype,
    RegExp.prototype,
    Date.prototype,
    Uint8Array.prototype,
    Object.getPrototypeOf(Uint8Array.prototype) as object,
    Math,
    JSON,
    console,
    ...[
      AbortController,
      Event,
      FormData,
      Headers,
      MessagePort,
      ReadableStream,
      ReadableStreamDefaultController,
      ReadableStreamDefaultReader,
      TransformStreamDefaultController,
      URLSearchParams,
      WritableStreamDefaultWriter,
    ].map((type): object => type.prototype),
  ];
  const names = new Set(["addEventListener", "removeEventListener", "emit", "on", "once", "off", "next"]);
  for (const prototype of prototypes) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (name !== "constructor") names.add(name);
    }
  }
  return names;
}
