import { statSync } from "node:fs";
import { relative, sep } from "node:path";
import { projectPaths } from "../config/paths.ts";
import type { Config } from "../config/types.ts";
import type { EmbedderHealth, EmbedderId } from "../embed/types.ts";
import { GrepaiError } from "../errors.ts";
import { describeVectorSearch } from "../search/vector/vector-search-status.ts";
import { checkIndex } from "../store/open.ts";
import type { IndexCounts, PassState, StoreReader } from "../store/types.ts";
import { readDaemonState } from "../watch/background.ts";
import type { StatusReport } from "./types.ts";
import { filesLeft, unfinishedNote } from "./unfinished.ts";

/** Entries of each list that details hold at most. */
const maxDetails = 200;

/** Fewer are no sign of a fault: somebody may have killed the process. */
const crashesToTell = 3;

/** Where the facts of a status come from. */
export interface StatusSource {
  /** Absolute. */
  readonly root: string;
  readonly config: Config;
  /** @throws GrepaiError INDEX_NOT_FOUND, INDEX_DAMAGED, INDEX_TOO_NEW, PERMISSION_DENIED */
  readonly reader: () => StoreReader;
  /** Asks the embedder how it is; answers within its own time limit. */
  readonly health: (signal: AbortSignal | undefined) => Promise<EmbedderHealth>;
  /** Identity of a local embedder's vectors; null for a server, which would have to load its model to tell. */
  readonly localEmbedderId: (() => Promise<EmbedderId>) | null;
}

export interface StatusOptions {
  /** Fill in the details. */
  readonly isVerbose: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** What is read from the index in one committed state. */
interface IndexFacts {
  readonly counts: IndexCounts;
  readonly generation: number;
  readonly pass: PassState;
  readonly embedderId: EmbedderId | null;
  readonly details: StatusReport["details"];
}

type IndexState =
  | { readonly kind: "readable"; readonly facts: IndexFacts }
  | { readonly kind: "missing" | "damaged"; readonly reason: string };

const noFacts: IndexFacts = {
  counts: {
    files: 0,
    chunks: 0,
    symbols: 0,
    references: 0,
    filesByLanguage: {},
    filesByStatus: { parsed: 0, partial: 0, text: 0, failed: 0 },
    pendingPassages: 0,
    pendingFiles: 0,
    failedPassages: 0,
    skippedByReason: {},
    lastUpdated: null,
  },
  generation: 0,
  pass: { kind: "complete" },
  embedderId: null,
  details: null,
};

function readFacts(reader: StoreReader, isVerbose: boolean): IndexFacts {
  return reader.read((view) => ({
    counts: view.counts(),
    generation: view.generation,
    pass: view.passState(),
    embedderId: view.embedderId(),
    details: isVerbose
      ? {
          skipped: view.skipped(maxDetails),
          partialFiles: view.partialFiles(maxDetails),
          failedPassages: view.failedPassages(maxDetails),
        }
      : null,
  }));
}

function readIndex(source: StatusSource, indexPath: string, isVerbose: boolean): IndexState {
  try {
    const facts = readFacts(source.reader(), isVerbose);
    checkIndex(indexPath);
    return { kind: "readable", facts };
  } catch (error) {
    if (!(error instanceof GrepaiError)) throw error;
    if (error.code === "INDEX_NOT_FOUND") return { kind: "missing", reason: error.message };
    return { kind: "damaged", reason: error.message };
  }
}

/** Bytes of the database and its log, 0 where there is none. */
function storeBytes(path: string): number {
  return ["", "-wal"].reduce((sum, suffix) => {
    try {
      return sum + statSync(path + suffix).size;
    } catch {
      return sum;
    }
  }, 0);
}

/** Whether the index holds vectors of another model than the configuration asks for, as far as that is known. */
async function mismatchOf(source: StatusSource, stored: EmbedderId | null): Promise<string | null> {
  if (stored === null) return null;
  const { provider, model } = source.config.embedder;
  const current =
    stored.provider === provider && source.localEmbedderId !== null ? await source.localEmbedderId() : null;
  const isSame =
    current === null
      ? stored.provider === provider
      : stored.model === current.model && stored.dimensions === current.dimensions;
  if (isSame) return null;
  return `The index holds vectors of ${stored.provider} ${stored.model}, the configuration says ${provider} ${current?.model ?? model}. Run 'grepai index' to embed anew.`;
}

interface Judgement {
  readonly status: StatusReport["status"];
  readonly notes: readonly string[];
}

function judge(
  state: IndexState,
  health: EmbedderHealth,
  mismatch: string | null,
  holder: ReturnType<typeof readDaemonState>,
): Judgement {
  if (state.kind !== "readable") return { status: state.kind, notes: [state.reason] };
  const { counts, pass } = state.facts;
  const remarks: string[] = [];
  const faults: string[] = [];
  if (holder === null) remarks.push("'grepai watch' is not running: changes since the last update are not indexed.");
  if (holder?.purpose === "index") remarks.push(`'grepai index' (pid ${holder.pid}) is at work.`);
  if (holder?.purpose === "serve") remarks.push(`An MCP server has the project watched (pid ${holder.pid}).`);
  if (holder !== null && holder.crashes.length >= crashesToTell) {
    faults.push(
      `The watching process has ended unexpectedly ${holder.crashes.length} times within the last hour; .grepai/watch.log may say why.`,
    );
  }
  if (holder?.degraded != null) faults.push(holder.degraded);
  const unfinished = unfinishedNote(pass);
  if (unfinished !== null) faults.push(unfinished);
  if (health.status === "unavailable") faults.push(`Search uses words only: ${health.reason}`);
  if (mismatch !== null) faults.push(mismatch);
  if (counts.pendingPassages > 0 && holder === null) {
    faults.push(`${counts.pendingPassages} chunks have no vectors yet. Run 'grepai watch' to go on.`);
  }
  return {
    status: pass.kind === "running" ? "building" : faults.length > 0 ? "degraded" : "healthy",
    notes: [...faults, ...remarks],
  };
}

/**
 * Gathers the true state of a project's index, also when it is missing or damaged. Whether a process keeps it up to
 * date is asked of the lock, not of a file that could be stale.
 * @throws GrepaiError CANCELLED
 */
export async function collectStatus(source: StatusSource, options: StatusOptions): Promise<StatusReport> {
  const { root, config } = source;
  const paths = projectPaths(root);
  const health = await source.health(options.signal);
  const state = readIndex(source, paths.index, options.isVerbose);
  const holder = readDaemonState(root);
  const facts = state.kind === "readable" ? state.facts : noFacts;
  const mismatch = health.status === "connected" ? await mismatchOf(source, facts.embedderId) : null;
  return {
    ...judge(state, health, mismatch, holder),
    project: root,
    embedder: { provider: config.embedder.provider, model: config.embedder.model, health },
    store: {
      backend: config.store.backend,
      location: relative(root, paths.index).split(sep).join("/"),
      sizeBytes: storeBytes(paths.index),
      vectorSearch: await describeVectorSearch(config.store.hnsw, facts.counts.chunks, paths.hnsw),
    },
    counts: facts.counts,
    generation: facts.generation,
    unindexedFiles: filesLeft(facts.pass),
    progress: facts.pass.kind === "running" ? facts.pass.progress : null,
    daemon:
      holder !== null && holder.purpose !== "index"
        ? { running: true, pid: holder.pid, startedAt: holder.startedAt }
        : { running: false },
    details: facts.details,
  };
}
