import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openReader, openWriter } from "../open.ts";
import { dimensions, fileCount, versionChanges, versionsIn } from "../testing/versions.ts";
import type { StoreWriter } from "../types.ts";
import { Connection } from "./connection.ts";
import { createDatabase, inspectDatabase } from "./database-file.ts";
import { formatVersion } from "./schema.ts";

let folder: string;
let path: string;
let messages: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grepai-damage-"));
  path = join(folder, "index.db");
  messages = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function filledWriter(): StoreWriter {
  const writer = openWriter(path, { log: (message) => messages.push(message) });
  writer.setEmbedder({ provider: "static", model: "test", dimensions });
  writer.commit(versionChanges(1));
  return writer;
}

/** Overwrites all pages but the first, in place, as a failing disk would. */
function spoilPages(): void {
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, Buffer.alloc(statSync(path).size - 4096, 0x5a), 0, undefined, 4096);
}

describe("inspectDatabase", () => {
  it("tells a sound file by its header alone", () => {
    createDatabase(path);
    expect(inspectDatabase(path)).toMatchObject({ kind: "database", formatVersion });
    expect(readdirSync(folder)).toEqual(["index.db"]);
  });

  const flaws: readonly [string, (bytes: Buffer) => Buffer, string][] = [
    ["empty", () => Buffer.alloc(0), "empty"],
    ["shorter than a header", (bytes) => bytes.subarray(0, 50), "not a database"],
    ["one byte short", (bytes) => bytes.subarray(0, -1), "cut short"],
    ["another program's", (bytes) => Buffer.from(bytes).fill(0, 68, 72), "not an index of grepai"],
    ["without a format number", (bytes) => Buffer.from(bytes).fill(0, 60, 64), "no format number"],
  ];
  for (const [name, spoil, reason] of flaws) {
    it(`finds fault with a file that is ${name}`, () => {
      createDatabase(path);
      writeFileSync(path, spoil(readFileSync(path)));
      expect(inspectDatabase(path)).toEqual({ kind: "damaged", reason: expect.stringContaining(reason) });
    });
  }

  it("never makes a second index over one that is there", () => {
    createDatabase(path);
    const bytes = readFileSync(path);
    createDatabase(path);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});

describe("damage that shows while the index is open", () => {
  it("is told to readers, and moved aside by the writer, which goes on with an empty index", () => {
    filledWriter().close();
    const writer = openWriter(path, { log: (message) => messages.push(message) });
    const reader = openReader(path);
    reader.read((view) => view.generation);
    spoilPages();
    expect(() => reader.read((view) => [...versionsIn(view)])).toThrow(
      expect.objectContaining({ code: "INDEX_DAMAGED" }),
    );
    expect(() => writer.commit(versionChanges(2))).toThrow(expect.objectContaining({ code: "INDEX_DAMAGED" }));
    expect(messages.join("\n")).toMatch(/damaged.*moved aside/);
    expect(readdirSync(folder).some((name) => /^index\.db\.damaged-\d+T\d+Z$/.test(name))).toBe(true);

    expect(writer.fileStates().size).toBe(0);
    writer.setEmbedder({ provider: "static", model: "test", dimensions });
    writer.commit(versionChanges(3));
    expect(reader.read((view) => [...versionsIn(view)])).toEqual([3]);
    reader.close();
    writer.close();
  });
});

describe("an index deleted without its log", () => {
  it("is not filled again from the log of the former one", () => {
    const former = filledWriter();
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    rmSync(path);
    const writer = openWriter(path, { log: (message) => messages.push(message) });
    expect(writer.read((view) => view.files())).toEqual([]);
    writer.close();
    former.close();
    expect(messages).toEqual([]);
  });
});

describe("an index deleted while it is written", () => {
  it("is begun anew by its writer, which says so", () => {
    const writer = filledWriter();
    rmSync(folder, { recursive: true });
    expect(() => writer.commit(versionChanges(2))).toThrow(
      expect.objectContaining({ code: "INDEX_DAMAGED", message: expect.stringContaining("deleted") }),
    );
    expect(writer.fileStates().size).toBe(0);
    writer.setEmbedder({ provider: "static", model: "test", dimensions });
    writer.commit(versionChanges(3));
    expect([...openReader(path).read(versionsIn)]).toEqual([3]);
    writer.close();
  });
});

describe("one file edited many times", () => {
  it("leaves counts constant and the file bounded, and returns no id that is gone", () => {
    const retention = { maxAgeMs: 0, maxContents: 0, maxTextBytes: 0, maxVectors: 0, maxRemovals: 100 };
    const writer = openWriter(path, { log: () => {}, retention });
    writer.setEmbedder({ provider: "static", model: "test", dimensions });
    const sizes: number[] = [];
    let formerIds: readonly number[] = [];
    for (let version = 1; version <= 300; version++) {
      writer.commit(versionChanges(version));
      writer.read((view) => {
        const ids = [...view.passageEntries("all")].map(({ id }) => id);
        expect(ids).toHaveLength(fileCount);
        expect(view.passages(formerIds)).toEqual([]);
        expect(view.vectors(formerIds).size).toBe(0);
        formerIds = ids;
      });
      if (version % 100 === 0) {
        writer.compact();
        sizes.push(statSync(path).size);
      }
    }
    expect(writer.read((view) => view.counts())).toMatchObject({ files: fileCount, chunks: fileCount });
    expect(sizes.at(-1)).toBeLessThanOrEqual((sizes[0] ?? 0) * 1.5);
    const rows = Connection.open(path, "read-only", 0);
    for (const table of ["contents", "chunks", "chunk_texts", "facts", "definition_names", "vectors", "passages"]) {
      expect([table, rows.query<[number]>(`SELECT count(*) FROM ${table}`).get()]).toEqual([table, [fileCount]]);
    }
    rows.close();
    writer.close();
  });
});
