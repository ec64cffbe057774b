import { existsSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { analyse } from "../chunk/analyse.ts";
import type { Chunk } from "../chunk/types.ts";
import { PassageReader } from "../embed/static/passage-reader.ts";
import { SyntaxParser } from "../parse/parser.ts";
import { detectLanguage } from "../parse/registry.ts";
import type { LanguageId } from "../parse/types.ts";
import { readSourceSync } from "../scan/read-source.ts";
import { openReader } from "../store/open.ts";
import { packFacts } from "../store/packed-facts.ts";
import type { StoreReader } from "../store/types.ts";
import { chunkTerms } from "../text/terms.ts";
import type { TermBag } from "../text/types.ts";
import { contentKey } from "./content-key.ts";
import { packTerms } from "./packing.ts";
import type { BatchResult, FileJob, FileOutcome, JobBatch, WorkerSetup } from "./protocol.ts";

/*
 * The indexing worker: reads a file once, parses it once, and derives chunks, symbols, references, lexical terms and
 * (with the static model) vectors from that one tree. It holds no state between files but caches.
 */

class FileAnalyser {
  readonly #setup: WorkerSetup;
  readonly #parser: SyntaxParser;
  readonly #passages: PassageReader | null;
  #reader: StoreReader | null = null;

  constructor(setup: WorkerSetup, parser: SyntaxParser) {
    this.#setup = setup;
    this.#parser = parser;
    this.#passages = setup.staticModel === null ? null : new PassageReader(setup.staticModel);
  }

  analyseFile(job: FileJob): FileOutcome {
    const { path } = job;
    const source = readSourceSync(this.#setup.root, path, { maxFileBytes: this.#setup.maxFileBytes });
    if (source.kind === "skipped") return { kind: "skipped", path, skipped: source.skipped };
    const language = detectLanguage(path, firstLineOf(source.text)).id;
    const hash = contentKey(source.contentHash, language, this.#setup.fingerprint);
    if (hash === job.indexedHash) return { kind: "unchanged", path };
    const knownChunks = this.#knownChunks(hash);
    if (knownChunks !== null) {
      const { vectors } = this.#readPassages(path, language, knownChunks);
      return { kind: "known", path, hash, chunkCount: knownChunks.length, vectors };
    }
    const { facts, chunks } = analyse(this.#parser, language, source.text, this.#setup.chunking);
    const { terms, vectors } = this.#readPassages(path, language, chunks);
    return {
      kind: "analysed",
      path,
      hash,
      lineCount: countLines(source.text),
      facts: packFacts(facts),
      chunks,
      terms: packTerms(terms),
      vectors,
    };
  }

  /** Chunks of a content that was parsed before under any path, or null. */
  #knownChunks(hash: string): readonly Chunk[] | null {
    if (this.#reader === null) {
      if (!existsSync(this.#setup.indexPath)) return null;
      this.#reader = openReader(this.#setup.indexPath);
    }
    return this.#reader.read((view) => (view.hasContent(hash) ? view.chunksOfContent(hash) : null));
  }

  /** The terms of a file's chunks and, with a model at hand, their vectors end to end. */
  #readPassages(path: string, language: LanguageId, chunks: readonly Chunk[]): ReadPassages {
    const reader = this.#passages;
    if (reader === null) return { terms: chunks.map(chunkTerms), vectors: null };
    const { dimensions } = reader;
    const vectors = new Float32Array(chunks.length * dimensions);
    const terms = chunks.map((chunk, index) =>
      reader.read({ path, language, chunk }, vectors.subarray(index * dimensions, (index + 1) * dimensions)),
    );
    return { terms, vectors };
  }
}

interface ReadPassages {
  readonly terms: readonly TermBag[];
  readonly vectors: Float32Array | null;
}

function firstLineOf(text: string): string {
  const end = text.indexOf("\n");
  return end === -1 ? text : text.slice(0, end);
}

function countLines(text: string): number {
  let lines = text.length === 0 || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

/** The buffers of an outcome that can change hands instead of being copied. */
function transferablesOf(outcome: FileOutcome): ArrayBuffer[] {
  if (outcome.kind !== "analysed" && outcome.kind !== "known") return [];
  const arrays: (Float32Array | Uint32Array | Uint8Array | null)[] = [outcome.vectors];
  if (outcome.kind === "analysed") {
    const { terms, facts } = outcome;
    arrays.push(terms.offsets, terms.hashes, terms.bodyCounts, terms.nameCounts, facts.references.rows);
  }
  return arrays.flatMap((array) => (array?.buffer instanceof ArrayBuffer ? [array.buffer] : []));
}

const port = parentPort;
if (port === null) throw new Error("the indexing worker runs only as a worker thread");
const analyser = new FileAnalyser(workerData as WorkerSetup, await SyntaxParser.create());
port.on("message", (batch: JobBatch) => {
  const outcomes = batch.jobs.map((job) => analyser.analyseFile(job));
  const result: BatchResult = { batchId: batch.batchId, outcomes };
  port.postMessage(result, outcomes.flatMap(transferablesOf));
});
