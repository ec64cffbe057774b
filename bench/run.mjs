// Runs one benchmark: bundles bench/<name>.ts (and its workers) beside the built program and starts it.
// usage: npm run bench -- NAME [ARGUMENTS]    (without NAME: lists them)
// `--constants FILE.json`, for tuning: {"SEMANTIC_SHARE": 0.5} stands for the numbers that src/search gives its constants.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [name, ...args] = process.argv.slice(2);
const names = readdirSync(here)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replace(/\.ts$/, ""));
if (name === undefined || !names.includes(name)) {
  console.error(`usage: npm run bench -- NAME [ARGUMENTS]\nnames: ${names.join(", ")}`);
  process.exit(2);
}
const constantsAt = args.indexOf("--constants");
const constants = constantsAt === -1 ? {} : JSON.parse(readFileSync(args.splice(constantsAt, 2)[1], "utf8"));
const unused = new Set(Object.keys(constants));
const tuning = {
  name: "constants",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]search[\\/].*\.ts$/ }, ({ path }) => ({
      loader: "ts",
      contents: readFileSync(path, "utf8").replace(
        /^((?:export )?const (\w+) = )-?[\d._]+;/gm,
        (line, start, constant) => {
          if (!Object.hasOwn(constants, constant)) return line;
          unused.delete(constant);
          return `${start}${constants[constant]};`;
        },
      ),
    }));
  },
};
const outdir = join(here, "..", "dist", "bench");
const workers = join(here, "workers");
await build({
  entryPoints: [
    join(here, `${name}.ts`),
    ...(existsSync(workers) ? readdirSync(workers).map((file) => join(workers, file)) : []),
  ],
  outdir,
  outbase: here,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: ["libsql", "hnswlib-node", "@vscode/ripgrep", "@ast-grep/*", "esbuild"],
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  plugins: unused.size > 0 ? [tuning] : [],
  logLevel: "warning",
});
if (unused.size > 0) {
  console.error(`src/search has no constants ${[...unused].join(", ")}`);
  process.exit(2);
}
const run = spawnSync(process.execPath, ["--expose-gc", join(outdir, `${name}.js`), ...args], { stdio: "inherit" });
process.exit(run.status ?? 1);
