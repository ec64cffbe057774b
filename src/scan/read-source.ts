import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { entryStats } from "../config/file-stats.ts";
import { GrepaiError, messageOf } from "../errors.ts";
import { contentSkip, secretSkip } from "./content-rules.ts";
import { decodeText } from "./decode.ts";
import type { Skip } from "./default-rules.ts";
import { notebookSource } from "./notebook-source.ts";
import type { ReadResult } from "./types.ts";

export interface ReadOptions {
  /** Larger files are skipped as `too-large`. */
  readonly maxFileBytes: number;
  /** Minified code is taken like other text. */
  readonly takesMinified?: true;
}

/** Neither follows a link in the last part of the path nor waits for the other end of a pipe. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const hashHexLength = 32;

/** What an error of the system means for a file. */
function skipOfError(error: unknown): Skip {
  const code = error instanceof Error && "code" in error ? String(error.code) : messageOf(error);
  switch (code) {
    case "ELOOP":
    case "EMLINK":
      return { reason: "symlink", detail: null };
    case "ENXIO":
    case "EOPNOTSUPP":
      return { reason: "not-a-file", detail: "pipe, socket or device" };
    case "ENOENT":
    case "ENOTDIR":
      return { reason: "unreadable", detail: "it is no longer there" };
    default:
      return { reason: "unreadable", detail: code };
  }
}

/** Whether a folder on the way to the file has become a symbolic link, which might lead out of the project. */
function leadsThroughLink(root: string, path: string): boolean {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    if (entryStats(join(root, path.slice(0, end)))?.isSymbolicLink() === true) return true;
  }
  return false;
}

/** Reads at most `limit` bytes; returns one more than that when there are more, as the file may grow meanwhile. */
function readUpTo(descriptor: number, expected: number, limit: number): Buffer {
  let buffer = Buffer.allocUnsafe(Math.min(expected, limit) + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += read;
    if (read === 0 || length > limit) return buffer.subarray(0, length);
    if (length === buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(2 * buffer.length, limit + 1));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
  }
}

function readBytes(root: string, path: string, maxFileBytes: number): Buffer | Skip {
  const tooLarge = (bytes: number): Skip => ({
    reason: "too-large",
    detail: `${bytes} bytes, the limit is ${maxFileBytes}`,
  });
  let descriptor: number;
  try {
    if (leadsThroughLink(root, path)) return { reason: "symlink", detail: null };
    descriptor = openSync(join(root, path), openFlags);
  } catch (error) {
    return skipOfError(error);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { reason: "not-a-file", detail: null };
    if (stats.size > maxFileBytes) return tooLarge(stats.size);
    const bytes = readUpTo(descriptor, stats.size, maxFileBytes);
    return bytes.length > maxFileBytes ? tooLarge(bytes.length) : bytes;
  } catch (error) {
    return skipOfError(error);
  } finally {
    closeSync(descriptor);
  }
}

/** Begins with all that {@link holdsSecret} looks at. */
const headBytes = 16_384;

/** Whether a text that a search came upon is a private key under a harmless name. A file that cannot be read is not. */
export function holdsSecret(root: string, path: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(join(root, path), openFlags);
  } catch {
    return false;
  }
  try {
    const head = decodeText(readUpTo(descriptor, headBytes, headBytes));
    return head.kind === "text" && secretSkip(path, head.text) !== null;
  } catch {
    return false;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads one file of the project, once, and decodes it; or says why it is not indexed. Of a notebook it gives the source
 * of its cells, at the file's own lines. Synchronous: it runs in workers.
 * @param root absolute path of the project
 * @param path relative to the root, `/`-separated
 * @throws GrepaiError PATH_OUTSIDE_PROJECT when `path` is absolute or climbs
 */
export function readSourceSync(root: string, path: string, options: ReadOptions): ReadResult {
  if (path === "" || path.startsWith("/") || path.split("/").includes("..")) {
    throw new GrepaiError("PATH_OUTSIDE_PROJECT", "Only files inside the project can be read.");
  }
  const bytes = readBytes(root, path, options.maxFileBytes);
  if (!Buffer.isBuffer(bytes)) return { kind: "skipped", skipped: { path, ...bytes } };
  const decoded = decodeText(bytes);
  if (decoded.kind === "binary") {
    return { kind: "skipped", skipped: { path, reason: "binary", detail: decoded.detail } };
  }
  const { encoding } = decoded;
  const text = path.toLowerCase().endsWith(".ipynb") ? (notebookSource(decoded.text) ?? decoded.text) : decoded.text;
  const skip = contentSkip(path, text);
  if (skip !== null && !(skip.reason === "minified" && options.takesMinified))
    return { kind: "skipped", skipped: { path, ...skip } };
  const contentHash = createHash("sha256").update(bytes).digest("hex").slice(0, hashHexLength);
  return { kind: "text", text, contentHash, encoding };
}
