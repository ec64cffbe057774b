import { describe, expect, it } from "vitest";
import type { Chunk } from "../../chunk/types.ts";
import type { Definition, ImportBinding, Reference, ReferenceKind } from "../../parse/types.ts";
import {
  decodeShortVector,
  decodeTerms,
  decodeVector,
  encodeShortVector,
  encodeTerms,
  encodeVector,
  vectorKey,
} from "./blobs.ts";
import { decodeDefinitions, decodeImports, encodeDefinitions, encodeImports } from "./facts.ts";
import { encodeReferences, ReferenceTable } from "./reference-table.ts";

const kinds: readonly ReferenceKind[] = [
  "call",
  "new",
  "value",
  "decorator",
  "jsx",
  "super",
  "macro",
  "inherit",
  "type",
];

describe("references", () => {
  const references = kinds.map(
    (kind, index): Reference => ({
      name: `name${index % 3}`,
      kind,
      receiver: index % 2 === 0 ? null : "this.printer",
      receiverType: index % 4 === 0 ? "Printer" : null,
      boundLocally: index % 2 === 1,
      enclosing: index - 1,
      line: 100_000 + index,
      column: index * 1_000_003,
    }),
  );
  const table = new ReferenceTable(encodeReferences(references), "index.db");

  it("come back as they were, all of them or those asked for", () => {
    expect(table.all()).toEqual(references);
    expect(table.named("name1")).toEqual(references.filter(({ name }) => name === "name1"));
    expect(table.named("this.printer")).toEqual([]);
    expect(table.named("absent")).toEqual([]);
    expect(table.within(-1)).toEqual(references.slice(0, 1));
  });

  it("may be none, lie at any offset, and are called damaged when they cannot be read", () => {
    expect(new ReferenceTable(encodeReferences([]), "index.db").all()).toEqual([]);
    const { strings, rows } = encodeReferences(references);
    const shifted = new Uint8Array(rows.length + 1);
    shifted.set(rows, 1);
    expect(new ReferenceTable({ strings, rows: shifted.subarray(1) }, "index.db").all()).toEqual(references);
    expect(() => new ReferenceTable({ strings: "[broken", rows }, "index.db")).toThrow(
      expect.objectContaining({ code: "INDEX_DAMAGED" }),
    );
  });
});

describe("definitions and imports", () => {
  it("come back as they were, odd characters included", () => {
    const definition: Definition = {
      name: "naïve\u0000 \ud83d\ude00",
      kind: "method",
      parent: 3,
      scope: "Outer.Inner",
      signature: 'def f(a="x\\n")',
      exported: false,
      bases: ["Base", "Other"],
      typeName: "int",
      startLine: 1,
      endLine: 2,
      startOffset: 3,
      endOffset: 4,
      line: 5,
      column: 6,
    };
    const binding: ImportBinding = { kind: "re-export", source: "./x.js", imported: "*", local: "*", line: 7 };
    expect(decodeDefinitions(encodeDefinitions([definition]), "index.db")).toEqual([definition]);
    expect(decodeImports(encodeImports([binding]), "index.db")).toEqual([binding]);
  });
});

describe("terms and vectors", () => {
  it("come back as they were from any offset of a larger buffer", () => {
    const terms = {
      hashes: new Uint32Array([1, 0xffffffff]),
      bodyCounts: new Uint8Array([255, 0]),
      nameCounts: new Uint8Array([3, 4]),
    };
    const vector = new Float32Array([0.5, -1, 3e-8]);
    for (const offset of [0, 1, 2, 3]) {
      const place = (bytes: Uint8Array) => Buffer.concat([Buffer.alloc(offset), bytes]).subarray(offset);
      expect(decodeTerms(place(encodeTerms(terms)))).toEqual(terms);
      expect(decodeVector(place(encodeVector(vector)))).toEqual(vector);
    }
    expect(decodeTerms(encodeTerms(decodeTerms(new Uint8Array(0)))).hashes).toHaveLength(0);
  });

  it("keep a vector in its short form to a part in 254 of its largest value, and lose nothing more from then on", () => {
    const vector = Float32Array.from({ length: 256 }, (_, at) => Math.sin(at * at) * 0.2);
    const blob = encodeShortVector(vector);
    expect(blob).toHaveLength(260);
    const shifted = Buffer.concat([Buffer.alloc(3), blob]).subarray(3);
    const decoded = decodeShortVector(shifted);
    const largest = Math.max(...vector.map(Math.abs));
    for (const [at, value] of decoded.entries()) {
      expect(Math.abs(value - (vector[at] ?? Number.NaN))).toBeLessThanOrEqual(largest / 253.9);
    }
    expect([...encodeShortVector(decoded).subarray(4)]).toEqual([...blob.subarray(4)]);
    const nothing = new Float32Array(4);
    expect(decodeShortVector(encodeShortVector(nothing))).toEqual(nothing);
  });

  it("are keyed by all that a server sees of a chunk, and not by where it stands", () => {
    const chunk: Chunk = {
      startLine: 1,
      endLine: 2,
      text: "text",
      kind: "function",
      symbol: "f",
      scope: "A",
      signature: "f()",
    };
    const key = (changes: Partial<Chunk>) => Buffer.from(vectorKey("go", { ...chunk, ...changes })).toString("hex");
    expect(key({ startLine: 9, endLine: 10 })).toBe(key({}));
    const others = [{ text: "other" }, { symbol: "g" }, { scope: "B" }, { signature: null }].map(key);
    expect(new Set([key({}), ...others]).size).toBe(5);
    expect(Buffer.from(vectorKey("rust", chunk)).toString("hex")).not.toBe(key({}));
  });
});
