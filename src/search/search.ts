import type { Config } from "../config/types.ts";
import type { Embedder, EmbedderId } from "../embed/types.ts";
import { GrepaiError, messageOf } from "../errors.ts";
import type { ReadView, StoreReader } from "../store/types.ts";
import { type Candidates, findCandidates, type Measures } from "./candidates.ts";
import type { DocTable } from "./doc-table.ts";
import { ImportedNamesCache } from "./endorsement.ts";
import { documentScope, type FilteredDocuments } from "./filter.ts";
import { hitsOf, type ScoredPassage } from "./hits.ts";
import { HeldKinds } from "./kinds.ts";
import { OutlineCache } from "./outlines.ts";
import { type AnalysedQuery, analyseQuery } from "./query.ts";
import { rank } from "./ranking.ts";
import { isSameSpace, SearchIndex } from "./search-index.ts";
import { bySimilarity, type Example, exampleAt, isNoCopyOf, scopeWithout } from "./similar.ts";
import { loadSnapshot, saveSnapshot } from "./snapshot.ts";
import { testMatcher, withoutTestPenalties } from "./test-files.ts";
import type { SearchAnswer, SearchRequest } from "./types.ts";
import { HnswSearch } from "./vector/hnsw.ts";
import { exactScan } from "./vector/nearest.ts";

const MAX_LIMIT = 100;
const NO_WORD_NOTE =
  "No word of the query occurs in the code that was searched: these are the nearest in meaning, perhaps without any " +
  "bearing on it. Check the spelling, or ask in other words.";
/** A process that had to read this many passages or files saves what it made of them for the next one. */
const WORTH_SAVING = 2_000;

/** What a searcher needs; nothing is reached for elsewhere. */
export interface SearcherParts {
  /** Closed with the searcher by whoever opened it. */
  readonly store: StoreReader;
  readonly embedder: Embedder;
  readonly config: Config;
  /** Where the in-memory index is kept between processes; null keeps it nowhere. */
  readonly snapshotPath: string | null;
  /** Where the HNSW graph is kept; null for a process that ends before one would pay. */
  readonly graphPath: string | null;
}

/** Answers queries about one project. */
export interface Searcher {
  /**
   * @throws GrepaiError INVALID_PARAMETERS for an empty query, a path filter that no indexed file passes, or a place
   * that is not in the index, EMBEDDER_UNAVAILABLE, MODEL_MISMATCH (neither in lexical mode), CANCELLED
   */
  search(request: SearchRequest): Promise<SearchAnswer>;
  close(): void;
}

/** A query's vector, or why there is none although it was asked for. */
type QueryVector = { readonly vector: Float32Array; readonly space: EmbedderId } | { readonly missing: string | null };

export function createSearcher(parts: SearcherParts): Searcher {
  return new IndexSearcher(parts);
}

class IndexSearcher implements Searcher {
  readonly #parts: SearcherParts;
  readonly #graph: HnswSearch | null;
  readonly #outlines = new OutlineCache();
  readonly #importedNames = new ImportedNamesCache();
  readonly #heldKinds = new HeldKinds();
  #index: SearchIndex | null = null;
  #isSaveDue = false;

