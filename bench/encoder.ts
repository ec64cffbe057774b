import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { staticModelFolder } from "../src/embed/create.ts";
import { StaticEncoder } from "../src/embed/static/encoder.ts";
import { loadStaticModel } from "../src/embed/static/load.ts";
import { makeCorpus } from "./support/corpus.ts";
import { median, printTable } from "./support/figures.ts";

/*
 * The static model's encoder on one thread: chunks of 1,500 characters a second, beside a loop that only looks at every
 * character; and what loading costs a fresh process, beside reading the file.
 * usage: npm run bench -- encoder FOLDER [--model NAME|FOLDER]
 */

const chunkCharacters = 1_500;
const wantedChunks = 8_000;
const rounds = 7;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: "string", default: "code-static" },
    /** For the processes this one starts: load the model once, print what it cost. */
    "load-once": { type: "boolean", default: false },
  },
});
const folder = staticModelFolder(options.model, ".");

interface LoadCost {
  readonly loadMs: number;
  readonly readMs: number;
  readonly residentBytes: number;
}

if (options["load-once"]) console.log(JSON.stringify(loadOnce()));
else measure();

function loadOnce(): LoadCost {
  const file = join(folder, "model.safetensors");
  const resident = () => {
    globalThis.gc?.();
    return process.memoryUsage.rss();
  };
  // What the first compiled loop of a process takes is not the model's.
  sumOfCodes("a".repeat(1_000_000));
  const before = resident();
  const loadAt = performance.now();
  const encoder = new StaticEncoder(loadStaticModel(folder));
  encoder.encode("the first text");
  const loadMs = performance.now() - loadAt;
  const residentBytes = resident() - before;
  const readAt = performance.now();
  readFileSync(file);
  return { loadMs, readMs: performance.now() - readAt, residentBytes };
}

function measure(): void {
  const [source] = positionals;
  if (source === undefined) throw new Error("name a folder with source code");
  const chunks = chunksOf(source);
  const encoder = new StaticEncoder(loadStaticModel(folder));
  const into = new Float32Array(encoder.dimensions);
  const encodeMs: number[] = [];
  const floorMs: number[] = [];
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    const encoded = timed(() => {
      for (const chunk of chunks) encoder.encode(chunk, into);
    });
    const looked = timed(() => chunks.reduce((sum, chunk) => sum + sumOfCodes(chunk), 0));
    if (round === 0) continue;
    encodeMs.push(encoded);
    floorMs.push(looked);
  }
  const loads = Array.from({ length: rounds }, () => {
    const args = ["--expose-gc", fileURLToPath(import.meta.url), "--load-once", "--model", folder];
    const child = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (child.status !== 0) throw new Error(child.stderr);
    return JSON.parse(child.stdout) as LoadCost;
  });
  const weightBytes = statSync(join(folder, "model.safetensors")).size;
  const resident = median(loads.map(({ residentBytes }) => residentBytes));
  printTable(
    `Static encoder, ${chunks.length} chunks of ${chunkCharacters} characters`,
    [
      "chunks a second",
      "× looking at every character",
      "load, fresh process (ms)",
      "reading the file again (ms)",
      "weights (MB)",
      "resident after loading (MB)",
      "× weights",
    ],
    [
      [
        (1_000 * chunks.length) / median(encodeMs),
        median(encodeMs) / median(floorMs),
        median(loads.map(({ loadMs }) => loadMs)),
        median(loads.map(({ readMs }) => readMs)),
        weightBytes / 1e6,
        resident / 1e6,
        resident / weightBytes,
      ],
    ],
  );
}

/** Chunks of real code, each cut at exactly so many characters. */
function chunksOf(source: string): readonly string[] {
  const { root, files } = makeCorpus(source, { bytes: 2 * chunkCharacters * wantedChunks });
  try {
    const chunks: string[] = [];
    for (const file of files) {
      const text = readFileSync(join(root, file), "utf8");
      for (let at = 0; at + chunkCharacters <= text.length; at += chunkCharacters) {
        // A copy of its own: a slice would keep the file's text and be read through it.
        chunks.push(Buffer.from(text.slice(at, at + chunkCharacters)).toString());
        if (chunks.length === wantedChunks) return chunks;
      }
    }
    return chunks;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function timed(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function sumOfCodes(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
  return sum;
}
