import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readDerivedFile, writeDerivedFile } from "./derived-file.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grepai-derived-"));
  path = join(folder, "search.snapshot");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const kind = { kind: "search", version: 3 };
const header = { ...kind, databaseId: "db", generation: 7 };
const parts = [Buffer.from("one"), new Uint8Array(0), Buffer.from("two")];

describe("a derived file", () => {
  it("gives back header and payload, and is for its owner alone", () => {
    writeDerivedFile(path, header, parts);
    const read = readDerivedFile(path, kind);
    expect(read).toMatchObject({ header });
    expect("payload" in read && read.payload.toString()).toBe("onetwo");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["search.snapshot"]);
  });

  it("may be empty", () => {
    writeDerivedFile(path, header, []);
    expect(readDerivedFile(path, kind)).toMatchObject({ header });
  });

  it("is found out wherever a byte of it changes or is cut off", () => {
    writeDerivedFile(path, header, parts);
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x20;
      writeFileSync(path, damaged);
      expect(readDerivedFile(path, kind)).toHaveProperty("problem");
      writeFileSync(path, bytes.subarray(0, at));
      expect(readDerivedFile(path, kind)).toEqual({ problem: "damaged" });
    }
  });

  it("is missing, foreign or damaged without an exception", () => {
    expect(readDerivedFile(path, kind)).toEqual({ problem: "missing" });
    writeDerivedFile(path, { ...header, version: 2 }, parts);
    expect(readDerivedFile(path, kind)).toEqual({ problem: "foreign" });
    writeFileSync(path, "something else");
    expect(readDerivedFile(path, kind)).toEqual({ problem: "damaged" });
  });

  it("replaces the former one only when whole, and clears away what dead writers left", () => {
    writeDerivedFile(path, header, parts);
    const stale = `${path}.123.tmp`;
    writeFileSync(stale, "half");
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(stale, longAgo, longAgo);
    writeDerivedFile(path, { ...header, generation: 8 }, parts);
    expect(readdirSync(folder)).toEqual(["search.snapshot"]);
    mkdirSync(join(folder, "taken"));
    expect(() => writeDerivedFile(join(folder, "taken"), header, parts)).toThrow();
    expect(readdirSync(folder).sort()).toEqual(["search.snapshot", "taken"]);
  });
});
