import { once } from "node:events";
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type Corpus, makeCorpus } from "./support/corpus.ts";
import { median, printTable } from "./support/figures.ts";
import { runProgram } from "./support/processes.ts";

/*
 * Cold indexing as a whole process beside its floor: parsing the same files, already in memory, with the same parser
 * and as many threads. Then the same tree again, unchanged.
 * usage: npm run bench -- indexing FOLDER [MEGABYTES] [ROUNDS]
 */

const threads = availableParallelism();

async function parseFloorMs(corpus: Corpus): Promise<number> {
  const shares = Array.from({ length: threads }, (_, share) =>
    corpus.files.filter((_, index) => index % threads === share).map((path) => join(corpus.root, path)),
  );
  const script = fileURLToPath(new URL("./workers/parse-floor.js", import.meta.url));
  const workers = shares.map((files) => new Worker(script, { workerData: { files } }));
  await Promise.all(workers.map((worker) => once(worker, "message")));
  const startedAt = performance.now();
  for (const worker of workers) worker.postMessage("go");
  await Promise.all(workers.map((worker) => once(worker, "message")));
  const elapsed = performance.now() - startedAt;
  await Promise.all(workers.map((worker) => worker.terminate()));
  return elapsed;
}

const [folder, megabytes = "20", rounds = "3"] = process.argv.slice(2);
if (folder === undefined) throw new Error("name a folder with source code");
const corpus = makeCorpus(folder, { bytes: Number(megabytes) * 1e6 });
const floor: number[] = [];
const cold: number[] = [];
const again: number[] = [];
const peaks: number[] = [];
try {
  for (let round = 0; round < Number(rounds); round++) {
    rmSync(join(corpus.root, ".grepai"), { recursive: true, force: true });
    floor.push(await parseFloorMs(corpus));
    const run = await runProgram(["index"], corpus.root);
    console.log(run.output.trim());
    cold.push(run.wallMs);
    peaks.push(run.peakMebibytes);
    again.push((await runProgram(["index"], corpus.root)).wallMs);
  }
} finally {
  rmSync(corpus.root, { recursive: true, force: true });
}
printTable(
  `Indexing ${corpus.files.length} files, ${(corpus.bytes / 1e6).toFixed(1)} MB, ${threads} threads, medians of ${rounds}`,
  ["parse alone (s)", "cold index (s)", "ratio", "MB/s", "unchanged again (s)", "peak memory (MiB)"],
  [
    [
      median(floor) / 1000,
      median(cold) / 1000,
      median(cold.map((value, index) => value / (floor[index] ?? Number.NaN))),
      corpus.bytes / 1000 / median(cold),
      median(again) / 1000,
      Math.max(...peaks),
    ],
  ],
);
