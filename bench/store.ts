/*
 * What storing costs beside parsing, and what loading costs. Records are made from real source files (those of the
 * installed packages) by rough rules that give about as many chunks, names and terms as the real analysis does.
 *
 *   npm run bench -- store
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Definition, Reference } from "../src/parse/types.ts";
import { readDerivedFile, writeDerivedFile } from "../src/store/derived-file.ts";
import { openReader, openWriter } from "../src/store/open.ts";
import { packFacts } from "../src/store/packed-facts.ts";
import type { ChunkRecord, ContentRecord, FileChange, StoreWriter } from "../src/store/types.ts";
import type { TermBag } from "../src/text/types.ts";

const targetBytes = 12 * 1024 * 1024;
const linesPerChunk = 40;
const dimensions = 256;
const filesPerCommit = 200;
const derivedBytes = 60 * 1024 * 1024;

function sourcesBelow(folder: string): { path: string; text: string }[] {
  const found: { path: string; text: string }[] = [];
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const name = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(js|ts|mjs|cjs)$/.test(name) || name.endsWith(".min.js") || bytes >= targetBytes)
      continue;
    const text = readFileSync(name, "utf8");
    if (text.length < 1_000 || text.length > 200_000) continue;
    found.push({ path: name.replaceAll("\\", "/"), text });
    bytes += text.length;
  }
  return found;
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

function termsOf(text: string): TermBag {
  const counts = new Map<number, number>();
  for (const [word] of text.matchAll(/[A-Za-z_]{2,}/g)) {
    const hash = hashOf(word);
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  const hashes = Uint32Array.from(counts.keys()).sort();
  const bodyCounts = Uint8Array.from(hashes, (hash) => Math.min(255, counts.get(hash) ?? 0));
  return { hashes, bodyCounts, nameCounts: new Uint8Array(hashes.length) };
}

function recordOf(text: string): ContentRecord {
  const lines = text.split("\n");
  const chunks: ChunkRecord[] = [];
  const definitions: Definition[] = [];
  const references: Reference[] = [];
  for (let start = 0; start < lines.length; start += linesPerChunk) {
    const body = lines.slice(start, start + linesPerChunk).join("\n");
    const place = { startLine: start + 1, endLine: Math.min(lines.length, start + linesPerChunk) };
    const signature = (lines[start] ?? "").trim().slice(0, 120);
    chunks.push({ ...place, text: body, kind: "function", symbol: "name", scope: "", signature, terms: termsOf(body) });
  }
  for (const [index, line] of lines.entries()) {
    const at = { line: index + 1, column: 1 };
    const head = /^\s*(?:export )?(?:function|class|const|interface) (\w+)/.exec(line);
    if (head?.[1] !== undefined) {
      const range = { startLine: index + 1, endLine: index + 9, startOffset: index * 30, endOffset: index * 30 + 300 };
      const shape = { kind: "function", parent: -1, scope: "", exported: true, bases: [], typeName: null } as const;
      definitions.push({ name: head[1], signature: line.trim().slice(0, 240), ...shape, ...range, ...at });
    }
    for (const [, receiver, name = ""] of line.matchAll(/(\w+)?\.?(\b[A-Za-z_]\w*)\s*(?=[(.])/g)) {
      const rest = { receiverType: null, boundLocally: false, enclosing: definitions.length - 1 };
      references.push({ name, kind: "call", receiver: receiver ?? null, ...rest, ...at });
    }
  }
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 32);
  const imports = [{ kind: "import", source: "./x.js", imported: "x", local: "x", line: 1 }] as const;
  return {
    hash,
    lineCount: lines.length,
    chunks,
    facts: packFacts({ language: "typescript", status: "parsed", definitions, references, imports }),
  };
}

function unitVector(seed: number): Float32Array {
  return Float32Array.from({ length: dimensions }, (_, index) => Math.sin(seed * 31 + index) / 11.3);
}

/** Processor time, which other work on the machine disturbs little; waiting for the disk is not in it. */
function elapsed<T>(body: () => T): { readonly ms: number; readonly result: T } {
  const start = process.cpuUsage();
  const result = body();
  const { user, system } = process.cpuUsage(start);
  return { ms: (user + system) / 1_000, result };
}

