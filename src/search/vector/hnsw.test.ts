import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { documentScope } from "../filter.ts";
import { SearchIndex } from "../search-index.ts";
import { IndexedProject, textVector } from "../testing/indexed-project.ts";
import { HnswSearch } from "./hnsw.ts";
import { loadHnswAddon } from "./hnsw-addon.ts";
import { removeStaleFiles, temporaryFile, unpackGraph } from "./hnsw-file.ts";
import { exactScan } from "./nearest.ts";
import { describeVectorSearch } from "./vector-search-status.ts";

const SPACE = { provider: "test", model: "hash", dimensions: 24 };
const CONFIG = { enabled: true, minPassages: 50, m: 8, efConstruction: 100, efSearch: 60 };
const EVERYWHERE = { paths: [], languages: [], isUnwanted: null, passagesOf: null };
const addon = await loadHnswAddon();

const projects: IndexedProject[] = [];
const searches: HnswSearch[] = [];

afterEach(() => {
  for (const search of searches.splice(0)) search.close();
  for (const project of projects.splice(0)) project.close();
});

function chunkOf(file: number, chunk: number): string {
  return `symbol${file}x${chunk} text`;
}

function files(from: number, to: number) {
  return Array.from({ length: to - from }, (_, index) => ({
    path: `src/file${from + index}.ts`,
    chunks: Array.from({ length: 10 }, (_, chunk) => chunkOf(from + index, chunk)),
  }));
}

function newProject(fileCount = 20): IndexedProject {
  const project = new IndexedProject(SPACE, (text) => textVector(text, 24));
  projects.push(project);
  project.put(...files(0, fileCount));
  return project;
}

/** An index with its graph, as a searcher holds them. */
class Held {
  readonly hnsw: HnswSearch;
  readonly index: SearchIndex;
  readonly #project: IndexedProject;

  constructor(project: IndexedProject, config = CONFIG) {
    this.#project = project;
    this.hnsw = new HnswSearch(config, project.path("vectors.hnsw"));
    searches.push(this.hnsw);
    this.index = project.read((view) => SearchIndex.build(view, (renumbering) => this.hnsw.renumber(renumbering)));
  }

  refresh(): void {
    this.#project.read((view) => {
      this.index.refresh(view);
      this.hnsw.update(this.index, view);
    });
  }

  /** Refreshes, as one search after the other would, until a graph answers. */
  async untilReady(): Promise<void> {
    for (let attempt = 0; attempt < 1_000 && !this.hnsw.isReady && this.hnsw.failure === null; attempt++) {
      this.refresh();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.refresh();
    expect(this.hnsw.failure).toBeNull();
    expect(this.hnsw.isReady).toBe(true);
  }

  nearest(text: string, k = 10, paths: readonly string[] = []): number[] {
    const { parts } = this.index;
    const scope = documentScope(parts.docs, { paths, languages: [], isUnwanted: null, passagesOf: null });
    return this.hnsw.nearest(parts, textVector(text, 24), k, scope).map(({ id }) => parts.docs.passageId(id));
  }

  exactly(text: string, k = 10): number[] {
    const { parts } = this.index;
    const scope = documentScope(parts.docs, EVERYWHERE);
    return exactScan.nearest(parts, textVector(text, 24), k, scope).map(({ id }) => parts.docs.passageId(id));
  }

  /** Share of the exact answers that the graph finds too. */
  recall(): number {
    const queries = Array.from({ length: 20 }, (_, query) => `query ${query}`);
    const found = queries.map((query) => {
      const answer = new Set(this.nearest(query));
      return this.exactly(query).filter((id) => answer.has(id)).length / 10;
    });
    return found.reduce((sum, share) => sum + share, 0) / found.length;
  }
}

