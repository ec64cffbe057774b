// Packs the package, installs the tarball into an empty folder with install scripts off, and runs it there:
// what a user gets from `npm i -g`, with nothing of this folder in reach.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const maxUnpackedBytes = 40 * 1024 * 1024;
const work = mkdtempSync(join(tmpdir(), "grepai-package-"));
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

try {
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", work], root));
  if (packed.unpackedSize > maxUnpackedBytes) throw new Error(`the package unpacks to ${packed.unpackedSize} bytes`);
  const prefix = join(work, "prefix");
  const tarball = join(
    work,
    readdirSync(work).find((name) => name.endsWith(".tgz")),
  );
  run("npm", ["install", "-g", "--ignore-scripts", "--no-fund", "--no-audit", "--prefix", prefix, tarball], work);
  const grepai = join(prefix, "bin", "grepai");
  if (!statSync(grepai).isFile()) throw new Error("the package installs no grepai command");
  const project = join(work, "project");
  run("mkdir", [project], work);
  writeFileSync(
    join(project, "invoice.ts"),
    "/** Reads an invoice from text. */\nexport function parseInvoice(text: string) {\n  return text.trim();\n}\n",
  );
  run(grepai, ["index"], project);
  const found = JSON.parse(run(grepai, ["search", "read an invoice", "--json"], project));
  if (found.results[0]?.file !== "invoice.ts") throw new Error(`the installed command finds ${JSON.stringify(found)}`);
  for (const [mode, query] of [
    ["text", "parseInvoice"],
    ["structural", "$TEXT.trim()"],
  ]) {
    const { engines_used: engines, match_count: count } = JSON.parse(
      run(grepai, ["grep", "--mode", mode, query, "--json"], project),
    );
    if (count !== 1 || engines[0] === "javascript") throw new Error(`grep ${mode}: ${count} matches by ${engines}`);
  }
  console.log(
    `package: ${(packed.unpackedSize / 2 ** 20).toFixed(1)} MiB unpacked, ${packed.entryCount} files; installs and answers`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
