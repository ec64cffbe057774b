import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { Config } from "../config/types.ts";
import { createEmbedder, createStaticEmbedder } from "../embed/create.ts";
import type { Embedder } from "../embed/types.ts";
import { openWriter } from "../store/open.ts";
import { createSearcher, type Searcher } from "./search.ts";
import { IndexedProject, type TestFile } from "./testing/indexed-project.ts";
import type { SearchRequest } from "./types.ts";

const staticEmbedder = createStaticEmbedder({ model: "code-static" }, "/");

const search: Config["search"] = {
  hybrid: { enabled: true, k: 60 },
  boost: { enabled: true, penalties: [{ pattern: "_test.", factor: 0.5 }], bonuses: [] },
  dedup: { enabled: true },
};

const config: Config = {
  version: 1,
  embedder: {
    provider: "static",
    model: "code-static",
    endpoint: null,
    dimensions: null,
    parallelism: 1,
    timeoutMs: 1_000,
    queryTimeoutMs: 1_000,
  },
  store: { backend: "sqlite", hnsw: { enabled: false, minPassages: 1, m: 16, efConstruction: 100, efSearch: 50 } },
  chunking: { sizeTokens: 400, overlapTokens: 0 },
  watch: { debounceMs: 100, niceness: 0 },
  search,
  trace: { enabledLanguages: [], excludePatterns: [] },
  index: { workers: null, maxCpuPercent: 100, maxFileBytes: 1_000_000 },
  mcp: { autoWatch: false },
  ignore: [],
  externalGitignore: null,
};

const FILES: readonly TestFile[] = [
  {
    path: "src/http/client.ts",
    chunks: ["sendRequest opens a socket and sends the http request", "closeSocket frees it"],
  },
  { path: "src/http/retry.ts", chunks: ["RetryPolicy decides whether a failed request is sent again after a delay"] },
  { path: "src/store/cache.ts", chunks: ["LruCache evicts the entry that was used least recently from memory"] },
  { path: "src-utils/cache.py", chunks: ["memoize keeps results of a function in a cache dictionary"] },
  { path: "src/http/retry_test.ts", chunks: ["testRetry checks the RetryPolicy of a failed request"] },
];

const projects: IndexedProject[] = [];
const searchers: Searcher[] = [];

async function newProject(files: readonly TestFile[] = FILES): Promise<IndexedProject> {
  const id = await staticEmbedder.id();
  const texts = [...new Set(files.flatMap(({ chunks }) => chunks))];
  const outcomes = await staticEmbedder.embed(texts, { kind: "passage" });
  const vectors = new Map(texts.map((text, index) => [text, outcomes[index]]));
  const project = new IndexedProject(id, (text) => {
    const outcome = vectors.get(text);
    return outcome?.ok === true ? outcome.vector : null;
  });
  projects.push(project);
  if (files.length > 0) project.put(...files);
  return project;
}

function newSearcher(
  project: IndexedProject,
  embedder: Embedder = staticEmbedder,
  some: Partial<Config["search"]> = {},
) {
  const searcher = createSearcher({
    store: project.reader(),
    embedder,
    config: { ...config, search: { ...search, ...some } },
    snapshotPath: project.path("search.snapshot"),
    graphPath: null,
  });
  searchers.push(searcher);
  return searcher;
}

function request(query: string, more: Partial<SearchRequest> = {}): SearchRequest {
  return {
    query,
    like: null,
    limit: 10,
    mode: "hybrid",
    paths: [],
    languages: [],
    kinds: [],
    tests: "penalised",
    budget: null,
    ...more,
  };
}

async function filesFor(searcher: Searcher, query: string, more: Partial<SearchRequest> = {}): Promise<string[]> {
  return (await searcher.search(request(query, more))).hits.map(({ file }) => file);
}

afterEach(() => {
  for (const searcher of searchers.splice(0)) searcher.close();
  for (const project of projects.splice(0)) project.close();
});

/** A server embedder whose server is not there. */
function deadEmbedder(): Embedder {
  const embedder = { ...config.embedder, provider: "ollama", endpoint: "http://127.0.0.1:9" } as const;
  return createEmbedder(embedder, { projectRoot: "/", env: {} });
}

