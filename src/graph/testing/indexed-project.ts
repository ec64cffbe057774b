import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceConfig } from "../../config/types.ts";
import { extractFacts, textFacts } from "../../parse/extract.ts";
import { SyntaxParser } from "../../parse/parser.ts";
import { detectLanguage } from "../../parse/registry.ts";
import type { FileFacts } from "../../parse/types.ts";
import { openWriter } from "../../store/open.ts";
import { packFacts } from "../../store/packed-facts.ts";
import type { ChunkRecord, ContentRecord, StoreWriter } from "../../store/types.ts";
import { traceCallees } from "../callees.ts";
import { traceCallers } from "../callers.ts";
import { traceGraph } from "../graph.ts";
import {
  DEFAULT_GRAPH_DEPTH,
  DEFAULT_MAX_NODES,
  type GraphOptions,
  type ListOptions,
  type TraceOptions,
} from "../options.ts";
import type { GraphAnswer, TraceAnswer, TraceRow } from "../types.ts";

/** Texts by path. */
export type Sources = Readonly<Record<string, string>>;

let parser: SyntaxParser | null = null;

/** A project in a real store, from real parsing; each file is one chunk. Close it after use. */
export class IndexedProject {
  readonly store: StoreWriter;
  readonly #folder: string;
  readonly #sources = new Map<string, string>();
  readonly #parser: SyntaxParser;

  private constructor(syntaxParser: SyntaxParser) {
    this.#parser = syntaxParser;
    this.#folder = mkdtempSync(join(tmpdir(), "grepai-graph-"));
    this.store = openWriter(join(this.#folder, "index.db"), { log: () => {} });
  }

  static async of(sources: Sources): Promise<IndexedProject> {
    parser ??= await SyntaxParser.create();
    const project = new IndexedProject(parser);
    project.put(sources);
    return project;
  }

  put(sources: Sources): void {
    this.store.commit(
      Object.entries(sources).map(([path, text]) => {
        this.#sources.set(path, text);
        const content = contentOf(path, text, this.#parser);
        const stamp = { sizeBytes: text.length, mtimeMs: 0, ctimeMs: 0, inode: 0 };
        return { kind: "put", path, stamp, content, hash: content.hash, vectors: null };
      }),
    );
  }

  remove(path: string): void {
    this.#sources.delete(path);
    this.store.commit([{ kind: "remove", path }]);
  }

  close(): void {
    this.store.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  callers(symbol: string, config?: Partial<TraceConfig>, options: Partial<ListOptions> = {}): TraceAnswer {
    const all = { ...this.options(config), limit: null, ...options };
    return this.store.read((view) => traceCallers(view, symbol, all));
  }

  callees(symbol: string, config?: Partial<TraceConfig>, options: Partial<ListOptions> = {}): TraceAnswer {
    const all = { ...this.options(config), limit: null, ...options };
    return this.store.read((view) => traceCallees(view, symbol, all));
  }

  graph(symbol: string, options: Partial<GraphOptions> = {}): GraphAnswer {
    const usual = { depth: DEFAULT_GRAPH_DEPTH, direction: "callees", maxNodes: DEFAULT_MAX_NODES } as const;
    return this.store.read((view) => traceGraph(view, symbol, { ...this.options(), ...usual, ...options }));
  }

  /** What traces need, with nothing filtered. */
  options(config: Partial<TraceConfig> = {}): TraceOptions {
    return {
      config: { enabledLanguages: [], excludePatterns: [], ...config },
      readProjectFile: (path) => this.#sources.get(path) ?? null,
      definition: null,
      shows: () => true,
      minConfidence: "ambiguous",
    };
  }
}

/** Rows of a callers' answer as `file:caller`, calls only. */
export function callersShown(answer: TraceAnswer): readonly string[] {
  return answer.rows.filter(isCall).map((row) => `${row.file}:${row.qualifiedName}`);
}

/** Rows of a callees' answer as `file:callee`, calls only; libraries' symbols by their name alone. */
export function calleesShown(answer: TraceAnswer): readonly string[] {
  return answer.rows
    .filter(isCall)
    .map((row) => (row.target === null ? row.symbol : `${row.target.file}:${row.qualifiedName}`));
}

function isCall(row: TraceRow): boolean {
  return row.kind !== "value";
}

function contentOf(path: string, text: string, syntaxParser: SyntaxParser): ContentRecord {
  const lines = text.split("\n");
  const facts = factsOf(path, text, syntaxParser);
  const whole: ChunkRecord = {
    startLine: 1,
    endLine: lines.length,
    text,
    kind: "text",
    symbol: null,
    scope: "",
    signature: null,
    terms: { hashes: new Uint32Array(), bodyCounts: new Uint8Array(), nameCounts: new Uint8Array() },
  };
  return {
    hash: createHash("sha256").update(path).update("\0").update(text).digest("hex"),
    lineCount: lines.length,
    chunks: [whole],
    facts: packFacts(facts),
  };
}

function factsOf(path: string, text: string, syntaxParser: SyntaxParser): FileFacts {
  const language = detectLanguage(path);
  const outcome = syntaxParser.parse(language.id, text);
  if (outcome.kind !== "tree") return textFacts(language.id, outcome.kind);
  try {
    return extractFacts(syntaxParser, outcome, text);
  } finally {
    outcome.tree.delete();
  }
}
