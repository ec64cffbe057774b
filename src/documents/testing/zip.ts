import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
  /** The expanded size that the archive tells; the true one unless given. */
  readonly claimedBytes?: number;
  /** Changes the compressed bytes after their checksum was taken. */
  readonly isFlipped?: boolean;
  readonly isEncrypted?: boolean;
}

/**
 * A zip archive of deflated entries, also of such as a sound program would not write.
 * Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedBytes = content.length, isFlipped = false, isEncrypted = false } of entries) {
    const packed = isFlipped ? deflateRawSync(content, { level: 0 }) : deflateRawSync(content);
    const path = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(claimedBytes, 18);
    head.writeUInt16LE(path.length, 22);
    if (isFlipped) packed.writeUInt8((packed.at(-10) as number) ^ 1, packed.length - 10);
    pieces.push(Buffer.from("PK\x03\x04", "latin1"), head, path, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, rest, path);
    offset += 30 + path.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, ...directory, end]);
}
