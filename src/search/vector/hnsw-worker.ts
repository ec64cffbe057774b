import { rmSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../errors.ts";
import { loadHnswAddon } from "./hnsw-addon.ts";
import { packGraph, removeStaleFiles, temporaryFile, unpackGraph } from "./hnsw-file.ts";
import type { GraphReply, GraphRequest, GraphWorkerSetup } from "./hnsw-protocol.ts";

/*
 * Worker thread that reads, verifies, builds and saves HNSW graphs, all of which would hold up searches for seconds.
 */

/** Any fixed number: the same passages give the same graph. */
const RANDOM_SEED = 100;

async function answer(request: GraphRequest): Promise<GraphReply> {
  const { path, origin } = workerData as GraphWorkerSetup;
  if (request.kind === "open") {
    removeStaleFiles(path);
    const graph = unpackGraph(path, origin);
    return graph === null ? { kind: "none" } : { kind: "graph", ...graph };
  }
  const addon = await loadHnswAddon();
  if (addon === null) return { kind: "failed", reason: "hnswlib-node is not installed" };
  const { passageIds, generation, rows, stride } = request;
  const { dimensions } = origin.embedder;
  const graph = new addon.HierarchicalNSW("ip", dimensions);
  const { m, efConstruction } = origin;
  graph.initIndex({ maxElements: passageIds.length, m, efConstruction, randomSeed: RANDOM_SEED });
  for (let label = 0; label < passageIds.length; label++) {
    graph.addPoint(unitVector(rows.subarray(label * stride, label * stride + dimensions)), label);
  }
  const built = { file: temporaryFile(path), passageIds, generation };
  try {
    graph.writeIndexSync(built.file);
    packGraph(path, origin, built);
  } catch (thrown) {
    rmSync(built.file, { force: true });
    throw thrown;
  }
  return { kind: "graph", ...built };
}

/** The direction of a quantised vector, which is not all zeros, as the plain array that the addon wants. */
function unitVector(numbers: Int8Array): number[] {
  let squares = 0;
  for (const number of numbers) squares += number * number;
  const norm = Math.sqrt(squares);
  return Array.from(numbers, (number) => number / norm);
}

const port = parentPort;
if (port === null) throw new Error("the graph worker runs only as a worker thread");
port.on("message", (request: GraphRequest) => {
  answer(request)
    .catch((thrown: unknown): GraphReply => ({ kind: "failed", reason: messageOf(thrown) }))
    .then((reply) => port.postMessage(reply));
});
