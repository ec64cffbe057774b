// Writes NOTICES.md: name, version, licence and copyright of everything that ships inside the package, then each
// licence text once. What ships is read from the grammars and from what esbuild bundles, so that nothing is forgotten.
// usage: node scripts/notices.mjs [--check]    (--check: writes nothing, exit code 1 when NOTICES.md is out of date)
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "NOTICES.md");
const require = createRequire(join(root, "package.json"));

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** The folder of the package that holds a file. */
function packageFolderOf(file) {
  let folder = dirname(file);
  while (!existsSync(join(folder, "package.json")) || readJson(join(folder, "package.json")).name === undefined) {
    folder = dirname(folder);
  }
  return folder;
}

/** The texts of a package's licence and notice files. */
function legalTexts(folder) {
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** Whether a line names a holder, unlike those in which a licence speaks of copyright. */
function namesHolder(line) {
  return /^(?:Copyright (?:\(c\)|©|\d{4}|[A-Z])|\(c\) \d{4}|© )/.test(
    line.replace(/^copyright/i, "Copyright").replace("(C)", "(c)"),
  );
}

function copyrightLines(texts) {
  const lines = texts.flatMap((text) => text.split("\n")).map((line) => line.trim());
  return [...new Set(lines.filter(namesHolder))];
}

function withoutHolders(text) {
  const lines = text.split("\n");
  return lines.filter((line) => !namesHolder(line.trim())).join("\n");
}

/** A licence text without title, copyright lines and differences of layout, to tell equal ones. */
function textKey(text) {
  return withoutHolders(text)
    .replace(/^#.*$/gm, "")
    .replace(/^\s*(?:the\s+)?(?:mit|isc|bsd)[\w\s-]*licen[cs]e.*$/gim, "")
    .replace(/\s+APPENDIX: How to apply[\s\S]*$/, "")
    .replace(/[^a-z]+/gi, " ")
    .trim()
    .toLowerCase();
}

/** npm packages of which esbuild takes code into the program. */
async function bundledPackages() {
  const script = readFileSync(join(root, "scripts", "build.mjs"), "utf8");
  const sources = [...script.matchAll(/"(src\/[\w/-]+\.ts)"/g)].map((match) => match[1]);
  const entryPoints = sources.map((source) => join(root, source)).filter((path) => existsSync(path));
  if (entryPoints.length === 0) throw new Error("scripts/build.mjs names no entry point below src/");
  const { metafile } = await build({
    entryPoints,
    absWorkingDir: root,
    outdir: join(root, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["libsql", "hnswlib-node", "@vscode/ripgrep", "@ast-grep/*"],
    write: false,
    metafile: true,
    logLevel: "error",
  });
  const used = new Set();
  for (const output of Object.values(metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      if (bytesInOutput > 0 && input.includes("node_modules/")) used.add(packageFolderOf(join(root, input)));
    }
  }
  return [...used].map((folder) => {
    const { name, version, license } = readJson(join(folder, "package.json"));
    return { name, version, license, texts: legalTexts(folder), notice: null };
  });
}

/** The grammars by what they are made from: those out of a collection of WASM files name their own origin. */
function grammarNotices() {
  const found = new Map();
  for (const language of readdirSync(join(root, "grammars")).sort()) {
    const path = join(root, "grammars", language, "grammar.json");
    if (!existsSync(path)) continue;
    const { wasm, license, copyright } = readJson(path);
    const folder = packageFolderOf(require.resolve(wasm));
    const manifest = readJson(join(folder, "package.json"));
    const noticePath = join(root, "grammars", language, "NOTICE");
    const notice = existsSync(noticePath) ? readFileSync(noticePath, "utf8") : null;
    if (copyright === undefined) {
      const entry = { name: manifest.name, version: manifest.version, license, texts: legalTexts(folder), notice };
      if (manifest.license !== license) throw new Error(`grammars/${language}: the package says ${manifest.license}`);
      found.set(manifest.name, entry);
      continue;
    }
    const name = /(tree-sitter-[\w-]+)\.wasm$/.exec(wasm)?.[1] ?? wasm;
    const origin = manifest.devDependencies?.[name] ?? "";
    const [, repository, commit] = /^github:([^#]+)#(.+)$/.exec(origin) ?? [];
    const version = repository === undefined ? origin : `${repository}@${commit.slice(0, 12)}`;
    const built = `${manifest.name} ${manifest.version}`;
    found.set(name, { name, version: `${version}, built by ${built}`, license, texts: [copyright.join("\n")], notice });
  }
  return [...found.values()];
}

function section(title, entries) {
  const items = entries.sort(byName).map(({ name, version, license, texts }) => {
    const holders = copyrightLines(texts);
    return [`- **${name}** ${version} · ${license}`, ...holders.map((line) => `  - ${line}`)].join("\n");
  });
  return `## ${title}\n\n${items.join("\n")}\n`;
}

/** Every licence text once, with the packages it holds for where it is not a plain text of its name. */
function licenceTexts(entries) {
  const groups = new Map();
  for (const entry of entries) {
    for (const text of entry.texts) {
      const key = textKey(text);
      if (key.length < 200) continue;
      const group = groups.get(key) ?? { license: entry.license, text, names: [] };
      group.names.push(entry.name);
      groups.set(key, group);
    }
  }
  const covered = new Set([...groups.values()].map(({ license }) => license));
  const missing = entries.find(({ license }) => !covered.has(license));
  if (missing !== undefined) throw new Error(`no text of the licence ${missing.license} of ${missing.name} was found`);
  const sorted = [...groups.values()].sort((a, b) =>
    a.license < b.license ? -1 : a.license > b.license ? 1 : b.names.length - a.names.length,
  );
  return sorted.map(({ license, text, names }, index) => {
    const first = sorted.findIndex((other) => other.license === license) === index;
    const title = first ? license : `${license}, as worded for ${[...new Set(names)].sort().join(", ")}`;
    const body = withoutHolders(text)
      .replace(/^#.*$/gm, "")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
    return `### ${title}\n\n\`\`\`text\n${body}\n\`\`\`\n`;
  });
}

const grammars = grammarNotices();
const packages = await bundledPackages();
const runtime = packages.filter(({ name }) => name === "web-tree-sitter");
const others = packages.filter(({ name }) => name !== "web-tree-sitter");
const notices = grammars.filter(({ notice }) => notice !== null);
const all = [...runtime, ...grammars, ...others];

const written = [
  "# Notices\n",
  "grepai itself is under the MIT licence (see LICENSE). The package contains the following software of others, under the\nlicences given; their texts follow at the end. Written by `node scripts/notices.mjs`.\n",
  section("Parser", runtime),
  section("Grammars, compiled to WebAssembly", grammars),
  section("Libraries bundled into the program", others),
  ...notices.map(({ name, notice }) => `## Notice of ${name}\n\n\`\`\`text\n${notice.trim()}\n\`\`\`\n`),
  "## Licence texts\n",
  ...licenceTexts(all),
].join("\n");

const current = existsSync(target) ? readFileSync(target, "utf8") : "";
if (!process.argv.includes("--check")) {
  writeFileSync(target, written);
  console.log(`NOTICES.md: ${grammars.length} grammars, ${packages.length} packages`);
} else if (current !== written) {
  console.error("NOTICES.md is out of date: run node scripts/notices.mjs");
  process.exitCode = 1;
}
