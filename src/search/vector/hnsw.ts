import { rmSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { builtPath } from "../../assets.ts";
import type { HnswConfig } from "../../config/types.ts";
import { messageOf } from "../../errors.ts";
import type { ReadView } from "../../store/types.ts";
import { GONE } from "../lexical/segment.ts";
import type { IndexParts, SearchIndex } from "../search-index.ts";
import { GraphCoverage } from "./graph-coverage.ts";
import { type HnswGraph, loadHnswAddon } from "./hnsw-addon.ts";
import type { GraphOrigin, GraphReply, GraphRequest, GraphWorkerSetup } from "./hnsw-protocol.ts";
import { type DocumentScope, exactScan, type NearestDocuments, type ScoredDocument } from "./nearest.ts";

/** When more than this share of the vectors came or went since the build, the graph is built anew. */
const MAX_STALE_SHARE = 0.2;
/** Neighbours asked for beyond those wanted, against the ones that turn out to be gone. */
const SPARE_NEIGHBOURS = 16;

/** A graph in memory and what it covers. */
interface ReadyGraph {
  readonly graph: HnswGraph;
  readonly coverage: GraphCoverage;
}

/** A graph that came from disk: which documents it covers is settled by the next view of the store. */
interface ArrivedGraph {
  readonly graph: HnswGraph;
  readonly passageIds: Uint32Array;
  readonly generation: number;
}

/**
 * Finds similar documents through an HNSW graph (Malkov & Yashunin 2016) once there is one, and by exact scan until
 * then and wherever it is as good: under a filter, below the configured size, without the addon. The graph is read
 * or built by a worker thread; documents that came since are scanned exactly, those that went are left out.
 */
export class HnswSearch implements NearestDocuments {
  readonly #config: HnswConfig;
  readonly #path: string;
  #worker: Worker | null = null;
  #ready: ReadyGraph | null = null;
  #arrived: ArrivedGraph | null = null;
  /** Documents by label of the graph that is being built, kept in step with renumberings meanwhile. */
  #building: Uint32Array | null = null;
  #hasLookedOnDisk = false;
  #failure: string | null = null;

  /** @param path the derived file that keeps the graph between processes */
  constructor(config: HnswConfig, path: string) {
    this.#config = config;
    this.#path = path;
  }

  /** Why no graph can be had in this process, or null. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Whether a graph answers. */
  get isReady(): boolean {
    return this.#ready !== null;
  }

  nearest(index: IndexParts, query: Float32Array, k: number, scope: DocumentScope): readonly ScoredDocument[] {
    const ready = this.#ready;
    const { vectors } = index;
    if (ready === null || vectors === null || scope.isFiltered || !query.every(Number.isFinite)) {
      return exactScan.nearest(index, query, k, scope);
    }
    const { graph, coverage } = ready;
    const covered = graph.getCurrentCount();
    const wanted = Math.min(covered, Math.ceil(k * (1 + coverage.goneShare * 2)) + SPARE_NEIGHBOURS);
    graph.setEf(Math.max(this.#config.efSearch, wanted));
    const { neighbors, distances } = graph.searchKnn(Array.from(query), wanted);
    const found: ScoredDocument[] = [];
    for (const [at, label] of neighbors.entries()) {
      const id = coverage.documentOf(label);
      if (id !== GONE && scope.allowed[id] === 1) found.push({ id, score: 1 - (distances[at] as number) });
    }
    if (found.length < k && wanted < covered) return exactScan.nearest(index, query, k, scope);
    const fresh = vectors.nearest(query, k, scope.allowed, coverage.freshRanges).ranked();
    return [...found, ...fresh].sort((one, other) => other.score - one.score || one.id - other.id).slice(0, k);
  }

  /** Takes note of the index's state, and starts whatever is due: reading, building, or building anew. */
  update(index: SearchIndex, view: ReadView): void {
    const { docs, vectors } = index.parts;
    const { databaseId, embedder } = index.origin;
    if (!this.#config.enabled || vectors === null || embedder === null) return;
    if (docs.liveCount < this.#config.minPassages) {
      this.#ready = null;
      return;
    }
    this.#adopt(index, view);
    this.#ready?.coverage.update(docs, vectors);
    if (this.#worker !== null || this.#failure !== null) return;
    if (this.#ready !== null && this.#ready.coverage.staleShare <= MAX_STALE_SHARE) return;
    const { m, efConstruction } = this.#config;
    const origin = { databaseId, embedder, m, efConstruction };
    if (this.#hasLookedOnDisk) this.#build(index, origin);
    else this.#ask({ kind: "open" }, origin, []);
    this.#hasLookedOnDisk = true;
  }

  /** Keeps document numbers in step with the index; null when the index was read anew. */
  renumber(renumbering: Uint32Array | null): void {
    if (renumbering !== null) {
      this.#ready?.coverage.renumber(renumbering);
      if (this.#building !== null) this.#building = renumbered(this.#building, renumbering);
      return;
    }
    this.close();
    this.#hasLookedOnDisk = false;
  }

  /** Stops whatever is under way and drops the graph. */
  close(): void {
    void this.#worker?.terminate();
    this.#worker = null;
    this.#ready = null;
    this.#arrived = null;
    this.#building = null;
  }

  #build(index: SearchIndex, origin: GraphOrigin): void {
    const { docs, vectors } = index.parts;
    if (vectors === null) return;
    const { live } = docs;
    const documents = Uint32Array.from(live.keys()).filter((document) => live[document] === 1 && vectors.has(document));
    if (documents.length === 0) return;
    const passageIds = documents.map((document) => docs.passageId(document));
    const { stride } = vectors;
    const rows = new Int8Array(documents.length * stride);
    const all = vectors.saved().rows;
    for (const [label, document] of documents.entries()) {
      rows.set(all.subarray(document * stride, (document + 1) * stride), label * stride);
    }
    this.#building = documents;
    const { generation } = index.origin;
    this.#ask({ kind: "build", generation, passageIds, rows, stride }, origin, [rows.buffer]);
  }

  #ask(request: GraphRequest, origin: GraphOrigin, transfer: readonly ArrayBuffer[]): void {
    const workerData: GraphWorkerSetup = { path: this.#path, origin };
    const worker = new Worker(builtPath("search", "hnsw-worker.js"), { workerData });
    worker.unref();
    this.#worker = worker;
    const finish = (reply: GraphReply): void => {
      void this.#receive(worker, reply, origin.embedder.dimensions);
    };
    worker.once("message", finish);
    worker.once("error", (thrown) => finish({ kind: "failed", reason: messageOf(thrown) }));
    worker.postMessage(request, transfer);
  }

  async #receive(worker: Worker, reply: GraphReply, dimensions: number): Promise<void> {
    const arrived = reply.kind === "graph" ? await loadGraph(reply.file, dimensions, reply.passageIds.length) : null;
    await worker.terminate();
    // Closed or asked anew meanwhile: what came is of no use.
    if (this.#worker !== worker) return;
    this.#worker = null;
    if (reply.kind === "failed") this.#failure = reply.reason;
    if (reply.kind !== "graph" || arrived === null) return;
    if (typeof arrived === "string") this.#failure = arrived;
    else this.#arrived = { graph: arrived, passageIds: reply.passageIds, generation: reply.generation };
  }

  /** Puts a graph that has arrived into use. */
  #adopt(index: SearchIndex, view: ReadView): void {
    const arrived = this.#arrived;
    if (arrived === null) return;
    this.#arrived = null;
    const { graph } = arrived;
    const documents = this.#building ?? documentsOf(arrived, index, view);
    this.#building = null;
    if (documents !== null) this.#ready = { graph, coverage: new GraphCoverage(documents) };
  }
}

/** The addon's graph, or why it could not be loaded. Deletes the file. */
async function loadGraph(file: string, dimensions: number, count: number): Promise<HnswGraph | string> {
  try {
    const addon = await loadHnswAddon();
    if (addon === null) return "hnswlib-node is not installed";
    const graph = new addon.HierarchicalNSW("ip", dimensions);
    await graph.readIndex(file);
    return graph.getCurrentCount() === count ? graph : "the graph that was read is not the one that was written";
  } catch (thrown) {
    return messageOf(thrown);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Which document each label of a graph from disk is today; null when its changes since cannot be told. */
function documentsOf(arrived: ArrivedGraph, index: SearchIndex, view: ReadView): Uint32Array | null {
  const changes = view.changesSince(arrived.generation);
  if (changes.kind === "reload") return null;
  const changed = new Set(changes.changedFileIds);
  const { docs } = index.parts;
  const documents = new Map<number, number>();
  for (const { id, firstDocument, documentCount } of docs.files()) {
    if (changed.has(id)) continue;
    for (let document = firstDocument; document < firstDocument + documentCount; document++) {
      documents.set(docs.passageId(document), document);
    }
  }
  return arrived.passageIds.map((passageId) => documents.get(passageId) ?? GONE);
}

function renumbered(documents: Uint32Array, renumbering: Uint32Array): Uint32Array {
  return documents.map((document) => (document === GONE ? GONE : (renumbering[document] as number)));
}
