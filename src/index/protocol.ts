import type { Chunk } from "../chunk/types.ts";
import type { ChunkingConfig } from "../config/types.ts";
import type { StaticModel } from "../embed/static/model.ts";
import type { SkippedPath } from "../scan/types.ts";
import type { PackedFacts } from "../store/packed-facts.ts";

/** What a worker is told once, when it starts. */
export interface WorkerSetup {
  readonly root: string;
  readonly chunking: ChunkingConfig;
  readonly fingerprint: string;
  readonly maxFileBytes: number;
  /** Weights shared by all workers; null when vectors come from a server. */
  readonly staticModel: StaticModel | null;
  /** Database to look known contents up in. */
  readonly indexPath: string;
}

/** One file to look at. */
export interface FileJob {
  readonly path: string;
  /** Hash of the content indexed under this path so far. */
  readonly indexedHash: string | null;
}

export interface JobBatch {
  readonly batchId: number;
  readonly jobs: readonly FileJob[];
}

/** Term bags of all chunks of a file, end to end in one buffer each, so that they cross threads without copying. */
export interface PackedTerms {
  /** Terms of chunk i lie at `offsets[i]` up to `offsets[i + 1]`. */
  readonly offsets: Uint32Array;
  readonly hashes: Uint32Array;
  readonly bodyCounts: Uint8Array;
  readonly nameCounts: Uint8Array;
}

/** What became of one file. */
export type FileOutcome =
  | { readonly kind: "unchanged"; readonly path: string }
  | { readonly kind: "skipped"; readonly path: string; readonly skipped: SkippedPath }
  | {
      readonly kind: "known";
      readonly path: string;
      readonly hash: string;
      readonly chunkCount: number;
      readonly vectors: Float32Array | null;
    }
  | {
      readonly kind: "analysed";
      readonly path: string;
      readonly hash: string;
      readonly lineCount: number;
      readonly facts: PackedFacts;
      readonly chunks: readonly Chunk[];
      readonly terms: PackedTerms;
      /** One vector a chunk, end to end; null when a server makes them. */
      readonly vectors: Float32Array | null;
    };

export interface BatchResult {
  readonly batchId: number;
  readonly outcomes: readonly FileOutcome[];
}
