import { crc32 } from "node:zlib";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { DocumentError } from "../document-error.ts";
import type { DocumentFile } from "../types.ts";

/** Entries of an archive, of which a document of ten thousand shapes has about as many. */
const maxEntries = 200_000;

function damaged(error: unknown): unknown {
  if (error instanceof DocumentError || !(error instanceof Error)) return error;
  return new DocumentError("damaged", `The archive is damaged: ${error.message.replace(/\.$/, "")}.`, { cause: error });
}

/**
 * A zip archive that is read where it lies: its directory, and of its entries those that are asked for. Sizes are taken
 * from the directory and held against what is really there.
 */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws DocumentError */
  static async open(file: DocumentFile, signal: AbortSignal): Promise<Archive> {
    try {
      const zip = await fromFdPromise(file.descriptor, { autoClose: false, lazyEntries: true });
      if (zip.entryCount > maxEntries) {
        throw new DocumentError("too-large", `The archive has ${zip.entryCount} entries; the limit is ${maxEntries}.`);
      }
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        signal.throwIfAborted();
        if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
      }
      return new Archive(zip, entries);
    } catch (error) {
      throw signal.aborted ? signal.reason : damaged(error);
    }
  }

  /** Names and expanded sizes in bytes. */
  *sizes(): Iterable<readonly [name: string, sizeBytes: number]> {
    for (const [name, entry] of this.#entries) yield [name, entry.uncompressedSize];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * The bytes of an entry in pieces, checked when the last one has been taken.
   * @throws DocumentError
   */
  async *read(name: string, maxBytes: number, signal: AbortSignal): AsyncIterable<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new DocumentError("damaged", `The archive has no ${name}.`);
    if (entry.uncompressedSize > maxBytes) {
      throw new DocumentError("too-large", `${name} has ${entry.uncompressedSize} bytes; the limit is ${maxBytes}.`);
    }
    if (!entry.canDecodeFileData()) {
      const what = entry.isEncrypted() ? "is encrypted" : `is packed by method ${entry.compressionMethod}`;
      throw new DocumentError("damaged", `${name} ${what}, which cannot be read.`);
    }
    let checksum = 0;
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      for await (const piece of stream as AsyncIterable<Buffer>) {
        signal.throwIfAborted();
        checksum = crc32(piece, checksum);
        yield piece;
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : damaged(error);
    }
    if (checksum !== entry.crc32) throw new DocumentError("damaged", `${name} does not have the checksum it should.`);
  }
}
