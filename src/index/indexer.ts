import { availableParallelism } from "node:os";
import { builtPath } from "../assets.ts";
import { type ProjectPaths, projectPaths } from "../config/paths.ts";
import type { Config } from "../config/types.ts";
import { createEmbedder } from "../embed/create.ts";
import { StaticEmbedder } from "../embed/static/static-embedder.ts";
import type { Embedder } from "../embed/types.ts";
import { GrepaiError, messageOf } from "../errors.ts";
import { createScanner, type Scanner } from "../scan/scanner.ts";
import { SearchIndex } from "../search/search-index.ts";
import { loadSnapshot, saveSnapshot } from "../search/snapshot.ts";
import { openWriter } from "../store/open.ts";
import { acquireProjectLock, type LockPurpose, type ProjectLock } from "../store/project-lock.ts";
import type { FileState, StoreWriter } from "../store/types.ts";
import { analysisFingerprint } from "./content-key.ts";
import { CpuGovernor } from "./cpu-governor.ts";
import { embedPending } from "./embed-pending.ts";
import { runPass } from "./pass.ts";
import type { EmbedSummary, PassReport, PassSummary } from "./types.ts";
import { vectorDonorPaths } from "./vector-donor-paths.ts";
import { WorkerPool } from "./worker-pool.ts";

/** More workers than this only wait for the one writer. */
const maxWorkers = 8;

/** A snapshot that lacks fewer changes than this is caught up from the store in no time. */
const minChangesToSave = 100;

export interface IndexerOptions {
  readonly root: string;
  readonly config: Config;
  readonly purpose: LockPurpose;
  /** Receives lines for people: an index moved aside, a server that is down. */
  readonly log: (message: string) => void;
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (report: PassReport) => void;
}

function governorFor(maxCpuPercent: number): CpuGovernor | null {
  return maxCpuPercent >= 100 ? null : new CpuGovernor((availableParallelism() * maxCpuPercent) / 100);
}

/**
 * The one process that writes a project's index: it holds the project lock, the writer, the workers and the embedder
 * from {@link Indexer.open} to {@link Indexer.close}.
 */
export class Indexer {
  readonly #config: Config;
  readonly #lock: ProjectLock;
  readonly #writer: StoreWriter;
  readonly #pool: WorkerPool;
  readonly #embedder: Embedder;
  readonly #scanner: Scanner;
  readonly #paths: ProjectPaths;
  readonly #log: (message: string) => void;
  /** What the index knows of each path; kept across passes, dropped when a pass fails half-way. */
  #states: Map<string, FileState> | null = null;
  /** What searches derive from the store, kept in step with a first pass. */
  #derived: SearchIndex | null = null;

