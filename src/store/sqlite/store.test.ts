import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EmbedderId } from "../../embed/types.ts";
import type { Definition, Reference } from "../../parse/types.ts";
import { openReader, openWriter } from "../open.ts";
import { packFacts } from "../packed-facts.ts";
import type { ChunkRecord, ContentRecord, FileChange, StoreReader, StoreWriter } from "../types.ts";
import type { RetentionLimits } from "./compact.ts";

let folder: string;
let path: string;
let messages: string[];
const open: { close(): void }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grepai-store-"));
  path = join(folder, "index.db");
  messages = [];
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
  rmSync(folder, { recursive: true, force: true });
});

function writer(): StoreWriter {
  const opened = openWriter(path, { log: (message) => messages.push(message) });
  open.push(opened);
  return opened;
}

function reader(): StoreReader {
  const opened = openReader(path);
  open.push(opened);
  return opened;
}

const nothingUnused: RetentionLimits = { maxAgeMs: 0, maxContents: 0, maxTextBytes: 0, maxVectors: 0, maxRemovals: 0 };
const local: EmbedderId = { provider: "static", model: "m", dimensions: 4 };
const server: EmbedderId = { provider: "ollama", model: "m", dimensions: 4 };
const stamp = { sizeBytes: 1, mtimeMs: 1.5, ctimeMs: 2.5, inode: 3 };
const vector = (seed: number) => new Float32Array([seed, 1, 0, 0]);

const chunk = (text: string, line = 1): ChunkRecord => ({
  startLine: line,
  endLine: line,
  text,
  kind: "function",
  symbol: text,
  scope: "",
  signature: null,
  terms: { hashes: new Uint32Array([7, line]), bodyCounts: new Uint8Array([1, 2]), nameCounts: new Uint8Array([0, 1]) },
});

function content(
  hash: string,
  texts: readonly string[],
  names: readonly string[] = texts,
  calls: readonly string[] = [],
): ContentRecord {
  const definitions = names.map(
    (name, index): Definition => ({
      name,
      kind: "function",
      parent: -1,
      scope: "",
      signature: `function ${name}()`,
      exported: true,
      bases: [],
      typeName: null,
      startLine: index + 1,
      endLine: index + 1,
      startOffset: 0,
      endOffset: 1,
      line: index + 1,
      column: 1,
    }),
  );
  const references = calls.map(
    (name, index): Reference => ({
      name,
      kind: "call",
      receiver: null,
      receiverType: null,
      boundLocally: false,
      enclosing: definitions.length === 0 ? -1 : 0,
      line: index + 1,
      column: 2,
    }),
  );
  const chunks = texts.map((text, index) => chunk(text, index + 1));
  return {
    hash,
    lineCount: texts.length,
    chunks,
    facts: packFacts({ language: "typescript", status: "parsed", definitions, references, imports: [] }),
  };
}

function put(name: string, of: ContentRecord | string, vectors: readonly Float32Array[] | null = null): FileChange {
  const isKnown = typeof of === "string";
  return { kind: "put", path: name, stamp, hash: isKnown ? of : of.hash, content: isKnown ? null : of, vectors };
}

/** Vectors to one decimal, which their short form keeps. */
const passagesOf = (store: StoreReader) =>
  store.read((view) =>
    [...view.passageEntries("all")].map(({ path, startLine, vector }) => [
      path,
      startLine,
      vector && Array.from(vector, (value) => Math.round(value * 10) / 10),
    ]),
  );

