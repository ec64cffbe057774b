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
/** Without a commit for so long the index has followed. */
const restMs = 6_000;
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
  const state = () =>
    reader.read((view) => ({ generation: view.generation, marks: view.definitionsByName("branchMark").length }));
  /** Resolves with the time of the last commit, once none has come for a while. */
  const settled = async (from: number): Promise<number> => {
    let { generation } = state();
    let lastCommitAt = from;
    for (let idleSince = from; performance.now() - idleSince < restMs; ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (state().generation === generation) continue;
      generation = state().generation;
      idleSince = performance.now();
      lastCommitAt = idleSince;
    }
    return lastCommitAt;
  };
  const rows: [string, number, number, number][] = [];
  for (const [what, branch] of [
    ["to new content", "other"],
    ["back to content seen before", "main"],
    ["to content seen before", "other"],
  ] as const) {
    const startedAt = performance.now();
    git("checkout", "-q", branch);
    const checkedOutAt = performance.now();
    const settledAt = await settled(checkedOutAt);
    rows.push([what, state().marks, (checkedOutAt - startedAt) / 1000, (settledAt - checkedOutAt) / 1000]);
  }
  reader.close();
  printTable(
    `Switching branches that differ in ${changed.length} files`,
    ["switch", "definitions of the branch indexed after it", "git (s)", "index after it (s)"],
    rows,
  );
} finally {
  watch.kill("SIGTERM");
  await once(watch, "exit");
  rmSync(corpus.root, { recursive: true, force: true });
}
