import type { StatusReport } from "../status/types.ts";
import { cutLine } from "./cut.ts";
import { notesKey } from "./limits.ts";

/** The documented status reply; keys after the documented ones of each object are additions. */
export interface StatusReply {
  readonly status: StatusReport["status"];
  readonly project: string;
  readonly embedder: {
    readonly provider: string;
    readonly model: string;
    readonly status: "connected" | "unavailable";
    readonly reason?: string;
  };
  readonly store: {
    readonly backend: string;
    readonly location: string;
    readonly size_bytes: number;
    readonly vector_search: string;
  };
  readonly index: {
    readonly files: number;
    readonly chunks: number;
    /** ISO 8601 in UTC; null before the first commit. */
    readonly last_updated: string | null;
    readonly symbols: number;
    readonly references: number;
    readonly generation: number;
    /** Not indexed yet, or with chunks that wait for vectors. */
    readonly pending_files: number;
    readonly pending_chunks: number;
    readonly failed_chunks: number;
    readonly languages: Readonly<Record<string, number>>;
    readonly skipped: Readonly<Record<string, number>>;
  };
  readonly daemon: { readonly running: boolean; readonly pid: number | null; readonly started_at?: string };
  readonly progress?: { readonly files_done: number; readonly files_total: number };
  readonly notes?: readonly string[];
  /** Only with `verbose`. */
  readonly details?: {
    readonly parse_status: Readonly<Record<string, number>>;
    readonly skipped_paths: readonly { readonly path: string; readonly reason: string; readonly detail?: string }[];
    readonly partly_parsed: readonly string[];
    readonly not_embedded: readonly { readonly file: string; readonly line: number; readonly reason: string }[];
  };
}

/** Second precision, as the documented example has it. */
function isoSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** The documented status reply. */
export function statusReply(report: StatusReport): StatusReply {
  const { counts, daemon, embedder, store, details } = report;
  return {
    status: report.status,
    project: report.project,
    embedder: {
      provider: embedder.provider,
      model: embedder.model,
      status: embedder.health.status,
      ...(embedder.health.status === "unavailable" ? { reason: embedder.health.reason } : {}),
    },
    store: {
      backend: store.backend,
      location: store.location,
      size_bytes: store.sizeBytes,
      vector_search: store.vectorSearch,
    },
    index: {
      files: counts.files,
      chunks: counts.chunks,
      last_updated: counts.lastUpdated === null ? null : isoSeconds(counts.lastUpdated),
      symbols: counts.symbols,
      references: counts.references,
      generation: report.generation,
      pending_files: report.unindexedFiles + counts.pendingFiles,
      pending_chunks: counts.pendingPassages,
      failed_chunks: counts.failedPassages,
      languages: counts.filesByLanguage,
      skipped: counts.skippedByReason,
    },
    daemon: daemon.running
      ? { running: true, pid: daemon.pid, started_at: daemon.startedAt }
      : { running: false, pid: null },
    ...(report.progress === null
      ? {}
      : { progress: { files_done: report.progress.filesDone, files_total: report.progress.filesTotal } }),
    ...notesKey(report.notes),
    ...(details === null
      ? {}
      : {
          details: {
            parse_status: counts.filesByStatus,
            skipped_paths: details.skipped.map(({ path, reason, detail }) => ({
              path,
              reason,
              ...(detail === null ? {} : { detail: cutLine(detail, 200) }),
            })),
            partly_parsed: details.partialFiles,
            not_embedded: details.failedPassages.map(({ path, startLine, reason }) => ({
              file: path,
              line: startLine,
              reason: cutLine(reason, 200),
            })),
          },
        }),
  };
}
