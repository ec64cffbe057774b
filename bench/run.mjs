// Runs one benchmark: bundles bench/<name>.ts (and its workers) beside the built program and starts it.
// usage: npm run bench -- NAME [ARGUMENTS]    (without NAME: lists them)
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
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
  external: ["libsql", "hnswlib-node"],
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});
const run = spawnSync(process.execPath, ["--expose-gc", join(outdir, `${name}.js`), ...args], { stdio: "inherit" });
process.exit(run.status ?? 1);
