// Parses the same files with native tree-sitter and with web-tree-sitter and compares the trees node by node.
// usage: node compare.mjs PATH…    (files, or folders that are searched for known endings)
// Exit code: 0 all trees equal, 1 a difference, 2 bad usage or nothing to compare.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import NativeParser from "tree-sitter";
import { Language, Parser as WasmParser } from "web-tree-sitter";

const require = createRequire(import.meta.url);

/** Ending → the grammar package's name, its native language and its WASM file. */
const grammars = new Map(
  [
    [".go", "go", () => require("tree-sitter-go"), "tree-sitter-go/tree-sitter-go.wasm"],
    [
      ".js .mjs .cjs .jsx",
      "javascript",
      () => require("tree-sitter-javascript"),
      "tree-sitter-javascript/tree-sitter-javascript.wasm",
    ],
    [
      ".ts .mts .cts",
      "typescript",
      () => require("tree-sitter-typescript").typescript,
      "tree-sitter-typescript/tree-sitter-typescript.wasm",
    ],
    [".tsx", "tsx", () => require("tree-sitter-typescript").tsx, "tree-sitter-typescript/tree-sitter-tsx.wasm"],
    [".py .pyi", "python", () => require("tree-sitter-python"), "tree-sitter-python/tree-sitter-python.wasm"],
  ].flatMap(([endings, name, native, wasm]) => endings.split(" ").map((ending) => [ending, { name, native, wasm }])),
);

const maxFileBytes = 10_000_000;
const maxShown = 20;

/** All files below a path that a grammar is known for, without node_modules inside folders. */
function* filesOf(path, isArgument = true) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    if (isArgument) console.error(`no such file or folder: ${path}`);
    return;
  }
  if (stats.isFile()) {
    if (grammars.has(extname(path)) && stats.size > 0 && stats.size <= maxFileBytes) yield path;
    return;
  }
  if (!stats.isDirectory()) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.name === "node_modules" || entry.name === ".git" || entry.isSymbolicLink()) continue;
    yield* filesOf(join(path, entry.name), false);
  }
}

/** Kind, field and extent of the node a cursor stands on; both parsers count offsets in UTF-16 code units. */
function describe(cursor) {
  const { row, column } = cursor.startPosition;
  const flags = `${cursor.nodeIsNamed ? "" : " anonymous"}${cursor.nodeIsMissing ? " missing" : ""}`;
  const field = cursor.currentFieldName ? `${cursor.currentFieldName}: ` : "";
  return `${field}${cursor.nodeType}${flags} ${row + 1}:${column + 1} [${cursor.startIndex}, ${cursor.endIndex})`;
}

/** First node at which two trees differ, with its path of kinds from the root, or null; `nodes` counts those equal. */
function firstDifference(nativeTree, wasmTree, counter) {
  const left = nativeTree.walk();
  const right = wasmTree.walk();
  const trail = [];
  for (;;) {
    const one = describe(left);
    const other = describe(right);
    if (one !== other) return { trail: trail.join(" > "), native: one, wasm: other };
    counter.nodes += 1;
    const kind = left.nodeType;
    if (stepsAlike(left, right, "gotoFirstChild")) {
      trail.push(kind);
      continue;
    }
    if (stepsAlike.differs)
      return { trail: trail.join(" > "), native: one, wasm: `${other}, with another number of children` };
    for (;;) {
      if (stepsAlike(left, right, "gotoNextSibling")) break;
      if (stepsAlike.differs)
        return { trail: trail.join(" > "), native: one, wasm: `${other}, with another number of siblings` };
      if (!left.gotoParent()) return null;
      right.gotoParent();
      trail.pop();
    }
  }
}

/** Moves both cursors; tells whether both moved and notes when only one did. */
function stepsAlike(left, right, step) {
  const one = left[step]();
  const other = right[step]();
  stepsAlike.differs = one !== other;
  return one && other;
}

async function main(paths) {
  if (paths.length === 0) {
    console.error("usage: node compare.mjs PATH…");
    return 2;
  }
  await WasmParser.init();
  const native = new NativeParser();
  const wasm = new WasmParser();
  const loaded = new Map();
  const counter = { nodes: 0 };
  const different = [];
  let files = 0;
  let characters = 0;
  let nativeMs = 0;
  let wasmMs = 0;
  for (const path of paths.flatMap((argument) => [...filesOf(argument)])) {
    const grammar = grammars.get(extname(path));
    if (!loaded.has(grammar.name)) {
      const module = new WebAssembly.Module(readFileSync(require.resolve(grammar.wasm)));
      loaded.set(grammar.name, { native: grammar.native(), wasm: Language.loadSync(module) });
    }
    const text = readFileSync(path, "utf8");
    native.setLanguage(loaded.get(grammar.name).native);
    wasm.setLanguage(loaded.get(grammar.name).wasm);
    const started = performance.now();
    const nativeTree = native.parse(text);
    const between = performance.now();
    const wasmTree = wasm.parse(text);
    wasmMs += performance.now() - between;
    nativeMs += between - started;
    files += 1;
    characters += text.length;
    const difference = firstDifference(nativeTree, wasmTree, counter);
    if (difference !== null) different.push({ path, ...difference });
    wasmTree.delete();
  }
  if (files === 0) {
    console.error("nothing to compare: no file with a known ending");
    return 2;
  }
  for (const { path, trail, native: one, wasm: other } of different.slice(0, maxShown)) {
    console.log(`${path}\n  in ${trail}\n  native ${one}\n  wasm   ${other}`);
  }
  if (different.length > maxShown) console.log(`… and ${different.length - maxShown} more`);
  const speed = (ms) => `${(characters / 1000 / ms).toFixed(2)} MB/s`;
  console.log(`${files} files, ${(characters / 1e6).toFixed(1)} MB, ${counter.nodes} nodes compared`);
  console.log(`${files - different.length} equal, ${different.length} different`);
  console.log(`native ${speed(nativeMs)}, wasm ${speed(wasmMs)} (parsing alone)`);
  return different.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