describe("commits", () => {
  it("are seen whole by readers in other connections, with all that was put in", () => {
    const store = writer();
    store.setEmbedder(local);
    const other = reader();
    const before = other.read((view) => view.generation);
    const generation = store.commit([
      put("b.ts", content("h1", ["one", "two"], ["one", "two"], ["three"]), [vector(1), vector(2)]),
    ]);
    expect(generation).toBe(before + 1);
    other.read((view) => {
      expect(view.generation).toBe(generation);
      expect(view.files()).toEqual([{ id: 1, path: "b.ts", language: "typescript", status: "parsed" }]);
      const [entry] = [...view.passageEntries("all")];
      expect(entry).toMatchObject({ path: "b.ts", startLine: 1, kind: "function" });
      expect(entry?.terms).toEqual(chunk("one").terms);
      const [passage] = view.passages([entry?.id ?? -1]);
      expect(passage?.chunk).toEqual({
        startLine: 1,
        endLine: 1,
        text: "one",
        kind: "function",
        symbol: "one",
        scope: "",
        signature: null,
      });
      expect(view.definitionsByName("two")[0]).toMatchObject({ path: "b.ts", line: 2, signature: "function two()" });
      const [reference] = view.referencesByName("three");
      expect(reference).toMatchObject({ path: "b.ts", line: 1, enclosingId: view.definitionsByName("one")[0]?.id });
      expect(view.counts()).toMatchObject({
        files: 1,
        chunks: 2,
        symbols: 2,
        references: 1,
        filesByLanguage: { typescript: 1 },
      });
    });
  });

  it("keep nothing of a batch that fails", () => {
    const store = writer();
    store.setEmbedder(local);
    const bad = put("bad.ts", content("h2", ["two"]), [new Float32Array([Number.NaN, 0, 0, 0])]);
    expect(() => store.commit([put("a.ts", content("h1", ["one"]), [vector(1)]), bad])).toThrow();
    expect(store.read((view) => view.files())).toEqual([]);
    expect(store.fileStates().size).toBe(0);
  });

  it("replace and remove files without a trace of the former ones", () => {
    const store = writer();
    store.setEmbedder(local);
    store.commit([put("a.ts", content("h1", ["old"]), [vector(1)]), put("b.ts", content("h2", ["kept"]), [vector(2)])]);
    store.commit([put("a.ts", content("h3", ["new"]), [vector(3)])]);
    store.commit([{ kind: "remove", path: "b.ts" }]);
    expect(passagesOf(store)).toEqual([["a.ts", 1, [3, 1, 0, 0]]]);
    store.read((view) => {
      expect(view.definitionsByName("old")).toEqual([]);
      expect(view.definitionsByName("kept")).toEqual([]);
      expect(view.file("b.ts")).toBeNull();
    });
  });

  it("take a content that is stored already, also one that no file uses any more", () => {
    const store = writer();
    store.setEmbedder(local);
    store.commit([put("a.ts", content("h1", ["one", "two"]), [vector(1), vector(2)])]);
    store.commit([{ kind: "remove", path: "a.ts" }]);
    expect(store.read((view) => [view.hasContent("h1"), view.chunksOfContent("h1").map(({ text }) => text)])).toEqual([
      true,
      ["one", "two"],
    ]);
    store.commit([put("moved.ts", "h1", [vector(5), vector(6)]), put("copy.ts", "h1", [vector(7), vector(8)])]);
    expect(passagesOf(store).sort()).toEqual([
      ["copy.ts", 1, [7, 1, 0, 0]],
      ["copy.ts", 2, [8, 1, 0, 0]],
      ["moved.ts", 1, [5, 1, 0, 0]],
      ["moved.ts", 2, [6, 1, 0, 0]],
    ]);
    expect(
      store.read((view) =>
        view
          .definitionsByName("one")
          .map((one) => one.path)
          .sort(),
      ),
    ).toEqual(["copy.ts", "moved.ts"]);
  });

  it("restamp a file without making it a change for readers", () => {
    const store = writer();
    store.commit([put("a.ts", content("h1", ["one"]))]);
    const generation = store.read((view) => view.generation);
    store.commit([{ kind: "restamp", path: "a.ts", stamp: { ...stamp, mtimeMs: 99 } }]);
    expect(store.fileStates().get("a.ts")).toEqual({ path: "a.ts", hash: "h1", ...stamp, mtimeMs: 99 });
    expect(store.read((view) => view.changesSince(generation))).toEqual({
      kind: "delta",
      changedFileIds: [],
      removedFileIds: [],
    });
  });
});

describe("changesSince", () => {
  it("names what changed and what went", () => {
    const store = writer();
    store.commit([put("a.ts", content("h1", ["one"])), put("b.ts", content("h2", ["two"]))]);
    const start = store.read((view) => view.generation);
    const idOf = (name: string) => store.read((view) => view.file(name)?.id);
    const [a, b] = [idOf("a.ts"), idOf("b.ts")];
    store.commit([put("a.ts", content("h3", ["three"]))]);
    store.commit([{ kind: "remove", path: "b.ts" }]);
    expect(store.read((view) => view.changesSince(start))).toEqual({
      kind: "delta",
      changedFileIds: [a],
      removedFileIds: [b],
    });
  });

  it("asks for a reload of a state it never was in", () => {
    const store = writer();
    expect(store.read((view) => view.changesSince(view.generation + 5))).toEqual({ kind: "reload" });
  });
});

