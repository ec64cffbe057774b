import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWriter } from "../open.ts";
import { dimensions, fileCount, versionChanges } from "../testing/versions.ts";
import type { StoreWriter } from "../types.ts";

let folder: string;
let messages: string[];
const server = { provider: "ollama", model: "test", dimensions };
const unit = (value: number) => new Float32Array(dimensions).fill(0).fill(1, value, value + 1);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grepai-donors-"));
  messages = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An index of chunks that have no vectors yet; all chunks differ. */
function writerOf(name: string, donors: readonly string[]): StoreWriter {
  const log = (message: string) => messages.push(message);
  const writer = openWriter(join(folder, name), { log, vectorDonors: () => donors.map((one) => join(folder, one)) });
  writer.setEmbedder(server);
  writer.commit(
    versionChanges(1, 400).map((change, index) => {
      if (change.kind !== "put" || change.content === null) return change;
      const chunks = change.content.chunks.map((chunk) => ({ ...chunk, text: `${index} ${chunk.text}` }));
      return { ...change, vectors: null, content: { ...change.content, chunks } };
    }),
  );
  return writer;
}

/** Embeds what is pending and tells how many texts that took. */
function embedAll(writer: StoreWriter): number {
  const pending = writer.pendingPassages(100);
  writer.commitVectors(
    pending.map(({ passageId, chunk }) => ({ passageId, vector: unit(Number.parseInt(chunk.text, 10) % dimensions) })),
  );
  expect(writer.pendingPassages(100)).toEqual([]);
  return pending.length;
}

const vectorsOf = (writer: StoreWriter) =>
  writer.read((view) => [...view.passageEntries("all")].map(({ vector }) => [...(vector ?? [])]));

describe("vectors of another index", () => {
  it("are taken over for the same code, so that nothing is asked for", () => {
    const main = writerOf("main.db", []);
    expect(embedAll(main)).toBe(fileCount);
    const linked = writerOf("linked.db", ["missing.db", "main.db"]);
    expect(embedAll(linked)).toBe(0);
    expect(vectorsOf(linked)).toEqual(vectorsOf(main));
    expect(messages).toEqual([`took over the vectors of ${fileCount} chunks from another index`]);
    main.close();
    linked.close();
  });

  it("are left where the vector space is another", () => {
    const main = writerOf("main.db", []);
    embedAll(main);
    main.setEmbedder({ ...server, model: "another" });
    embedAll(main);
    const linked = writerOf("linked.db", ["main.db"]);
    linked.setEmbedder({ ...server, dimensions: 2 * dimensions });
    expect(linked.pendingPassages(100)).toHaveLength(fileCount);
    main.close();
    linked.close();
  });

  it("are taken from a damaged one as far as they verify, and never wrong ones", () => {
    const main = writerOf("main.db", []);
    embedAll(main);
    const right = vectorsOf(main);
    main.close();
    const sound = readFileSync(join(folder, "main.db"));
    let salvaged = 0;
    for (let round = 0; round < 24; round++) {
      const bytes = Buffer.from(sound);
      if (round % 3 === 0) bytes.fill(0x5a, 4096 * (1 + (round % 11)), 4096 * (2 + (round % 11)));
      // The upper bits of every float 1.0: an exponent that has lost a bit.
      else if (round % 3 === 1) {
        for (let at = bytes.indexOf("0000803f", 0, "hex"), nth = 0; at !== -1; nth++) {
          if (nth % 2 === round % 2) bytes[at + 3] = 0x3d;
          at = bytes.indexOf("0000803f", at + 4, "hex");
        }
      } else {
        writeFileSync(join(folder, "damaged.db"), bytes.subarray(0, Math.floor((bytes.length * round) / 24)));
      }
      if (round % 3 !== 2) writeFileSync(join(folder, "damaged.db"), bytes);
      const rebuilt = writerOf(`rebuilt${round}.db`, ["damaged.db"]);
      salvaged += fileCount - embedAll(rebuilt);
      expect(vectorsOf(rebuilt)).toEqual(right);
      rebuilt.close();
    }
    expect(salvaged).toBeGreaterThan(fileCount);
  });
});
