import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DocumentError } from "./document-error.ts";
import { readDocument } from "./read-document.ts";
import type { DocumentContents } from "./types.ts";

/** What became of a document: its contents, or why it has none. */
export type DocumentOutcome =
  | { readonly kind: "contents"; readonly contents: DocumentContents }
  | { readonly kind: "problem"; readonly error: DocumentError };

interface Entry {
  readonly stamp: string;
  readonly outcome: DocumentOutcome;
  readonly weightBytes: number;
}

/** Records of all documents that are kept, about 10 MB of which a FreeCAD file of 2 MB with sketches alone takes. */
const defaultMaxBytes = 128 * 1024 * 1024;
/** What an entry takes beside its records. */
const entryBytes = 1_000;

function weightOf(outcome: DocumentOutcome): number {
  if (outcome.kind === "problem") return entryBytes;
  return outcome.contents.records.reduce((sum, { weight }) => sum + weight, entryBytes);
}

/** The state of a file on disk; "" when it cannot be told. */
async function stampOf(path: string): Promise<string> {
  try {
    const { size, mtimeMs, ctimeMs, ino } = await stat(path);
    return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
  } catch {
    return "";
  }
}

/**
 * Reads documents and keeps those that were asked for last, so that a document is parsed once for each of its states.
 * Damaged ones are remembered as well.
 */
export class DocumentCache {
  readonly #maxBytes: number;
  /** By absolute path, the one used last at the end. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /** What the kept records occupy, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The contents of a document as it is on disk now.
   * @param root absolute path of the project
   * @param path relative to the root
   * @throws the signal's reason
   */
  async read(root: string, path: string, signal: AbortSignal): Promise<DocumentOutcome> {
    const file = join(root, path);
    const stamp = await stampOf(file);
    const known = this.#entries.get(file);
    if (known !== undefined) this.#drop(file, known);
    if (known !== undefined && stamp !== "" && known.stamp === stamp) {
      this.#keep(file, known);
      return known.outcome;
    }
    const outcome = await this.#load(root, path, signal);
    // A file that changed while it was read would be taken for its later state.
    if (stamp !== "" && (await stampOf(file)) === stamp) {
      this.#keep(file, { stamp, outcome, weightBytes: weightOf(outcome) });
    }
    return outcome;
  }

  async #load(root: string, path: string, signal: AbortSignal): Promise<DocumentOutcome> {
    try {
      return { kind: "contents", contents: await readDocument(root, path, signal) };
    } catch (error) {
      if (error instanceof DocumentError) return { kind: "problem", error };
      throw error;
    }
  }

  #drop(file: string, entry: Entry): void {
    this.#entries.delete(file);
    this.#bytes -= entry.weightBytes;
  }

  #keep(file: string, entry: Entry): void {
    const present = this.#entries.get(file);
    if (present !== undefined) this.#drop(file, present);
    if (entry.weightBytes > this.#maxBytes) return;
    this.#entries.set(file, entry);
    this.#bytes += entry.weightBytes;
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest, old);
    }
  }
}
