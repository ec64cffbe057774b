import type { FileStamp, ScannedFile } from "../scan/types.ts";
import type { FileState } from "../store/types.ts";
import type { FileJob } from "./protocol.ts";

/** What a pass has to do, found by comparing the tree with the index. */
export interface PassPlan {
  /** Files to read: new ones and those whose stamp differs. */
  readonly jobs: readonly FileJob[];
  readonly stamps: ReadonlyMap<string, FileStamp>;
  /** Indexed paths that are no longer in the tree or no longer let through. */
  readonly removed: readonly string[];
  readonly unchanged: number;
}

/** Sizes that make a batch worth a message, without letting one worker hold the rest up at the end. */
const batchMaxFiles = 32;
const batchMaxBytes = 256 * 1024;

function sameStamp(left: FileStamp, right: FileStamp): boolean {
  return (
    left.sizeBytes === right.sizeBytes &&
    left.mtimeMs === right.mtimeMs &&
    left.ctimeMs === right.ctimeMs &&
    left.inode === right.inode
  );
}

/** Whether `path` is one of the scope's paths or lies below one. */
export function isWithin(path: string, scope: "all" | readonly string[]): boolean {
  return scope === "all" || scope.some((place) => place === "" || path === place || path.startsWith(`${place}/`));
}

/**
 * Compares the files found within `scope` with what the index knows there.
 * @param trustStamps false reads every file again, for an index made by another version of the analysis
 */
export function planPass(
  files: readonly ScannedFile[],
  states: ReadonlyMap<string, FileState>,
  scope: "all" | readonly string[],
  trustStamps: boolean,
): PassPlan {
  const jobs: FileJob[] = [];
  const stamps = new Map<string, FileStamp>();
  const present = new Set<string>();
  let unchanged = 0;
  for (const file of files) {
    present.add(file.path);
    const state = states.get(file.path);
    if (trustStamps && state !== undefined && sameStamp(file, state)) {
      unchanged++;
      continue;
    }
    stamps.set(file.path, file);
    jobs.push({ path: file.path, indexedHash: state?.hash ?? null });
  }
  const removed = [...states.keys()].filter((path) => !present.has(path) && isWithin(path, scope));
  return { jobs, stamps, removed, unchanged };
}

/** Cuts the jobs into batches of about equal work, in order. */
export function* batchJobs(plan: PassPlan): Generator<readonly FileJob[]> {
  let batch: FileJob[] = [];
  let bytes = 0;
  for (const job of plan.jobs) {
    batch.push(job);
    bytes += plan.stamps.get(job.path)?.sizeBytes ?? 0;
    if (batch.length >= batchMaxFiles || bytes >= batchMaxBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