describe("vectors of a server", () => {
  it("come later, are kept by text, and survive renames, reverts and a change of model and back", () => {
    const store = writer();
    store.setEmbedder(server);
    store.commit([put("a.ts", content("h1", ["one", "two"])), put("b.ts", content("h2", ["other"]))]);
    expect(store.read((view) => view.counts())).toMatchObject({ pendingPassages: 3, pendingFiles: 2 });
    const pending = store.pendingPassages(10);
    expect(pending.map(({ path: of, chunk: { text } }) => `${of} ${text}`).sort()).toEqual([
      "a.ts one",
      "a.ts two",
      "b.ts other",
    ]);
    store.commitVectors(pending.map(({ passageId }, index) => ({ passageId, vector: vector(index + 1) })));
    expect(store.pendingPassages(10)).toEqual([]);
    const all = JSON.stringify(passagesOf(store).map(([, , one]) => one));

    store.commit([{ kind: "remove", path: "a.ts" }, put("renamed.ts", "h1")]);
    expect(store.pendingPassages(10)).toEqual([]);
    store.commit([put("b.ts", content("h3", ["changed"]))]);
    expect(store.pendingPassages(10).map(({ chunk: { text } }) => text)).toEqual(["changed"]);
    store.commit([put("b.ts", "h2")]);
    expect(store.pendingPassages(10)).toEqual([]);

    store.setEmbedder({ ...server, model: "another" });
    expect(store.read((view) => view.counts().pendingPassages)).toBe(3);
    expect(passagesOf(store).every(([, , one]) => one === null)).toBe(true);
    store.setEmbedder(server);
    expect(store.pendingPassages(10)).toEqual([]);
    expect(
      JSON.stringify(
        passagesOf(store)
          .map(([, , one]) => one)
          .sort(),
      ),
    ).toBe(JSON.stringify(JSON.parse(all).sort()));
  });

  it("are asked for once for equal chunks of different contents, which all get the same", () => {
    const store = writer();
    store.setEmbedder(server);
    const shared = Array.from({ length: 40 }, (_, index) =>
      put(`${index}.ts`, content(`h${index}`, ["same", `own${index}`])),
    );
    store.commit(shared);
    const asked: string[] = [];
    for (let pending = store.pendingPassages(16); pending.length > 0; pending = store.pendingPassages(16)) {
      asked.push(...pending.map(({ chunk }) => chunk.text));
      store.commitVectors(pending.map(({ passageId, chunk }) => ({ passageId, vector: vector(chunk.text.length) })));
    }
    expect(asked.sort()).toEqual(["same", ...Array.from({ length: 40 }, (_, index) => `own${index}`)].sort());
    const generation = store.read((view) => view.generation);
    expect(store.read((view) => view.counts().pendingPassages)).toBe(0);
    expect(
      new Set(
        passagesOf(store)
          .filter(([, line]) => line === 1)
          .map(([, , one]) => String(one)),
      ).size,
    ).toBe(1);
    // A content that comes later takes over what is kept without being asked for.
    store.commit([put("late.ts", content("late", ["same"]))]);
    expect(store.pendingPassages(16)).toEqual([]);
    expect(store.read((view) => view.changesSince(generation))).toMatchObject({ kind: "delta", changedFileIds: [41] });
  });

  it("that cannot be made are counted and named, and those that are no vectors are refused", () => {
    const store = writer();
    store.setEmbedder(server);
    store.commit([put("a.ts", content("h1", ["one", "two", "three"]))]);
    const [one, two, three] = store.pendingPassages(10);
    store.commitVectors([
      { passageId: one?.passageId ?? -1, failure: "too odd" },
      { passageId: two?.passageId ?? -1, vector: new Float32Array([Number.NaN, 0, 0, 0]) },
      { passageId: three?.passageId ?? -1, vector: new Float32Array(3) },
      { passageId: 12345, vector: vector(1) },
    ]);
    store.read((view) => {
      expect(view.counts()).toMatchObject({ pendingPassages: 0, failedPassages: 3 });
      expect(view.failedPassages(1)).toEqual([{ path: "a.ts", startLine: 1, reason: "too odd" }]);
    });
  });
});

