// Builds dist/: the bundled program, its workers, the compressed grammars with their queries, the WASM kernels, and the
// page for call graphs.
import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const require = createRequire(join(root, "package.json"));

/** Every file of `dist/` that is a program of its own. */
const entryPoints = {
  "cli/main": "src/cli/main.ts",
  "index/worker": "src/index/worker.ts",
  "grep/structural-worker": "src/grep/engines/structural-worker.ts",
  "grep/text-worker": "src/grep/engines/text-worker.ts",
  "search/hnsw-worker": "src/search/vector/hnsw-worker.ts",
};

async function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Whether `target` is at least as new as all of `sources`. */
async function isFresh(target, sources) {
  if (!(await exists(target))) return false;
  const { mtimeMs } = await stat(target);
  const times = await Promise.all(sources.map(async (source) => (await stat(source)).mtimeMs));
  return times.every((time) => time <= mtimeMs);
}

/** @param definition the file that names the source, which may come to name another */
async function compress(source, definition, target) {
  if (await isFresh(target, [source, definition])) return;
  const bytes = await readFile(source);
  await writeFile(
    target,
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  );
}

/** One folder a language: its queries as they are, its grammar compressed. */
async function copyGrammars() {
  for (const language of await readdir(join(root, "grammars"))) {
    const source = join(root, "grammars", language);
    if (!(await stat(source)).isDirectory()) continue;
    const target = join(dist, "grammars", language);
    await mkdir(target, { recursive: true });
    for (const name of await readdir(source)) {
      if (name.endsWith(".scm")) await writeFile(join(target, name), await readFile(join(source, name)));
    }
    const { wasm } = JSON.parse(await readFile(join(source, "grammar.json"), "utf8"));
    await compress(require.resolve(wasm), join(source, "grammar.json"), join(target, "grammar.wasm.br"));
  }
  await writeFile(
    join(dist, "grammars", "web-tree-sitter.wasm"),
    await readFile(require.resolve("web-tree-sitter/web-tree-sitter.wasm")),
  );
}

/** Each `.wat` below `src/` becomes `dist/kernels/*.wasm`. */
async function assembleKernels() {
  const sources = (await readdir(join(root, "src"), { recursive: true })).filter((name) => name.endsWith(".wat"));
  if (sources.length === 0) return;
  const { default: loadWabt } = await import("wabt");
  const wabt = await loadWabt();
  await mkdir(join(dist, "kernels"), { recursive: true });
  for (const source of sources) {
    const text = await readFile(join(root, "src", source), "utf8");
    const module = wabt.parseWat(source, text, { simd: true });
    const name = source
      .split(/[\\/]/)
      .at(-1)
      .replace(/\.wat$/, ".wasm");
    await writeFile(join(dist, "kernels", name), module.toBinary({}).buffer);
    module.destroy();
  }
}

const graphPage = "src/graph-page/page.ts";

/**
 * The page for call graphs in one file: template, style and script with the graph library. Only this script may run on
 * it: the page's policy names its hash.
 */
async function buildGraphPage() {
  const { outputFiles } = await build({
    entryPoints: [join(root, graphPage)],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2022",
    minify: true,
    // Pages are passed on, so the library's notice must be in them.
    legalComments: "inline",
    logLevel: "warning",
  });
  const folder = join(root, dirname(graphPage));
  const script = outputFiles[0].text;
  const parts = {
    __SCRIPT_HASH__: `sha256-${createHash("sha256").update(script).digest("base64")}`,
    "/* __STYLE__ */": await readFile(join(folder, "page.css"), "utf8"),
    '"__SCRIPT__"': script,
  };
  const template = await readFile(join(folder, "page.html"), "utf8");
  const page = template.replace(/__SCRIPT_HASH__|\/\* __STYLE__ \*\/|"__SCRIPT__"/g, (name) => parts[name]);
  await writeFile(join(dist, "graph-page.html"), page);
}

/** Chunks of earlier builds are kept for a day: a program that runs meanwhile still loads its parts from them. */
async function removeOldChunks(current) {
  const folder = join(dist, "chunks");
  const dayAgo = Date.now() - 24 * 60 * 60 * 1000;
  for (const name of (await exists(folder)) ? await readdir(folder) : []) {
    const path = join(folder, name);
    if (!current.has(name) && (await stat(path)).mtimeMs < dayAgo) await rm(path);
  }
}

async function bundle() {
  const present = {};
  for (const [name, source] of Object.entries(entryPoints)) {
    if (await exists(join(root, source))) present[name] = join(root, source);
  }
  const { metafile } = await build({
    metafile: true,
    entryPoints: present,
    outdir: dist,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    external: ["libsql", "hnswlib-node", "@vscode/ripgrep", "@ast-grep/*"],
    // Bundled CommonJS packages call require for Node's own modules.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
  await removeOldChunks(new Set(Object.keys(metafile.outputs).map((name) => name.split("/").at(-1))));
  const main = join(dist, "cli", "main.js");
  if (await exists(main)) await chmod(main, 0o755);
}

// For packing: nothing of earlier builds comes along.
if (process.argv.includes("--clean")) await rm(dist, { recursive: true, force: true });
await mkdir(join(dist, "grammars"), { recursive: true });
await Promise.all([copyGrammars(), assembleKernels(), buildGraphPage(), bundle()]);
