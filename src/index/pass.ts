import type { FileStamp, ScanResult, SkippedPath } from "../scan/types.ts";
import type { FileChange, FileState, PassProgress, StoreWriter } from "../store/types.ts";
import { splitVectors, termsOfChunk } from "./packing.ts";
import { batchJobs, type PassPlan, planPass } from "./plan.ts";
import type { FileOutcome } from "./protocol.ts";
import type { PassReport, PassSummary } from "./types.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** A commit is made when this much has gathered: large enough to be cheap, small enough to lose little on a kill. */
const commitMaxChanges = 512;
const commitMaxChunks = 4_000;
/** While a long pass runs, readers see its results at this interval. */
const commitIntervalMs = 1_000;

export interface PassOptions {
  readonly writer: StoreWriter;
  readonly pool: WorkerPool;
  /** Paths to bring up to date, files or folders; "all" for the whole project. */
  readonly scope: "all" | readonly string[];
  readonly scan: (scope: "all" | readonly string[]) => Promise<ScanResult>;
  /** What the index knows of each path; kept in step with what is committed. */
  readonly states: Map<string, FileState>;
  /** False when the index was made by another version of the analysis. */
  readonly trustStamps: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((report: PassReport) => void) | undefined;
  /** Called when changes were committed. */
  readonly onCommit?: (() => void) | undefined;
}

/** Gathers changes and commits them in transactions of a fair size. */
class CommitQueue {
  readonly #writer: StoreWriter;
  readonly #states: Map<string, FileState>;
  #changes: FileChange[] = [];
  #chunks = 0;
  #lastCommit = performance.now();
  generation: number;

  constructor(writer: StoreWriter, states: Map<string, FileState>) {
    this.#writer = writer;
    this.#states = states;
    this.generation = writer.read((view) => view.generation);
  }

  add(change: FileChange): void {
    this.#changes.push(change);
    if (change.kind === "put") this.#chunks += change.content?.chunks.length ?? 1;
  }

  /** Whether enough has gathered, or enough time has passed. */
  isDue(): boolean {
    return (
      this.#changes.length >= commitMaxChanges ||
      this.#chunks >= commitMaxChunks ||
      performance.now() - this.#lastCommit >= commitIntervalMs
    );
  }

  /** @param progress of a pass over the whole project, or null */
  flush(progress: PassProgress | null): void {
    if (this.#changes.length > 0) this.generation = this.#writer.commit(this.#changes, progress ?? undefined);
    else if (progress !== null) this.#writer.setProgress(progress);
    for (const change of this.#changes) this.#remember(change);
    this.#changes = [];
    this.#chunks = 0;
    this.#lastCommit = performance.now();
  }

  #remember(change: FileChange): void {
    const { path } = change;
    if (change.kind === "remove") {
      this.#states.delete(path);
      return;
    }
    const hash = change.kind === "put" ? change.hash : this.#states.get(path)?.hash;
    const { sizeBytes, mtimeMs, ctimeMs, inode } = change.stamp;
    if (hash !== undefined) this.#states.set(path, { path, hash, sizeBytes, mtimeMs, ctimeMs, inode });
  }
}

/** Turns a worker's answer into a change of the store, or null when the index stays as it is. */
function changeFor(outcome: FileOutcome, stamp: FileStamp, isIndexed: boolean): FileChange | null {
  const { path } = outcome;
  switch (outcome.kind) {
    case "unchanged":
      return { kind: "restamp", path, stamp };
    case "skipped":
      return isIndexed ? { kind: "remove", path } : null;
    case "known": {
      const { hash, vectors, chunkCount } = outcome;
      return { kind: "put", path, stamp, hash, content: null, vectors: vectors && splitVectors(vectors, chunkCount) };
    }
    case "analysed": {
      const { hash, facts, lineCount, terms, vectors } = outcome;
      const chunks = outcome.chunks.map((chunk, index) => ({ ...chunk, terms: termsOfChunk(terms, index) }));
      const content = { hash, lineCount, chunks, facts };
      return { kind: "put", path, stamp, hash, content, vectors: vectors && splitVectors(vectors, chunks.length) };
    }
  }
}

function chunksIn(outcome: FileOutcome): number {
  if (outcome.kind === "analysed") return outcome.chunks.length;
  return outcome.kind === "known" ? outcome.chunkCount : 0;
}

/** Files left out for their content are read again by every pass; one of nothing else need not be told of. */
function hasNewWork({ jobs }: PassPlan, writer: StoreWriter): boolean {
  if (jobs.length === 0) return false;
  const skipped = new Set(writer.read((view) => view.skipped(Number.MAX_SAFE_INTEGER)).map(({ path }) => path));
  return jobs.some(({ path }) => !skipped.has(path));
}

/**
 * Brings the index up to date with the tree within a scope: scan, compare, analyse what differs, commit. Full passes
 * and single saves go through here alike.
 * @throws GrepaiError DISK_FULL, PERMISSION_DENIED, INDEX_BUSY from the store; what was committed before is kept
 */
export async function runPass(options: PassOptions): Promise<PassSummary> {
  const { writer, pool, scope, states, signal, onProgress } = options;
  const startedAt = performance.now();
  onProgress?.({ phase: "scanning", done: 0, total: 0, chunks: 0 });
  const scan = await options.scan(scope);
  const plan = planPass(scan.files, states, scope, options.trustStamps);
  const queue = new CommitQueue(writer, states);
  const skipped: SkippedPath[] = [...scan.skipped];
  const total = plan.jobs.length;
  let done = 0;
  let updated = 0;
  let removed = plan.removed.length;
  let unchanged = plan.unchanged;
  let chunks = 0;
  for (const path of plan.removed) queue.add({ kind: "remove", path });

  const isTold = scope === "all" && hasNewWork(plan, writer);
  const progress = () => (isTold ? { filesDone: done, filesTotal: total } : null);
  if (isTold) {
    writer.setProgress(progress());
    // Known already, should the pass end before its end.
    writer.setSkipped(skipped, scope);
  }
  for await (const outcomes of pool.run(batchJobs(plan), signal)) {
    for (const outcome of outcomes) {
      const stamp = plan.stamps.get(outcome.path);
      if (stamp === undefined) continue;
      const change = changeFor(outcome, stamp, states.has(outcome.path));
      if (change !== null) queue.add(change);
      if (outcome.kind === "skipped") skipped.push(outcome.skipped);
      if (change?.kind === "put") updated++;
      if (change?.kind === "remove") removed++;
      if (outcome.kind === "unchanged") unchanged++;
      chunks += chunksIn(outcome);
      done++;
    }
    if (queue.isDue()) {
      queue.flush(progress());
      options.onCommit?.();
    }
    onProgress?.({ phase: "indexing", done, total, chunks });
  }
  queue.flush(progress());
  const aborted = signal?.aborted === true;
  if (!aborted) {
    writer.setSkipped(skipped, scope);
    // Also what an earlier pass has left there.
    if (scope === "all" && writer.read((view) => view.progress()) !== null) writer.setProgress(null);
  }
  return {
    updated,
    removed,
    unchanged,
    skipped: skipped.length,
    chunks,
    generation: queue.generation,
    elapsedMs: performance.now() - startedAt,
    aborted,
  };
}
