import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import { openReader } from "../src/store/open.ts";
import { makeCorpus } from "./support/corpus.ts";
import { printTable } from "./support/figures.ts";
import { program } from "./support/processes.ts";

/*
 * From the end of `git checkout` to an index that has followed it, while `grepai watch` runs: to a branch on which every
 * file differs, back, and to it again.
 * usage: npm run bench -- branches FOLDER [FILES]
 */

const [folder, files = "5000"] = process.argv.slice(2);
if (folder === undefined) throw new Error("name a folder with source code");
const definitions: Readonly<Record<string, string>> = {
  ".ts": "function branchMark() {}",
  ".tsx": "function branchMark() {}",
  ".js": "function branchMark() {}",
  ".mjs": "function branchMark() {}",
  ".go": "func branchMark() {}",
  ".py": "def branchMark(): pass",
};
const corpus = makeCorpus(folder, { files: Number(files) });
const changed = corpus.files.filter((path) => definitions[extname(path)] !== undefined);
const git = (...args: readonly string[]) => {
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "gc.auto=0"];
  execFileSync("git", [...identity, ...args], { cwd: corpus.root, stdio: "ignore" });
};
rmSync(join(corpus.root, ".git"), { recursive: true, force: true });
git("init", "-q", "-b", "main");
git("add", "-A");
git("commit", "-qm", "first");
git("checkout", "-q", "-b", "other");
for (const path of changed) appendFileSync(join(corpus.root, path), `\n${definitions[extname(path)]}\n`);
git("commit", "-qam", "second");
git("checkout", "-q", "main");

const watch = spawn(process.execPath, [program, "watch", corpus.root], { stdio: ["ignore", "pipe", "inherit"] });
try {
  await once(watch.stdout, "data");
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const reader = openReader(join(corpus.root, ".grepai", "index.db"));
  const marks = () => reader.read((view) => view.definitionsByName("branchMark").length);
  const before = marks();
  const rows: [string, number, number][] = [];
  for (const [what, branch, expected] of [
    ["to new content", "other", before + changed.length],
    ["back to content seen before", "main", before],
    ["to content seen before", "other", before + changed.length],
  ] as const) {
    const startedAt = performance.now();
    git("checkout", "-q", branch);
    const checkedOutAt = performance.now();
    while (marks() !== expected) {
      if (performance.now() - checkedOutAt > 300_000) throw new Error(`the switch ${what} was not followed`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    rows.push([what, (checkedOutAt - startedAt) / 1000, (performance.now() - checkedOutAt) / 1000]);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
  reader.close();
  printTable(
    `Switching branches that differ in ${changed.length} files`,
    ["switch", "git (s)", "index after it (s)"],
    rows,
  );
} finally {
  watch.kill("SIGTERM");
  await once(watch, "exit");
  rmSync(corpus.root, { recursive: true, force: true });
}