  private constructor(
    options: IndexerOptions,
    paths: ProjectPaths,
    lock: ProjectLock,
    writer: StoreWriter,
    embedder: Embedder,
  ) {
    const { root, config, log } = options;
    this.#config = config;
    this.#paths = paths;
    this.#lock = lock;
    this.#writer = writer;
    this.#embedder = embedder;
    this.#log = log;
    this.#scanner = createScanner(root, config);
    this.#pool = new WorkerPool({
      script: builtPath("index", "worker.js"),
      size: config.index.workers ?? Math.min(availableParallelism(), maxWorkers),
      governor: governorFor(config.index.maxCpuPercent),
      log,
      setup: {
        root,
        chunking: config.chunking,
        fingerprint: analysisFingerprint(config.chunking),
        maxFileBytes: config.index.maxFileBytes,
        staticModel: embedder instanceof StaticEmbedder ? embedder.model() : null,
        indexPath: paths.index,
      },
    });
  }

  /**
   * Takes the project lock and opens the index, making it where there is none.
   * @throws GrepaiError INDEX_BUSY when another process holds the lock; INDEX_TOO_NEW; PERMISSION_DENIED; DISK_FULL
   */
  static open(options: IndexerOptions): Indexer {
    const paths = projectPaths(options.root);
    const lock = acquireProjectLock(paths, options.purpose);
    try {
      const embedder = createEmbedder(options.config.embedder, { projectRoot: options.root, env: process.env });
      const writer = openWriter(paths.index, {
        log: options.log,
        vectorDonors: () => vectorDonorPaths(options.root),
      });
      return new Indexer(options, paths, lock, writer, embedder);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  get scanner(): Scanner {
    return this.#scanner;
  }

  /** Tells other processes why this one works with less than it should, or null. */
  describeDegraded(reason: string | null): void {
    this.#lock.describe({ degraded: reason });
  }

  /**
   * Brings the files within `scope` up to date, with their vectors where the embedder is local.
   * @throws GrepaiError from the store; what was committed before is kept
   */
  async update(scope: "all" | readonly string[], options: RunOptions = {}): Promise<PassSummary> {
    try {
      return await this.#updateOnce(scope, options);
    } catch (error) {
      this.#states = null;
      // The store has moved the damaged file aside and begun a new one.
      if (!(error instanceof GrepaiError) || error.code !== "INDEX_DAMAGED") throw error;
      this.#log(error.message);
      return this.#updateOnce("all", options);
    }
  }

  async #updateOnce(scope: "all" | readonly string[], options: RunOptions): Promise<PassSummary> {
    // A server is asked for its vector space only once all else is done: it may hang.
    if (this.#embedder.isLocal) await this.#declareEmbedder(options.signal);
    const fingerprint = analysisFingerprint(this.#config.chunking);
    const trustStamps = this.#writer.analysis() === fingerprint;
    this.#states ??= new Map(this.#writer.fileStates());
    if (this.#states.size === 0) this.#prepareFirstPass();
    const summary = await runPass({
      writer: this.#writer,
      pool: this.#pool,
      scope: trustStamps ? scope : "all",
      scan: (within) => this.#scanner.scan(within, { signal: options.signal }),
      states: this.#states,
      trustStamps,
      signal: options.signal,
      onProgress: options.onProgress,
      onCommit: () => this.#writer.read((view) => this.#derived?.refresh(view)),
    });
    if (!summary.aborted && !trustStamps) this.#writer.setAnalysis(fingerprint);
    return summary;
  }

  /**
   * All files will be new: the workers start while the tree is scanned, and what {@link tidy} saves grows with every
   * commit instead of being built when the workers have nothing left to do.
   */
  #prepareFirstPass(): void {
    this.#pool.start();
    // Vectors that come later would change every file once more.
    if (this.#embedder.isLocal) this.#derived = this.#writer.read((view) => SearchIndex.build(view));
  }

  /** Embeds what has no vector yet; does nothing when all have one. */
  async embed(options: RunOptions = {}): Promise<EmbedSummary> {
    const unavailable = await this.#declareEmbedder(options.signal);
    if (unavailable !== null) return { embedded: 0, failed: 0, unavailable };
    return embedPending(this.#writer, this.#embedder, options.signal, options.onProgress);
  }

  /** Prunes the store and saves what searches derive from it; for when a long pass has ended. */
  tidy(): void {
    this.#writer.compact();
    const derived = this.#derived;
    this.#derived = null;
    const saved = derived ?? loadSnapshot(this.#paths.snapshot);
    const { index, read } = this.#writer.read((view) => {
      if (saved !== null) return { index: saved, read: saved.refresh(view) };
      return { index: SearchIndex.build(view), read: Number.POSITIVE_INFINITY };
    });
    if (derived === null && read < minChangesToSave) return;
    try {
      saveSnapshot(index, this.#paths.snapshot);
    } catch (error) {
      // Searches do without it, only their first answer takes longer.
      this.#log(messageOf(error));
    }
  }

  /** Ends the workers and gives the lock back. */
  async close(): Promise<void> {
    await this.#pool.close();
    this.#writer.close();
    this.#lock.release();
  }

  /** Tells the store which vector space is in use; returns why that is not known, or null. */
  async #declareEmbedder(signal: AbortSignal | undefined): Promise<string | null> {
    try {
      this.#writer.setEmbedder(await this.#embedder.id(signal));
      return null;
    } catch (error) {
      return messageOf(error);
    }
  }
}