describe.skipIf(addon === null)("HnswSearch", () => {
  it("answers exactly until the graph is built, then through the graph", async () => {
    const held = new Held(newProject());
    held.refresh();
    expect(held.hnsw.isReady).toBe(false);
    expect(held.recall()).toBe(1);
    await held.untilReady();
    expect(held.recall()).toBeGreaterThan(0.95);
    expect(held.nearest("any", 1_000)).toHaveLength(200);
    expect(held.nearest("any", 0)).toEqual([]);
  });

  it("leaves small projects to the exact scan", async () => {
    const project = newProject(3);
    const held = new Held(project);
    held.refresh();
    await new Promise((resolve) => setTimeout(resolve, 50));
    held.refresh();
    expect(held.hnsw.isReady).toBe(false);
    expect(existsSync(project.path("vectors.hnsw"))).toBe(false);
  });

  it("never returns what is gone and finds what came since, also after renumbering", async () => {
    const project = newProject();
    const held = new Held(project);
    await held.untilReady();
    const gone = held.nearest(chunkOf(3, 4), 1);
    project.remove("src/file3.ts");
    project.put(...files(20, 21));
    held.refresh();
    expect(held.hnsw.isReady).toBe(true);
    for (let round = 0; round < 2; round++) {
      expect(held.nearest(chunkOf(3, 4), 200)).not.toContain(gone[0]);
      expect(held.nearest(chunkOf(20, 7), 1)).toEqual(held.exactly(chunkOf(20, 7), 1));
      expect(held.nearest(chunkOf(19, 7), 1)).toEqual(held.exactly(chunkOf(19, 7), 1));
      expect(held.recall()).toBeGreaterThan(0.95);
      held.index.compact();
      held.refresh();
    }
  });

  it("is built anew when much has changed, growing as needed", async () => {
    const project = newProject();
    const held = new Held(project);
    await held.untilReady();
    const before = readFileSync(project.path("vectors.hnsw")).length;
    project.put(...files(20, 200));
    held.refresh();
    expect(held.recall()).toBeGreaterThan(0.95);
    for (let attempt = 0; attempt < 1_000; attempt++) {
      if (readFileSync(project.path("vectors.hnsw")).length > before * 5) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await held.untilReady();
    expect(held.recall()).toBeGreaterThan(0.9);
    expect(held.nearest("any", 10_000)).toHaveLength(2_000);
  });

  it("is read by the next process, which knows what changed since", async () => {
    const project = newProject();
    await new Held(project).untilReady();
    const written = readFileSync(project.path("vectors.hnsw"));
    project.put({ path: "src/file5.ts", chunks: ["rewritten one", "rewritten two"] });
    project.remove("src/file6.ts");
    const next = new Held(project);
    await next.untilReady();
    expect(readFileSync(project.path("vectors.hnsw"))).toEqual(written);
    expect(next.nearest("rewritten two", 1)).toEqual(next.exactly("rewritten two", 1));
    expect(new Set(next.nearest("any", 1_000))).toEqual(new Set(next.exactly("any", 1_000)));
    expect(next.recall()).toBeGreaterThan(0.95);
    expect(readdirSync(project.folder).filter((name) => name.endsWith(".addon"))).toEqual([]);
  });

  it("scans exactly under a filter", async () => {
    const held = new Held(newProject());
    await held.untilReady();
    const found = held.nearest(chunkOf(7, 1), 100, ["src/file7.ts"]);
    expect(found).toHaveLength(10);
    expect(found[0]).toBe(held.exactly(chunkOf(7, 1), 1)[0]);
  });

  it("never gives the addon a file that is damaged, or of another database, model or build", async () => {
    const project = newProject();
    await new Held(project).untilReady();
    const path = project.path("vectors.hnsw");
    const { databaseId } = project.read((view) => view);
    const origin = { databaseId, embedder: SPACE, m: 8, efConstruction: 100 };
    expect(unpackGraph(path, origin)?.passageIds).toHaveLength(200);
    expect(unpackGraph(path, { ...origin, databaseId: "another" })).toBeNull();
    expect(unpackGraph(path, { ...origin, embedder: { ...SPACE, dimensions: 48 } })).toBeNull();
    expect(unpackGraph(path, { ...origin, embedder: { ...SPACE, model: "other" } })).toBeNull();
    expect(unpackGraph(path, { ...origin, m: 16 })).toBeNull();
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at += 997) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] as number) ^ 1;
      writeFileSync(path, changed);
      expect(unpackGraph(path, origin)).toBeNull();
    }
    writeFileSync(path, whole.subarray(0, whole.length / 2));
    const held = new Held(project);
    await held.untilReady();
    expect(held.recall()).toBeGreaterThan(0.95);
  });

  it("starts over in a new vector space", async () => {
    const project = newProject();
    const held = new Held(project);
    await held.untilReady();
    project.writer.setEmbedder({ ...SPACE, model: "other" });
    held.refresh();
    expect(held.hnsw.isReady).toBe(false);
    expect(held.nearest("any")).toEqual([]);
  });
});

describe("temporary files", () => {
  it("are removed when their process is gone", () => {
    const project = newProject(1);
    const path = project.path("vectors.hnsw");
    writeFileSync(`${path}.999999999-1.addon`, "left behind");
    writeFileSync(temporaryFile(path), "ours");
    removeStaleFiles(path);
    expect(readdirSync(project.folder).filter((name) => name.endsWith(".addon"))).toHaveLength(1);
  });
});

describe("describeVectorSearch", () => {
  it("tells how vectors are searched and why", async () => {
    const project = newProject(1);
    const path = project.path("vectors.hnsw");
    expect(await describeVectorSearch({ ...CONFIG, enabled: false }, 1e6, path)).toBe("exact scan (int8, WASM SIMD)");
    const large = await describeVectorSearch(CONFIG, 1e6, path);
    const small = await describeVectorSearch(CONFIG, 10, path);
    for (const text of [large, small]) expect(text).toContain("exact scan");
    expect(small).toContain(addon === null ? "not installed" : "from 50 passages on");
    expect(large).toContain(addon === null ? "not installed" : "until the HNSW");
  });
});