describe("search", () => {
  it.each(["hybrid", "lexical", "semantic"] as const)("answers in %s mode", async (mode) => {
    const searcher = newSearcher(await newProject());
    const { hits, notes, query } = await searcher.search(request("retry a failed request", { mode }));
    expect(query).toBe("retry a failed request");
    expect(notes).toEqual([]);
    expect(hits[0]).toMatchObject({
      file: "src/http/retry.ts",
      startLine: 1,
      endLine: 10,
      symbol: "RetryPolicy",
      language: "typescript",
      kind: "function",
      content: FILES[1]?.chunks[0],
    });
    for (const { score } of hits) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it("finds a definition by its name in any spelling", async () => {
    const searcher = newSearcher(await newProject());
    for (const query of ["LruCache", "lru_cache", "lruCache", "LRU cache", "lrucache"]) {
      expect((await filesFor(searcher, query))[0]).toBe("src/store/cache.ts");
    }
  });

  it("keeps to kinds: what a passage mainly is, and what it defines", async () => {
    const project = await newProject();
    const searcher = newSearcher(project);
    const files = (kinds: SearchRequest["kinds"]) => filesFor(searcher, "request cache", { kinds });
    // A capital makes the definition a class; the passages themselves are functions.
    expect(new Set(await files(["class"]))).toEqual(new Set(["src/http/retry.ts", "src/store/cache.ts"]));
    expect(new Set(await files(["function"]))).toEqual(new Set(FILES.map(({ path }) => path)));
    expect(await files(["enum", "trait"])).toEqual([]);
    project.put({ path: "src/store/cache.ts", chunks: ["cache keeps what was used last"] });
    expect(await files(["class"])).toEqual(["src/http/retry.ts"]);
    project.remove("src/http/retry.ts");
    expect(await files(["class"])).toEqual([]);
  });

  it("ranks tests lower, like other code, or not at all", async () => {
    const searcher = newSearcher(await newProject());
    const scoreOf = async (tests: SearchRequest["tests"]) =>
      (await searcher.search(request("RetryPolicy of a failed request", { tests }))).hits.find(
        ({ file }) => file === "src/http/retry_test.ts",
      )?.score;
    const penalised = (await scoreOf("penalised")) ?? 0;
    expect(await scoreOf("included")).toBeGreaterThan(penalised * 1.5);
    expect(await scoreOf("excluded")).toBeUndefined();
  });

  it("finds the like of a place without asking the embedder, by cosine", async () => {
    const project = await newProject([
      ...FILES,
      { path: "copy.ts", chunks: [FILES[1]?.chunks[0] ?? ""] },
      { path: "other.ts", chunks: ["RetryPolicy decides whether a lost packet is sent again after some delay"] },
    ]);
    const searcher = newSearcher(project, deadEmbedder());
    const place = { file: "src/http/retry.ts", line: 7 };
    const { hits, query } = await searcher.search(request("", { like: { place, withCopies: false } }));
    expect(query).toBe("src/http/retry.ts:7");
    expect(hits[0]?.file).toBe("other.ts");
    expect(hits.map(({ file }) => file)).not.toContain("src/http/retry.ts");
    expect(hits.map(({ file }) => file)).not.toContain("copy.ts");
    const vectorOf = (path: string): Float32Array =>
      project.read((view) => [...view.passageEntries("all")].find((entry) => entry.path === path)?.vector) ??
      new Float32Array();
    const [one, other] = [vectorOf("src/http/retry.ts"), vectorOf("other.ts")];
    expect(hits[0]?.score).toBeCloseTo(
      one.reduce((sum, value, at) => sum + value * (other[at] as number), 0),
      3,
    );
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
    const withCopies = await searcher.search(request("", { like: { place, withCopies: true } }));
    expect(withCopies.hits[0]).toMatchObject({ file: "copy.ts", score: expect.closeTo(1, 2) });
    const narrowed = request("", { like: { place, withCopies: false }, paths: ["src/store"], limit: 3 });
    expect((await searcher.search(narrowed)).hits.map(({ file }) => file)).toEqual(["src/store/cache.ts"]);
    const worded = request("evicts memory", { like: { place, withCopies: false } });
    expect((await searcher.search(worded)).hits.map(({ file }) => file).indexOf("src/store/cache.ts")).toBeLessThan(
      hits.map(({ file }) => file).indexOf("src/store/cache.ts"),
    );
  });

  it("says what is wrong with a place", async () => {
    const project = await newProject();
    const searcher = newSearcher(project);
    const failure = (file: string, line: number, more: Partial<SearchRequest> = {}) =>
      searcher.search(request("", { like: { place: { file, line }, withCopies: false }, ...more }));
    await expect(failure("src/retry.ts", 1)).rejects.toMatchObject({
      code: "INVALID_PARAMETERS",
      message: expect.stringContaining('did you mean "src/http/retry.ts"?'),
    });
    await expect(failure("nope.ts", 1)).rejects.toThrow("not in the index: check the spelling.");
    await expect(failure("src/http/retry.ts", 11)).rejects.toThrow("its lines are 1 to 10");
    await expect(failure("src/http/retry.ts", 0)).rejects.toMatchObject({ code: "INVALID_PARAMETERS" });
    await expect(failure("src/http/retry.ts", 1, { mode: "lexical" })).rejects.toThrow("lexical");
    const pending = new IndexedProject(await staticEmbedder.id(), () => null);
    projects.push(pending);
    pending.put(...FILES);
    const place = { file: "src/http/retry.ts", line: 1 };
    const request_ = request("", { like: { place, withCopies: false } });
    await expect(newSearcher(pending).search(request_)).rejects.toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
  });

  it("says when no word of the query occurs, so that the answer may have no bearing on it", async () => {
    const searcher = newSearcher(await newProject());
    const notesFor = async (query: string, more: Partial<SearchRequest> = {}) =>
      (await searcher.search(request(query, more))).notes;
    expect(await notesFor("zzqqxxyy wibblefrotz")).toEqual([expect.stringContaining("No word of the query occurs")]);
    expect(await notesFor("dictionary", { paths: ["src"] })).toHaveLength(1);
    expect(await notesFor("zzqqxxyy dictionary")).toEqual([]);
    expect(await notesFor("dictionary", { paths: ["src"], mode: "semantic" })).toEqual([]);
    expect(await notesFor("zzqqxxyy", { mode: "lexical" })).toEqual([]);
  });

  it("says which of several places no file lies in", async () => {
    const searcher = newSearcher(await newProject());
    const { hits, notes } = await searcher.search(request("cache", { paths: ["src/store", "nope", "src/no*"] }));
    expect(hits.map(({ file }) => file)).toEqual(["src/store/cache.ts"]);
    expect(notes).toEqual([expect.stringContaining('"nope", "src/no*"')]);
  });

  it("brings up a definition that hundreds of uses outscore by words and meaning", async () => {
    const uses = Array.from({ length: 60 }, (_, file) => ({
      path: `src/uses${file}.ts`,
      chunks: Array.from({ length: 6 }, (_, chunk) => `use${file}x${chunk} handle handle Handle handle handle`),
    }));
    const padding = "opens closes reads writes and forgets whatever the caller passes in ".repeat(6);
    const project = await newProject([...uses, { path: "src/core.ts", chunks: [`Handle ${padding}`] }]);
    expect(await filesFor(newSearcher(project), "handle", { limit: 100 })).not.toContain("src/core.ts");
    expect(await filesFor(newSearcher(project), "Handle", { limit: 100 })).toContain("src/core.ts");
    const elsewhere = await filesFor(newSearcher(project), "Handle", { paths: ["src/uses*"] });
    expect(elsewhere).not.toContain("src/core.ts");
  });

  it("gives every file once before any file's second, unless told otherwise", async () => {
    const project = await newProject();
    expect(new Set((await filesFor(newSearcher(project), "http request socket", { limit: 4 })).slice(0, 4)).size).toBe(
      4,
    );
    const all = await filesFor(newSearcher(project), "socket", { limit: 100 });
    expect(all).toHaveLength(6);
    const repeated = newSearcher(project, staticEmbedder, { dedup: { enabled: false } });
    expect((await filesFor(repeated, "open and close the socket")).slice(0, 2)).toEqual([
      "src/http/client.ts",
      "src/http/client.ts",
    ]);
  });

  it("keeps tests down unless they are asked for", async () => {
    const searcher = newSearcher(await newProject());
    expect((await filesFor(searcher, "RetryPolicy of a failed request"))[0]).toBe("src/http/retry.ts");
    expect((await filesFor(searcher, "test that checks RetryPolicy"))[0]).toBe("src/http/retry_test.ts");
  });

  it("searches only where it is asked to", async () => {
    const searcher = newSearcher(await newProject());
    expect(await filesFor(searcher, "cache", { paths: ["src"] })).not.toContain("src-utils/cache.py");
    expect(await filesFor(searcher, "cache", { paths: ["src-utils"] })).toEqual(["src-utils/cache.py"]);
    expect(await filesFor(searcher, "cache", { languages: ["python"] })).toEqual(["src-utils/cache.py"]);
    expect(new Set(await filesFor(searcher, "cache", { paths: ["src/http/*.ts", "src/store/"] }))).toEqual(
      new Set(["src/http/client.ts", "src/http/retry.ts", "src/http/retry_test.ts", "src/store/cache.ts"]),
    );
    await expect(searcher.search(request("cache", { paths: ["nope"] }))).rejects.toMatchObject({
      code: "INVALID_PARAMETERS",
      message: expect.stringContaining('"nope"'),
    });
  });

  it("takes any limit and refuses an empty query", async () => {
    const searcher = newSearcher(await newProject());
    for (const [limit, count] of [
      [1, 1],
      [0, 1],
      [-1, 1],
      [1.5, 1],
      [1e9, 6],
      [Number.NaN, 1],
    ] as const) {
      const { hits, notes } = await searcher.search(request("request", { limit }));
      expect(hits).toHaveLength(count);
      expect(notes).toHaveLength(limit === 1 ? 0 : 1);
    }
    await expect(searcher.search(request("  "))).rejects.toMatchObject({ code: "INVALID_PARAMETERS" });
  });

  it("answers nothing for words that do not occur, and from an empty index", async () => {
    const searcher = newSearcher(await newProject());
    expect((await searcher.search(request("zebra", { mode: "lexical" }))).hits).toEqual([]);
    expect((await searcher.search(request("() => {}", { mode: "lexical" }))).hits).toEqual([]);
    const { hits, notes } = await newSearcher(await newProject()).search(request("ⵣⵣⵣ"));
    expect(hits).toEqual([]);
    expect(notes[0]).toContain("could not be embedded");
    const empty = newSearcher(await newProject([]));
    expect((await empty.search(request("request"))).hits).toEqual([]);
    expect((await empty.search(request("request", { paths: ["src"] }))).hits).toEqual([]);
  });

  it("sees what other processes commit, and never shows what is gone", async () => {
    const project = await newProject();
    const searcher = newSearcher(project);
    expect((await filesFor(searcher, "LruCache"))[0]).toBe("src/store/cache.ts");
    project.remove("src/store/cache.ts");
    project.put({ path: "src/new.ts", chunks: ["FreshThing was just written for the LruCache"] });
    expect((await filesFor(searcher, "LruCache", { mode: "lexical" }))[0]).toBe("src/new.ts");
    expect(await filesFor(searcher, "LruCache", { limit: 100 })).not.toContain("src/store/cache.ts");
  });

  it("follows an index that was deleted and built anew", async () => {
    const project = await newProject();
    const searcher = newSearcher(project);
    await searcher.search(request("LruCache"));
    project.writer.close();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(project.path(`index.db${suffix}`), { force: true });
    const writer = openWriter(project.path("index.db"), { log: () => {} });
    writer.setEmbedder(await staticEmbedder.id());
    expect((await searcher.search(request("LruCache"))).hits).toEqual([]);
    writer.close();
  });

  it("says which passages have no embedding, and finds them by words", async () => {
    const project = await newProject();
    project.put({ path: "src/later.ts", chunks: ["pendingThing waits for its vector"] });
    const { hits, notes } = await newSearcher(project).search(request("pendingThing"));
    expect(hits[0]?.file).toBe("src/later.ts");
    expect(notes).toEqual([expect.stringContaining("1 of 7 passages")]);
  });

  it("says that a first pass is under way", async () => {
    const project = await newProject();
    project.writer.setProgress({ filesDone: 5, filesTotal: 20 });
    expect((await newSearcher(project).search(request("socket"))).notes).toEqual([expect.stringContaining("5 of 20")]);
  });

  it("refuses to compare vectors of two models and says how to mend it", async () => {
    const project = await newProject();
    project.writer.setEmbedder({ provider: "ollama", model: "nomic-embed-text", dimensions: 768 });
    const searcher = newSearcher(project);
    await expect(searcher.search(request("socket"))).rejects.toMatchObject({
      code: "MODEL_MISMATCH",
      message: expect.stringMatching(/nomic-embed-text \(768.*grepai index/s),
    });
    expect((await filesFor(searcher, "socket", { mode: "lexical" }))[0]).toBe("src/http/client.ts");
  });

  it("needs no server for words, and says when meaning has none", async () => {
    const searcher = newSearcher(await newProject(), deadEmbedder());
    expect((await filesFor(searcher, "socket", { mode: "lexical" }))[0]).toBe("src/http/client.ts");
    for (const mode of ["hybrid", "semantic"] as const) {
      await expect(searcher.search(request("socket", { mode }))).rejects.toMatchObject({
        code: "EMBEDDER_UNAVAILABLE",
      });
    }
  });

  it("stops when cancelled", async () => {
    const searcher = newSearcher(await newProject());
    const signal = AbortSignal.abort();
    await expect(searcher.search(request("socket", { signal }))).rejects.toMatchObject({ code: "CANCELLED" });
  });

  it("saves a large index for the next process, and does without where it cannot", async () => {
    const files = Array.from({ length: 50 }, (_, file) => ({
      path: `src/file${file}.ts`,
      chunks: Array.from({ length: 50 }, (_, chunk) => `function${file}x${chunk} handles the request`),
    }));
    const project = await newProject([...FILES, ...files]);
    const first = newSearcher(project);
    const wanted = await filesFor(first, "LruCache");
    first.close();
    expect(existsSync(project.path("search.snapshot"))).toBe(true);
    const second = newSearcher(project);
    expect(await filesFor(second, "LruCache")).toEqual(wanted);
    second.close();
    writeFileSync(project.path("search.snapshot"), "damaged");
    chmodSync(project.folder, 0o555);
    const third = newSearcher(project);
    expect(await filesFor(third, "LruCache")).toEqual(wanted);
    expect(() => third.close()).not.toThrow();
    chmodSync(project.folder, 0o755);
  });
});
