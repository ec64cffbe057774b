import { Worker } from "node:worker_threads";
import { GrepaiError } from "../errors.ts";
import type { CpuGovernor } from "./cpu-governor.ts";
import type { BatchResult, FileJob, FileOutcome, JobBatch, WorkerSetup } from "./protocol.ts";

/** Batches a worker holds at once: one it works on and one that waits, so that it never idles. */
const batchesInFlight = 2;

/** Deaths without one answer between them, after which the installation, not a file, must be at fault. */
const maxDeathsInARow = 20;

/** Rests shorter than this are not worth a timer; after a longer one it is looked again. */
const shortestRestMs = 5;
const longestRestMs = 1_000;

interface Member {
  readonly worker: Worker;
  readonly batches: Map<number, JobBatch>;
}

export interface WorkerPoolOptions {
  readonly script: string;
  readonly setup: WorkerSetup;
  readonly size: number;
  /** Says when to rest between batches; null never rests. */
  readonly governor: CpuGovernor | null;
  /** Receives a line for people when a worker dies. */
  readonly log: (message: string) => void;
}

/**
 * A fixed number of worker threads that analyse files. A worker that dies is replaced; the files it held are tried
 * again one by one, so that only the file that kills a worker is given up.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #members = new Set<Member>();
  #nextBatchId = 1;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs all batches and yields their outcomes as they come, in no fixed order. Workers start on first use.
   * Stops handing out work when the consumer stops, or when `signal` fires. Not re-entrant: one run at a time.
   * @throws GrepaiError INTERNAL when workers keep dying without any answer
   */
  async *run(batches: Iterable<readonly FileJob[]>, signal?: AbortSignal): AsyncGenerator<readonly FileOutcome[]> {
    const source = batches[Symbol.iterator]();
    const retries: FileJob[][] = [];
    const ready: (readonly FileOutcome[])[] = [];
    let wake: (() => void) | null = null;
    let exhausted = false;
    let deathsInARow = 0;
    let fatal: GrepaiError | null = null;
    let resting = 0;
    let isOver = false;
    const notify = () => {
      wake?.();
      wake = null;
    };

    const nextJobs = (): readonly FileJob[] | null => {
      const retry = retries.pop();
      if (retry !== undefined) return retry;
      if (exhausted) return null;
      const next = source.next();
      if (next.done === true) {
        exhausted = true;
        return null;
      }
      return next.value;
    };

    const feed = (member: Member) => {
      while (member.batches.size < batchesInFlight && signal?.aborted !== true) {
        const jobs = nextJobs();
        if (jobs === null) return;
        const batch: JobBatch = { batchId: this.#nextBatchId++, jobs };
        member.batches.set(batch.batchId, batch);
        member.worker.postMessage(batch);
      }
    };

    const feedAfterRest = (member: Member) => {
      const restMs = Math.min(this.#options.governor?.restMs() ?? 0, longestRestMs);
      if (restMs < shortestRestMs) return feed(member);
      resting++;
      setTimeout(() => {
        resting--;
        if (!isOver) feed(member);
        notify();
      }, restMs);
    };

    const onResult = (member: Member, result: BatchResult) => {
      member.batches.delete(result.batchId);
      deathsInARow = 0;
      ready.push(result.outcomes);
      feedAfterRest(member);
      notify();
    };

    const onDeath = (member: Member, reason: string) => {
      this.#members.delete(member);
      if (this.#closed) return;
      deathsInARow++;
      if (deathsInARow > maxDeathsInARow) {
        fatal = new GrepaiError("INTERNAL", `indexing workers cannot run: ${reason}. Reinstall grepai.`);
        notify();
        return;
      }
      // Jobs are done in order, so the first batch is the one that the worker died on.
      for (const [position, batch] of [...member.batches.values()].entries()) {
        const only = batch.jobs.length === 1 ? batch.jobs[0] : undefined;
        if (position === 0 && only !== undefined) {
          this.#options.log(`gave up on ${only.path}: the analysis of it ended a worker (${reason})`);
          const skipped = { path: only.path, reason: "unreadable", detail: `analysis failed: ${reason}` } as const;
          ready.push([{ kind: "skipped", path: only.path, skipped }]);
        } else {
          for (const job of batch.jobs) retries.push([job]);
        }
      }
      member.batches.clear();
      const replacement = this.#start();
      attach(replacement);
      feed(replacement);
      notify();
    };

    const attach = (member: Member) => {
      member.worker.removeAllListeners();
      member.worker.on("message", (result: BatchResult) => onResult(member, result));
      let reason = "unknown";
      member.worker.on("error", (error: Error) => {
        reason = error.message;
      });
      member.worker.on("exit", (code) => onDeath(member, reason === "unknown" ? `exit code ${code}` : reason));
    };

    this.start();
    for (const member of this.#members) {
      attach(member);
      feed(member);
    }
    const isBusy = () => resting > 0 || [...this.#members].some((member) => member.batches.size > 0);
    const onAbort = () => notify();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      while (signal?.aborted !== true) {
        if (fatal !== null) throw fatal;
        const outcomes = ready.shift();
        if (outcomes !== undefined) {
          yield outcomes;
          continue;
        }
        if (!isBusy()) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      isOver = true;
      signal?.removeEventListener("abort", onAbort);
      // A run that was cut short leaves work behind whose answers would reach the next run.
      if (isBusy()) await this.close();
      this.#closed = false;
    }
  }

  /** Starts the workers, so that they are ready when the next run needs them. */
  start(): void {
    while (this.#members.size < this.#options.size) this.#start();
  }

  /** Ends all workers; the next run starts new ones. */
  async close(): Promise<void> {
    this.#closed = true;
    const members = [...this.#members];
    this.#members.clear();
    await Promise.all(members.map((member) => member.worker.terminate()));
  }

  #start(): Member {
    const worker = new Worker(this.#options.script, {
      workerData: this.#options.setup,
      name: "grepai-indexer",
      stdout: false,
      stderr: false,
    });
    const member: Member = { worker, batches: new Map() };
    this.#members.add(member);
    // Until a run takes it over: one that cannot start is started again then, and its failure told.
    worker.on("error", () => {});
    worker.once("exit", () => this.#members.delete(member));
    return member;
  }
}
