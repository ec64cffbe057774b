import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The files that git tracks. Git lists a tracked file even when an ignore rule matches it. */
export interface TrackedPaths {
  /** Relative to the top level of the repository. */
  readonly files: ReadonlySet<string>;
  /** Every folder that holds a tracked file somewhere below it. */
  readonly folders: ReadonlySet<string>;
}

const nothing: TrackedPaths = { files: new Set(), folders: new Set() };
const gitlinkMode = 0o160000;
const folderMode = 0o040000;
const statBytes = 40;

/** Length of the prefix to cut, in the variable-length form of version 4; returns [value, next offset]. */
function readOffset(data: Buffer, start: number): readonly [number, number] {
  let at = start;
  let byte = data.readUInt8(at++);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = data.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return [value, at];
}

/** Reads one index file (gitformat-index(5), versions 2 to 4) and adds its files. Throws on damaged data. */
function addEntries(data: Buffer, hashBytes: number, gitDir: string, files: Set<string>): void {
  if (data.toString("latin1", 0, 4) !== "DIRC") throw new Error("not an index");
  const version = data.readUInt32BE(4);
  if (version < 2 || version > 4) throw new Error(`index version ${version}`);
  const count = data.readUInt32BE(8);
  let at = 12;
  let previous = Buffer.alloc(0);
  for (let entry = 0; entry < count; entry++) {
    const start = at;
    const mode = data.readUInt32BE(start + 24) & 0o170000;
    const flags = data.readUInt16BE(start + statBytes + hashBytes);
    at = start + statBytes + hashBytes + ((flags & 0x4000) !== 0 ? 4 : 2);
    let kept = 0;
    if (version === 4) {
      const [cut, next] = readOffset(data, at);
      kept = previous.length - cut;
      at = next;
    }
    const end = data.indexOf(0, at);
    if (end === -1 || kept < 0) throw new Error("truncated index");
    let path: string;
    if (version === 4) {
      previous = Buffer.concat([previous.subarray(0, kept), data.subarray(at, end)]);
      path = previous.toString("utf8");
      at = end + 1;
    } else {
      path = data.toString("utf8", at, end);
      at = start + (Math.floor((end - start) / 8) + 1) * 8;
    }
    if (path !== "" && mode !== gitlinkMode && mode !== folderMode) files.add(path);
  }
  // A split index names a second file that holds most entries.
  while (at + 8 + hashBytes <= data.length) {
    const size = data.readUInt32BE(at + 4);
    if (data.toString("latin1", at, at + 4) === "link") {
      const base = data.toString("hex", at + 8, at + 8 + hashBytes);
      if (!/^0*$/.test(base)) addEntries(readFileSync(join(gitDir, `sharedindex.${base}`)), hashBytes, gitDir, files);
    }
    at += 8 + size;
  }
}

/** Reads which files git tracks; none when there is no index, or one that cannot be understood. */
export function readTrackedPaths(gitDir: string, hashBytes: number): TrackedPaths {
  const files = new Set<string>();
  try {
    addEntries(readFileSync(join(gitDir, "index")), hashBytes, gitDir, files);
  } catch {
    return nothing;
  }
  const folders = new Set<string>();
  for (const path of files) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return { files, folders };
}