  constructor(parts: SearcherParts) {
    this.#parts = parts;
    this.#graph = parts.graphPath === null ? null : new HnswSearch(parts.config.store.hnsw, parts.graphPath);
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    throwIfCancelled(request.signal);
    if (request.like === null && request.query.trim() === "") {
      throw new GrepaiError("INVALID_PARAMETERS", "The query is empty: say in words what to look for, or give a name.");
    }
    if (request.like !== null && request.mode === "lexical") {
      throw new GrepaiError(
        "INVALID_PARAMETERS",
        "Likeness is one of meaning: it cannot be searched for in lexical mode.",
      );
    }
    const vector = request.like === null ? await embedQuery(this.#parts.embedder, request) : { missing: null };
    throwIfCancelled(request.signal);
    return this.#parts.store.read((view) => this.#answer(view, request, vector));
  }

  close(): void {
    this.#saveIfDue();
    this.#graph?.close();
    this.#index = null;
  }

  #answer(view: ReadView, request: SearchRequest, queryVector: QueryVector): SearchAnswer {
    const index = this.#refreshed(view);
    const { docs } = index.parts;
    const notes: string[] = [];
    const example = request.like === null ? null : exampleAt(view, request.like.place);
    const measures =
      example === null ? measuresOf(request, queryVector, index, notes) : measuresOfExample(example, request);
    const wanted = this.#scopeOf(request, view, index, notes);
    const scope = example === null ? wanted : scopeWithout(example, view, docs, wanted);
    const query = analyseQuery(request.query);
    const found = findCandidates(index.parts, this.#graph ?? exactScan, view, query, measures, scope);
    const ranked =
      example !== null && query.text === ""
        ? bySimilarity(found, docs)
        : this.#ranked(found, query, request, view, docs);
    const isWanted = example === null || request.like?.withCopies === true ? null : isNoCopyOf(example);
    const rules = { limit: clampLimit(request.limit, notes), budget: request.budget, isWanted };
    addStateNotes(view, measures.vector === null ? 0 : index.missingVectors, docs.liveCount, notes);
    const hits = hitsOf(view, ranked, rules, notes);
    if (hits.length > 0 && example === null && measures.words && !sharesWords(found)) notes.push(NO_WORD_NOTE);
    return { query: spokenQuery(request), hits, notes };
  }

  #ranked(
    found: Candidates,
    query: AnalysedQuery,
    request: SearchRequest,
    view: ReadView,
    docs: DocTable,
  ): readonly ScoredPassage[] {
    const ranked = rank(found, query, view, {
      passageId: (document) => docs.passageId(document),
      outlines: this.#outlines,
      importedNames: this.#importedNames.of(view),
      config: searchConfigOf(this.#parts.config, request),
    });
    return ranked.map(({ outline, score }) => ({ passageId: outline.passageId, score }));
  }

  /** @throws GrepaiError INVALID_PARAMETERS when no indexed file passes the filter */
  #scopeOf(request: SearchRequest, view: ReadView, index: SearchIndex, notes: string[]): FilteredDocuments {
    const { docs } = index.parts;
    const { paths, languages, kinds, tests } = request;
    const scope = documentScope(docs, {
      paths,
      languages,
      isUnwanted: tests === "excluded" ? testMatcher(this.#parts.config.search.boost) : null,
      passagesOf: kinds.length === 0 ? null : this.#heldKinds.matcher(view, kinds),
    });
    if (scope.fileCount === 0 && docs.fileCount > 0)
      throw new GrepaiError("INVALID_PARAMETERS", noFileMessage(request));
    const empty = scope.emptyPlaces.map((place) => `"${place}"`);
    if (empty.length > 0) notes.push(`No indexed file lies under ${empty.join(", ")}: check the spelling.`);
    return scope;
  }

  /** The index in the view's state, made from the snapshot or from the store the first time. */
  #refreshed(view: ReadView): SearchIndex {
    const { snapshotPath } = this.#parts;
    const onRenumber = (renumbering: Uint32Array | null): void => this.#graph?.renumber(renumbering);
    const index = this.#index ?? (snapshotPath === null ? null : loadSnapshot(snapshotPath, onRenumber));
    const read = index?.refresh(view);
    this.#index = index ?? SearchIndex.build(view, onRenumber);
    this.#graph?.update(this.#index, view);
    if ((read ?? this.#index.parts.docs.liveCount) >= WORTH_SAVING && !this.#isSaveDue) {
      this.#isSaveDue = true;
      setImmediate(() => this.#saveIfDue());
    }
    return this.#index;
  }

  /** Saving is a favour to the next process: where it fails (read-only folder, full disk) nothing is lost. */
  #saveIfDue(): void {
    const { snapshotPath } = this.#parts;
    if (!this.#isSaveDue || this.#index === null || snapshotPath === null) return;
    this.#isSaveDue = false;
    try {
      saveSnapshot(this.#index, snapshotPath);
    } catch (thrown) {
      if (!(thrown instanceof GrepaiError)) throw thrown;
    }
  }
}

async function embedQuery(embedder: Embedder, request: SearchRequest): Promise<QueryVector> {
  if (request.mode === "lexical") return { missing: null };
  const { signal } = request;
  // The query first: it has a short limit, and its vector tells a server's vector space.
  const [outcome] = await embedder.embed([request.query], { kind: "query", ...(signal && { signal }) });
  const space = await embedder.id(signal);
  if (outcome?.ok === true) return { vector: outcome.vector, space };
  const reason = outcome?.reason ?? "no answer";
  if (request.mode === "semantic") {
    throw new GrepaiError("INVALID_PARAMETERS", `The query cannot be embedded (${reason}); try the lexical mode.`);
  }
  return { missing: `The query could not be embedded (${reason}): answered by words alone.` };
}

/** By what to search, in the index's own vector space. */
function measuresOf(request: SearchRequest, query: QueryVector, index: SearchIndex, notes: string[]): Measures {
  const words = request.mode !== "semantic";
  if ("missing" in query) {
    if (query.missing !== null) notes.push(query.missing);
    return { words, vector: null };
  }
  const { embedder } = index.origin;
  if (embedder === null) {
    notes.push("The index holds no embeddings yet; run `grepai index` or `grepai watch`.");
    return { words, vector: null };
  }
  if (!isSameSpace(embedder, query.space)) {
    throw new GrepaiError(
      "MODEL_MISMATCH",
      `The index was made with ${spaceName(embedder)}, but the configuration asks for ${spaceName(query.space)}. ` +
        "Run `grepai index` to embed the project anew, or set the embedder back in .grepai/config.yaml.",
    );
  }
  return { words, vector: query.vector };
}

function measuresOfExample({ vector }: Example, { query, mode }: SearchRequest): Measures {
  return { words: query.trim() !== "" && mode !== "semantic", vector };
}

/** What the answer repeats as its query. */
function spokenQuery({ query, like }: SearchRequest): string {
  return like === null || query.trim() !== "" ? query : `${like.place.file}:${like.place.line}`;
}

function spaceName({ provider, model, dimensions }: EmbedderId): string {
  return `${provider}/${model} (${dimensions} dimensions)`;
}

function noFileMessage({ paths, languages }: SearchRequest): string {
  const wanted = [
    ...(paths.length > 0 ? [`under ${paths.map((path) => `"${path}"`).join(", ")}`] : []),
    ...(languages.length > 0 ? [`in ${languages.join(", ")}`] : []),
  ].join(" ");
  return `No indexed file lies ${wanted}: check the spelling, or search without the filter.`;
}

function clampLimit(limit: number, notes: string[]): number {
  const whole = Math.floor(limit);
  const clamped = Math.min(MAX_LIMIT, Math.max(1, Number.isNaN(whole) ? 1 : whole));
  if (clamped !== limit) notes.push(`The limit ${limit} was taken as ${clamped} (1 to ${MAX_LIMIT} are possible).`);
  return clamped;
}

function addStateNotes(view: ReadView, missingVectors: number, passages: number, notes: string[]): void {
  const progress = view.progress();
  if (progress !== null) {
    notes.push(`The first pass is under way: ${progress.filesDone} of ${progress.filesTotal} files are indexed.`);
  }
  if (missingVectors > 0) {
    notes.push(`${missingVectors} of ${passages} passages have no embedding yet and are found by words alone.`);
  }
}

/** Whether any candidate holds a word of the query; the best by words are all among them. */
function sharesWords({ candidates }: Candidates): boolean {
  return candidates.some(({ lexical }) => lexical !== null && lexical > 0);
}

function searchConfigOf({ search }: Config, { tests }: SearchRequest): Config["search"] {
  return tests === "included" ? { ...search, boost: withoutTestPenalties(search.boost) } : search;
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new GrepaiError("CANCELLED", "The search was cancelled.", { cause: messageOf(signal.reason) });
}