function commitAll(writer: StoreWriter, changes: readonly FileChange[]): number {
  return elapsed(() => {
    for (let start = 0; start < changes.length; start += filesPerCommit) {
      writer.commit(changes.slice(start, start + filesPerCommit));
    }
  }).ms;
}

const folder = mkdtempSync(join(tmpdir(), "grepai-bench-store-"));
try {
  const sources = sourcesBelow("node_modules");
  const megabytes = sources.reduce((sum, { text }) => sum + text.length, 0) / 1024 / 1024;
  const stamp = { sizeBytes: 1, mtimeMs: 1_700_000_000_000.5, ctimeMs: 1_700_000_000_000.5, inode: 1 };
  const changes = sources.map(({ path, text }, index): FileChange => {
    const content = recordOf(text);
    const vectors = content.chunks.map((_, chunk) => unitVector(index * 100 + chunk));
    return { kind: "put", path, stamp, hash: content.hash, content, vectors };
  });
  const indexPath = join(folder, "index.db");
  const writer = openWriter(indexPath, { log: console.error });
  writer.setEmbedder({ provider: "static", model: "bench", dimensions });
  const cold = commitAll(writer, changes);
  const counts = writer.read((view) => view.counts());
  const known = changes.map((change): FileChange => (change.kind === "put" ? { ...change, content: null } : change));
  const again = commitAll(writer, known);
  const states = elapsed(() => writer.fileStates());
  const compact = elapsed(() => writer.compact());
  const close = elapsed(() => writer.close());
  const open = elapsed(() => openReader(indexPath));
  const reader = open.result;
  const load = elapsed(() =>
    reader.read((view) => {
      let terms = 0;
      for (const entry of view.passageEntries("all")) terms += entry.terms.hashes.length;
      return terms;
    }),
  );
  const name = "push";
  const trace = elapsed(() => reader.read((view) => view.referencesByName(name).length));
  const similar = elapsed(() => reader.read((view) => view.similarNames("parseStatment", 5)));
  const reopen = elapsed(() => openWriter(indexPath, { log: console.error }).close());
  const derivedPath = join(folder, "bench.snapshot");
  const derivedKind = { kind: "bench", version: 1 };
  const payload = new Uint8Array(derivedBytes);
  const derivedWrite = elapsed(() =>
    writeDerivedFile(derivedPath, { ...derivedKind, databaseId: "bench", generation: 1 }, [payload]),
  );
  const derivedRead = elapsed(() => readDerivedFile(derivedPath, derivedKind));
  const perMegabyte = (ms: number) => `${(ms / megabytes).toFixed(1)} ms/MB`;
  const figures = {
    source: `${megabytes.toFixed(1)} MB in ${counts.files} files: ${counts.chunks} chunks, ${counts.symbols} symbols, ${counts.references} references`,
    "database size": `${(statSync(indexPath).size / 1024 / 1024).toFixed(1)} MB`,
    "commit, everything new": perMegabyte(cold),
    "commit, contents known": perMegabyte(again),
    "file states": `${states.ms.toFixed(1)} ms`,
    compact: `${compact.ms.toFixed(1)} ms`,
    "close the writer": `${close.ms.toFixed(1)} ms`,
    "open a reader": `${open.ms.toFixed(1)} ms`,
    "load all passage entries": `${load.ms.toFixed(1)} ms (${((load.ms / counts.chunks) * 100_000).toFixed(0)} ms per 100,000; ${load.result} terms)`,
    [`references by name (${trace.result} of "${name}")`]: `${trace.ms.toFixed(1)} ms`,
    [`similar names (${similar.result.join(", ")})`]: `${similar.ms.toFixed(1)} ms`,
    "write a derived file of 60 MB": `${derivedWrite.ms.toFixed(1)} ms`,
    "read and verify it": `${derivedRead.ms.toFixed(1)} ms`,
    "open a writer, with the check of small files": `${reopen.ms.toFixed(1)} ms`,
  };
  for (const [label, figure] of Object.entries(figures)) console.log(`${label.padEnd(48)} ${figure}`);
  reader.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
