import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmbedderId } from "../../embed/types.ts";
import type { Definition } from "../../parse/types.ts";
import { openReader, openWriter } from "../../store/open.ts";
import { packFacts } from "../../store/packed-facts.ts";
import type { ChunkRecord, FileChange, ReadView, StoreReader, StoreWriter } from "../../store/types.ts";
import { chunkTerms } from "../../text/terms.ts";

/** A file of a test project: each element is one chunk, its first word the symbol it defines. */
export interface TestFile {
  readonly path: string;
  readonly chunks: readonly string[];
}

/** A real store in a temporary folder, filled by hand. */
export class IndexedProject {
  readonly folder = mkdtempSync(join(tmpdir(), "grepai-search-"));
  readonly writer: StoreWriter;
  readonly #readers: StoreReader[] = [];
  readonly #encode: (text: string) => Float32Array | null;

  /** @param encode the vector of a text; null leaves the passage pending */
  constructor(embedder: EmbedderId | null, encode: (text: string) => Float32Array | null) {
    this.#encode = encode;
    this.writer = openWriter(this.path("index.db"), { log: () => {} });
    if (embedder !== null) this.writer.setEmbedder(embedder);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  put(...files: readonly TestFile[]): void {
    this.writer.commit(files.map((file) => this.#change(file)));
  }

  remove(...paths: readonly string[]): void {
    this.writer.commit(paths.map((path) => ({ kind: "remove", path })));
  }

  reader(): StoreReader {
    const reader = openReader(this.path("index.db"));
    this.#readers.push(reader);
    return reader;
  }

  read<T>(body: (view: ReadView) => T): T {
    return this.writer.read(body);
  }

  close(): void {
    for (const reader of this.#readers) reader.close();
    this.writer.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #change({ path, chunks }: TestFile): FileChange {
    const vectors = chunks.map((text) => this.#encode(text));
    const records = chunks.map((text, index) => {
      const symbol = /\w+/.exec(text)?.[0] ?? null;
      const chunk = { text, symbol, scope: "", signature: symbol, kind: "function" as const };
      return { ...chunk, startLine: index * 10 + 1, endLine: index * 10 + 10, terms: chunkTerms(chunk) };
    });
    const hash = createHash("sha256")
      .update(`${path}\0${chunks.join("\0")}`)
      .digest("hex")
      .slice(0, 32);
    return {
      kind: "put",
      path,
      stamp: { sizeBytes: 1, mtimeMs: 1, ctimeMs: 1, inode: 1 },
      hash,
      content: this.read((view) => view.hasContent(hash))
        ? null
        : {
            hash,
            lineCount: chunks.length * 10,
            chunks: records,
            facts: packFacts({
              language: path.endsWith(".py") ? "python" : "typescript",
              status: "parsed",
              definitions: records.map(definitionOf),
              references: [],
              imports: [],
            }),
          },
      vectors: vectors.every((vector) => vector !== null) ? vectors : null,
    };
  }
}

/** The definition of a chunk's symbol, on the chunk's third line; a capital makes it a class. */
function definitionOf({ symbol, startLine, endLine }: ChunkRecord): Definition {
  const name = symbol ?? "";
  return {
    name,
    kind: /^[A-Z]/.test(name) ? "class" : "function",
    parent: -1,
    scope: "",
    signature: name,
    exported: true,
    bases: [],
    typeName: null,
    startLine,
    endLine,
    startOffset: 0,
    endOffset: 1,
    line: startLine + 2,
    column: 1,
  };
}

/** Deterministic pseudo-random numbers in [0, 1) (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A unit vector that depends on the text alone. */
export function textVector(text: string, dimensions: number): Float32Array {
  const digest = createHash("sha256").update(text).digest();
  const random = randomNumbers(digest.readInt32LE(0));
  const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}
