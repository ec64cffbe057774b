import { rmSync } from "node:fs";
import { runModel } from "../test/support/model.ts";
import { makeCorpus } from "./support/corpus.ts";
import { printTable, quantile } from "./support/figures.ts";

/*
 * Random operations of people, editors and git on a copy of a real tree under a running `grepai watch` that is killed
 * now and then; the live index must become equal to a fresh one each time the tree rests.
 * usage: npm run bench -- model FOLDER [OPERATIONS] [SEED] [FILES]
 */

const [folder, operations = "2000", seed = "1", files = "150"] = process.argv.slice(2);
if (folder === undefined) throw new Error("name a folder with source code");
const corpus = makeCorpus(folder, { files: Number(files) });
rmSync(`${corpus.root}/.git`, { recursive: true, force: true });
try {
  const report = await runModel({
    root: corpus.root,
    operations: Number(operations),
    seed: Number(seed),
    longestBurst: 60,
    killShare: 0.3,
    patienceMs: 60_000,
    log: (line) => console.log(line),
  });
  const { settleMs } = report;
  printTable(
    `Random operations on ${files} files of ${folder}, seed ${seed}`,
    ["operations", "comparisons", "kills", "differences", "settled p50 (ms)", "p95", "slowest"],
    [
      [
        report.operations,
        report.comparisons,
        report.kills,
        report.difference === null ? 0 : 1,
        quantile(settleMs, 0.5),
        quantile(settleMs, 0.95),
        Math.max(...settleMs),
      ],
    ],
  );
  if (report.difference !== null) console.log(JSON.stringify(report.difference, null, 2));
  process.exitCode = report.difference === null ? 0 : 1;
} finally {
  rmSync(corpus.root, { recursive: true, force: true });
}
