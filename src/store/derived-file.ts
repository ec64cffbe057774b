import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { GrepaiError, messageOf } from "../errors.ts";

/*
 * Files derived from the database: they are written whole, verified before use, and can be deleted at any moment.
 * Layout: magic, length of the header, header as JSON, payload. The header carries the payload's length and checksum.
 */

const magic = Buffer.from("grepai-derived-1\n");
/** Temporary files of writers that died are removed once they are this old. */
const staleAfterMs = 10 * 60 * 1000;

/** What a file holds and which layout it has. */
export interface DerivedKind {
  readonly kind: string;
  readonly version: number;
}

/** Where a derived file comes from. */
export interface DerivedHeader extends DerivedKind {
  readonly databaseId: string;
  readonly generation: number;
}

interface StoredHeader extends DerivedHeader {
  readonly payloadBytes: number;
  /** CRC-32 of the origin and the payload. */
  readonly checksum: number;
}

export type DerivedFile =
  | { readonly header: DerivedHeader; readonly payload: Buffer }
  /** `foreign`: another kind or layout, to be made anew like a damaged one. */
  | { readonly problem: "missing" | "damaged" | "foreign" };

/**
 * Writes the parts one behind the other under a temporary name, forces them to disk, and renames.
 * @throws GrepaiError DISK_FULL, PERMISSION_DENIED, INTERNAL; the former file is left as it was
 */
export function writeDerivedFile(path: string, header: DerivedHeader, parts: readonly Uint8Array[]): void {
  removeStale(path);
  let checksum = originChecksum(header);
  let payloadBytes = 0;
  for (const part of parts) {
    // zlib starts over at an empty part.
    if (part.length > 0) checksum = crc32(part, checksum);
    payloadBytes += part.length;
  }
  const stored: StoredHeader = { ...header, payloadBytes, checksum };
  const temporary = `${path}.${process.pid}.${Date.now().toString(36)}.tmp`;
  try {
    const file = openSync(temporary, "wx", 0o600);
    try {
      writeAll(file, encodeHeader(stored));
      for (const part of parts) writeAll(file, part);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw writeError(path, error);
  }
}

/** Reads and verifies a file. A problem is an answer, not an error: the file is made anew. */
export function readDerivedFile(path: string, expected: DerivedKind): DerivedFile {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return { problem: "missing" };
  }
  const start = magic.length + 4;
  if (bytes.length < start || !bytes.subarray(0, magic.length).equals(magic)) return { problem: "damaged" };
  const headerEnd = start + bytes.readUInt32LE(magic.length);
  const header = headerEnd <= bytes.length ? parseHeader(bytes.toString("utf8", start, headerEnd)) : null;
  if (header === null) return { problem: "damaged" };
  if (header.kind !== expected.kind || header.version !== expected.version) return { problem: "foreign" };
  const payload = bytes.subarray(headerEnd);
  if (payload.length !== header.payloadBytes) return { problem: "damaged" };
  const { kind, version, databaseId, generation, checksum } = header;
  const origin = { kind, version, databaseId, generation };
  const expectedChecksum = originChecksum(origin);
  const found = payload.length > 0 ? crc32(payload, expectedChecksum) : expectedChecksum;
  return found === checksum ? { header: origin, payload } : { problem: "damaged" };
}

function originChecksum({ kind, version, databaseId, generation }: DerivedHeader): number {
  return crc32(JSON.stringify([kind, version, databaseId, generation]));
}

function encodeHeader(header: StoredHeader): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([magic, length, json]);
}

function parseHeader(text: string): StoredHeader | null {
  let value: Partial<Record<keyof StoredHeader, unknown>>;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { kind, version, databaseId, generation, payloadBytes, checksum } = value;
  const isWhole =
    typeof kind === "string" &&
    typeof version === "number" &&
    typeof databaseId === "string" &&
    typeof generation === "number" &&
    typeof payloadBytes === "number" &&
    typeof checksum === "number";
  return isWhole ? { kind, version, databaseId, generation, payloadBytes, checksum } : null;
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

function removeStale(path: string): void {
  const folder = dirname(path);
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".tmp")) continue;
      const stale = join(folder, name);
      if (Date.now() - statSync(stale).mtimeMs > staleAfterMs) rmSync(stale, { force: true });
    }
  } catch {
    // Another process may have removed it first; what cannot be removed does no harm.
  }
}

function writeError(path: string, error: unknown): GrepaiError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const folder = dirname(path);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new GrepaiError("DISK_FULL", `No room left on the disk that holds ${folder}; free some and run again.`, {
      cause: error,
    });
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return new GrepaiError("PERMISSION_DENIED", `Cannot write to ${folder}; check its owner and permissions.`, {
      cause: error,
    });
  }
  return new GrepaiError("INTERNAL", `Cannot write ${path}: ${messageOf(error)}`, { cause: error });
}
