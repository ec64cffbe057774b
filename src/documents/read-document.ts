import { close, constants, fstat, open } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { messageOf } from "../errors.ts";
import { DocumentError } from "./document-error.ts";
import { freecadAdapter } from "./freecad/adapter.ts";
import { notebookAdapter } from "./notebook/adapter.ts";
import type { DocumentAdapter, DocumentContents } from "./types.ts";

const adapters: readonly DocumentAdapter[] = [freecadAdapter, notebookAdapter];

const openFile = promisify(open);
const statFile = promisify(fstat);
const closeFile = promisify(close);

/** Neither follows a link in the last part of the path nor waits for the other end of a pipe. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function adapterFor(path: string): DocumentAdapter | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return adapters.find(({ extensions }) => extensions.some((ending) => name.endsWith(ending)));
}

/** Whether a file is, by its name, a document with records. */
export function isDocument(path: string): boolean {
  return adapterFor(path) !== undefined;
}

function unreadable(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  return new DocumentError("unreadable", `It cannot be read: ${messageOf(error)}.`, { cause: error });
}

/** Whether a document is text as well. */
export function isTextDocument(path: string): boolean {
  return adapterFor(path)?.isText === true;
}

/**
 * Reads a document of the project.
 * @param root absolute path of the project
 * @param path relative to the root, of a file for which {@link isDocument} holds
 * @throws DocumentError, or the reason of the signal
 */
export async function readDocument(root: string, path: string, signal: AbortSignal): Promise<DocumentContents> {
  const adapter = adapterFor(path);
  if (adapter === undefined) throw new DocumentError("unreadable", "It is of no format that can be read.");
  try {
    const descriptor = await openFile(join(root, path), openFlags);
    try {
      const stats = await statFile(descriptor);
      if (!stats.isFile()) throw new DocumentError("unreadable", "It is not a regular file.");
      return await adapter.read({ path, descriptor, sizeBytes: stats.size }, signal);
    } finally {
      await closeFile(descriptor);
    }
  } catch (error) {
    throw unreadable(error);
  }
}
