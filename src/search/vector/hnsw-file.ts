import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { threadId } from "node:worker_threads";
import { readDerivedFile, writeDerivedFile } from "../../store/derived-file.ts";
import { encodeSections, SectionReader } from "../sections.ts";
import type { GraphOrigin } from "./hnsw-protocol.ts";

const KIND = "hnsw";
const VERSION = 1;

/** What the derived file says of its graph, beside database and generation. */
type Description = Omit<GraphOrigin, "databaseId">;

/** A graph in a file of the addon's own, with the passage of each label. */
export interface GraphFile {
  readonly file: string;
  readonly passageIds: Uint32Array;
  readonly generation: number;
}

/**
 * Takes a graph out of its derived file. The addon reads whatever it is given, loads another dimension silently and
 * ends the process on damage, so everything is checked before it sees a byte.
 * @returns null when there is no file, a damaged one, or one of another origin
 */
export function unpackGraph(path: string, origin: GraphOrigin): GraphFile | null {
  const read = readDerivedFile(path, { kind: KIND, version: VERSION });
  if ("problem" in read || read.header.databaseId !== origin.databaseId) return null;
  const reader = new SectionReader(read.payload);
  if (JSON.stringify(reader.description) !== JSON.stringify(describe(origin))) return null;
  const passageIds = reader.uint32();
  const file = temporaryFile(path);
  try {
    writeFileSync(file, reader.bytes());
  } catch (thrown) {
    rmSync(file, { force: true });
    throw thrown;
  }
  return { file, passageIds, generation: read.header.generation };
}

/** Wraps the addon's file into the derived file. */
export function packGraph(path: string, origin: GraphOrigin, graph: GraphFile): void {
  const { databaseId } = origin;
  const parts = encodeSections(describe(origin), [graph.passageIds, readFileSync(graph.file)]);
  writeDerivedFile(path, { kind: KIND, version: VERSION, databaseId, generation: graph.generation }, parts);
}

function describe({ embedder, m, efConstruction }: GraphOrigin): Description {
  const { provider, model, dimensions } = embedder;
  return { embedder: { provider, model, dimensions }, m, efConstruction };
}

/** A name beside the derived file, on the same disk, that tells whose it is. */
export function temporaryFile(path: string): string {
  return `${path}.${process.pid}-${threadId}.addon`;
}

/** Removes temporary files whose process ended without doing so. */
export function removeStaleFiles(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix) || !name.endsWith(".addon")) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid !== process.pid && !isRunning(pid)) rmSync(join(dirname(path), name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // Someone else's process answers EPERM.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}
