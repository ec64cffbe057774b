import { appendFileSync, renameSync, statSync } from "node:fs";

/** The log is set aside at this size; one former log is kept. */
const defaultMaxBytes = 5 * 1024 * 1024;

/** Sets the log at `path` aside, in the place of the one set aside before, once it has reached a size. */
export function rotateLog(path: string, maxBytes = defaultMaxBytes): void {
  try {
    if (statSync(path).size >= maxBytes) renameSync(path, `${path}.1`);
  } catch {
    // There is no log yet, or it cannot be renamed and grows.
  }
}

/**
 * Appends a line with its time to the log of a process that nobody sees. A line that cannot be written (a full disk) is
 * lost and nothing else: the process goes on.
 */
export function appendToLog(path: string, line: string, maxBytes = defaultMaxBytes): void {
  rotateLog(path, maxBytes);
  try {
    appendFileSync(path, `${new Date().toISOString()} ${line}\n`, { mode: 0o600 });
  } catch {
    // Told nobody, since there is nobody to tell.
  }
}
