import type { EmbedderHealth } from "../embed/types.ts";
import type { SkippedPath } from "../scan/types.ts";
import type { IndexCounts, PassProgress } from "../store/types.ts";

/** The state of one project's index, as `status` tells it. */
export interface StatusReport {
  /** `building`: a pass over the whole project is under way; `degraded`: usable, but see the notes. */
  readonly status: "healthy" | "building" | "degraded" | "missing" | "damaged";
  readonly project: string;
  readonly embedder: { readonly provider: string; readonly model: string; readonly health: EmbedderHealth };
  readonly store: {
    readonly backend: string;
    readonly location: string;
    readonly sizeBytes: number;
    readonly vectorSearch: string;
  };
  readonly counts: IndexCounts;
  /** Files that the last whole pass found new or changed and has not committed. */
  readonly unindexedFiles: number;
  readonly generation: number;
  /** Of the pass that is under way. */
  readonly progress: PassProgress | null;
  readonly daemon:
    | { readonly running: false }
    | { readonly running: true; readonly pid: number; readonly startedAt: string };
  readonly notes: readonly string[];
  /** Filled when details are asked for. */
  readonly details: {
    readonly skipped: readonly SkippedPath[];
    readonly partialFiles: readonly string[];
    readonly failedPassages: readonly { readonly path: string; readonly startLine: number; readonly reason: string }[];
  } | null;
}
