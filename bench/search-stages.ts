import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStaticEmbedder } from "../src/embed/create.ts";
import { passageText } from "../src/embed/passage.ts";
import { textFacts } from "../src/parse/extract.ts";
import { bestMatches } from "../src/search/lexical/lexical-index.ts";
import { SearchIndex } from "../src/search/search-index.ts";
import { loadSnapshot, saveSnapshot } from "../src/search/snapshot.ts";
import { openReader, openWriter } from "../src/store/open.ts";
import { packFacts } from "../src/store/packed-facts.ts";
import type { ChunkRecord, FileChange } from "../src/store/types.ts";
import { chunkTerms, queryTerms } from "../src/text/terms.ts";
import { makeCorpus } from "./support/corpus.ts";
import { median, printTable, quantile } from "./support/figures.ts";

/*
 * The stages of a search by themselves, in one process: terms, words, vectors, reading everything from the store,
 * the snapshot, and memory. Chunks are cut crudely, by lines; everything else is the real thing.
 * usage: npm run bench -- search-stages FOLDER [CHUNKS …]
 */

const chunkBytes = 950;
const rounds = 15;

const [folder, ...sizes] = process.argv.slice(2);
if (folder === undefined) throw new Error("name a folder with source code");

const embedder = createStaticEmbedder({ model: "code-static" }, process.cwd());

/** Stretches of whole lines of about the wanted size. */
function crudeChunks(path: string, text: string): ChunkRecord[] {
  const chunks: ChunkRecord[] = [];
  const lines = text.split("\n");
  for (let start = 0; start < lines.length; ) {
    let end = start;
    for (let size = 0; end < lines.length && size < chunkBytes; end++) size += (lines[end]?.length ?? 0) + 1;
    const body = lines.slice(start, end).join("\n");
    const symbol = /(?:func|function|def|class|type)\s+(?:\([^)]*\)\s*)?(\w+)/.exec(body)?.[1] ?? null;
    const chunk = { text: body, symbol, scope: "", signature: null, kind: "block", path } as const;
    const { text: chunkText, kind, scope, signature } = chunk;
    const terms = chunkTerms(chunk);
    chunks.push({ startLine: start + 1, endLine: end, text: chunkText, kind, symbol, scope, signature, terms });
    start = end;
  }
  return chunks;
}

interface Timed<T> {
  readonly value: T;
  readonly ms: number;
}

function timed<T>(body: () => T): Timed<T> {
  const startedAt = performance.now();
  const value = body();
  return { value, ms: performance.now() - startedAt };
}

/** Memory in MiB after a collection: the process's, and that of typed arrays. */
function memory(): { readonly resident: number; readonly arrays: number } {
  globalThis.gc?.();
  const { rss, arrayBuffers, external } = process.memoryUsage();
  return { resident: rss / 2 ** 20, arrays: Math.max(arrayBuffers, external) / 2 ** 20 };
}

async function run(wanted: number): Promise<void> {
  const corpus = makeCorpus(folder as string, { bytes: wanted * chunkBytes });
  const workspace = mkdtempSync(join(tmpdir(), "grepai-bench-"));
  try {
    const writer = openWriter(join(workspace, "index.db"), { log: () => {} });
    writer.setEmbedder(await embedder.id());
    const queries: string[] = [];
    let changes: FileChange[] = [];
    for (const path of corpus.files) {
      const text = readFileSync(join(corpus.root, path), "utf8");
      const chunks = crudeChunks(path, text);
      const outcomes = await embedder.embed(
        chunks.map((chunk) => passageText({ path, language: "text", chunk }, "static")),
        { kind: "passage" },
      );
      const vectors = outcomes.map((outcome) => (outcome.ok ? outcome.vector : new Float32Array(256)));
      // Every few files one comment becomes a query.
      const comment = /(?:\/\/|#|\*)\s*([A-Z][a-z]+ [\w ,]{30,80})/.exec(text)?.[1];
      if (comment !== undefined && queries.length < 200) queries.push(comment);
      const hash = createHash("sha256").update(path).update(text).digest("hex").slice(0, 32);
      const stamp = { sizeBytes: text.length, mtimeMs: 0, ctimeMs: 0, inode: 0 };
      const content = { hash, lineCount: 1, chunks, facts: packFacts(textFacts("text", "text")) };
      changes.push({ kind: "put", path, stamp, content, hash, vectors });
      if (changes.length < 512) continue;
      writer.commit(changes);
      changes = [];
    }
    writer.commit(changes);
    writer.close();

    const reader = openReader(join(workspace, "index.db"));
    const snapshot = join(workspace, "search.snapshot");
    const before = memory();
    const built = timed(() => reader.read((view) => SearchIndex.build(view)));
    const saved = timed(() => saveSnapshot(built.value, snapshot));
    const loads = Array.from({ length: 5 }, () => timed(() => loadSnapshot(snapshot)).ms);
    const after = memory();
    const { docs, words, vectors } = built.value.parts;
    const outcomes = await embedder.embed(queries, { kind: "query" });
    const scan: number[] = [];
    const lexical: number[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const [index, query] of queries.entries()) {
        const outcome = outcomes[index];
        lexical.push(timed(() => bestMatches(words.score(queryTerms(query), docs.live), 200, docs.live).ranked()).ms);
        if (outcome?.ok === true) {
          scan.push(timed(() => vectors?.nearest(outcome.vector, 200, docs.live).ranked()).ms);
        }
      }
    }
    reader.close();
    printTable(
      `${docs.liveCount} passages, ${docs.fileCount} files, ${queries.length} queries`,
      ["what", "p50 ms", "p99 ms"],
      [
        ["words (BM25, best 200)", median(lexical), quantile(lexical, 0.99)],
        ["vectors (exact scan, best 200)", median(scan), quantile(scan, 0.99)],
        ["read everything from the store", built.ms, built.ms],
        ["save the snapshot", saved.ms, saved.ms],
        ["load the snapshot", median(loads), quantile(loads, 0.99)],
      ],
    );
    console.log(`\nsnapshot ${(statSync(snapshot).size / 2 ** 20).toFixed(1)} MiB`);
    console.log(`memory of the index: arrays ${(after.arrays - before.arrays).toFixed(0)} MiB`);
    console.log(`resident: ${before.resident.toFixed(0)} MiB before, ${after.resident.toFixed(0)} MiB after`);
  } finally {
    rmSync(corpus.root, { recursive: true, force: true });
    rmSync(workspace, { recursive: true, force: true });
  }
}

for (const size of sizes.length > 0 ? sizes : ["10000", "100000"]) await run(Number(size));