describe("what else is kept", () => {
  it("is why paths were left out, within the scope that was looked at", () => {
    const store = writer();
    const skip = (of: string) => ({ path: of, reason: "binary", detail: null }) as const;
    store.setSkipped([skip("a/x.bin"), skip("b/y.bin"), skip("ab.bin")], "all");
    store.setSkipped([skip("a/z.bin")], ["a"]);
    store.read((view) => {
      expect(view.skipped(10).map((one) => one.path)).toEqual(["a/z.bin", "ab.bin", "b/y.bin"]);
      expect(view.counts().skippedByReason).toEqual({ binary: 3 });
    });
  });

  it("is how far a pass is, and how contents were analysed", () => {
    const store = writer();
    expect(store.analysis()).toBeNull();
    store.setAnalysis("2.512.50");
    store.setProgress({ filesDone: 3, filesTotal: 9 });
    expect(reader().read((view) => view.progress())).toEqual({ filesDone: 3, filesTotal: 9 });
    expect(store.analysis()).toBe("2.512.50");
  });

  it("helps with misspelt names", () => {
    const store = writer();
    store.commit([put("a.ts", content("h1", ["parseInvoice", "lonely", "other"]))]);
    store.read((view) => {
      expect(view.similarNames("lonley", 3)).toContain("lonely");
      expect(view.similarNames("PARSEINVOICE", 3)[0]).toBe("parseInvoice");
      expect(view.similarNames("zzzzzzzz", 3)).toEqual([]);
    });
  });

  it("gives no more room than it needs after compaction, and still knows what is in use", () => {
    const store = openWriter(path, { log: () => {}, retention: nothingUnused });
    open.push(store);
    store.commit([put("a.ts", content("h1", ["one"])), put("b.ts", content("h2", ["two"]))]);
    store.commit([{ kind: "remove", path: "b.ts" }]);
    const before = store.read((view) => view.generation);
    store.compact();
    store.read((view) => {
      expect([view.hasContent("h1"), view.hasContent("h2")]).toEqual([true, false]);
      expect(view.definitionsByName("two")).toEqual([]);
      expect(view.changesSince(before - 1)).toEqual({ kind: "reload" });
    });
  });
});

describe("an index file", () => {
  const fill = () => {
    const store = openWriter(path, { log: () => {} });
    store.setEmbedder(local);
    store.commit([put("a.ts", content("h1", ["keepMe"]), [vector(1)])]);
    store.close();
  };

  it("is for its owner alone", () => {
    fill();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("that is missing is not made by a reader", () => {
    expect(() => openReader(path).read((view) => view.files())).toThrow(
      expect.objectContaining({ code: "INDEX_NOT_FOUND", message: "Index not found. Run 'grepai watch' first." }),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  const damages: readonly [string, (bytes: Buffer) => Buffer][] = [
    ["empty", () => Buffer.alloc(0)],
    ["cut", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["text", () => Buffer.from("not a database at all, only words\n".repeat(200))],
    ["of changed pages", (bytes) => Buffer.from(bytes).fill(0x5a, 4096, 4096 * 6)],
  ];
  for (const [name, damage] of damages) {
    it(`that is ${name} is told by readers and moved aside by the writer`, () => {
      fill();
      writeFileSync(path, damage(readFileSync(path)));
      expect(() =>
        reader().read((view) => [...view.passageEntries("all")].length + view.definitionsByName("keepMe").length),
      ).toThrow(expect.objectContaining({ code: "INDEX_DAMAGED" }));
      const store = writer();
      expect(store.read((view) => view.files())).toEqual([]);
      expect(messages.join("\n")).toMatch(/damaged.*moved aside/s);
      expect(readdirSync(folder).some((one) => one.startsWith("index.db.damaged-"))).toBe(true);
      store.commit([put("a.ts", content("h1", ["again"]))]);
      expect(store.read((view) => view.files())).toHaveLength(1);
    });
  }

  /** Writes SQLite's user_version, a big-endian number at offset 60 of the header. */
  const setFormat = (version: number) => {
    const bytes = readFileSync(path);
    bytes.writeInt32BE(version, 60);
    writeFileSync(path, bytes);
    return bytes;
  };

  it("of a newer format is refused and left as it is", () => {
    fill();
    const bytes = setFormat(9999);
    expect(() => openWriter(path, { log: () => {} })).toThrow(expect.objectContaining({ code: "INDEX_TOO_NEW" }));
    expect(() => openReader(path).read((view) => view.files())).toThrow(
      expect.objectContaining({ code: "INDEX_TOO_NEW" }),
    );
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toEqual(["index.db"]);
  });

  it("of an older format is moved aside, and told so", () => {
    fill();
    setFormat(1);
    expect(writer().read((view) => view.files())).toEqual([]);
    expect(messages.join("\n")).toContain("older format");
    expect(readdirSync(folder).some((one) => one.startsWith("index.db.old-"))).toBe(true);
  });

  it("that is deleted and built anew is followed by readers", () => {
    fill();
    const other = reader();
    const first = other.read((view) => view.databaseId);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const store = writer();
    store.commit([put("new.ts", content("h9", ["fresh"]))]);
    other.read((view) => {
      expect(view.databaseId).not.toBe(first);
      expect(view.files().map((file) => file.path)).toEqual(["new.ts"]);
    });
  });

  it("at rest is one file that a copy carries whole", () => {
    fill();
    const copy = join(folder, "copy.db");
    copyFileSync(path, copy);
    const other = openReader(copy);
    open.push(other);
    expect(other.read((view) => view.files())).toHaveLength(1);
  });
});
