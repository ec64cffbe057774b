import type { Config } from "../../src/config/types.ts";
import { StaticEncoder } from "../../src/embed/static/encoder.ts";
import type { StaticEmbedder } from "../../src/embed/static/static-embedder.ts";
import { assistantLimits } from "../../src/format/limits.ts";
import { resultTokens } from "../../src/format/search-reply.ts";
import { bestMatches } from "../../src/search/lexical/lexical-index.ts";
import { analyseQuery } from "../../src/search/query.ts";
import { createSearcher } from "../../src/search/search.ts";
import { SearchIndex } from "../../src/search/search-index.ts";
import type { PassageEntry, StoreReader } from "../../src/store/types.ts";
import { estimateTokens } from "../../src/text/tokens.ts";
import type { Answer } from "./labels.ts";

/**
 * static and words: the best chunk a file by cosine or by BM25, nothing else. lexical and fused: the product's search
 * without vectors and with them, ranking features included.
 */
export const modes = ["static", "words", "lexical", "fused"] as const;
export type Mode = (typeof modes)[number];

export type Answerer = (query: string) => Promise<readonly Answer[]>;

const limit = 10;

function bestByFile(entries: readonly PassageEntry[], scoreOf: (entry: PassageEntry, at: number) => number): Answer[] {
  const best = new Map<number, { readonly entry: PassageEntry; readonly score: number }>();
  for (const [at, entry] of entries.entries()) {
    const score = scoreOf(entry, at);
    if (score > (best.get(entry.fileId)?.score ?? 0)) best.set(entry.fileId, { entry, score });
  }
  return [...best.values()]
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ entry }) => ({ file: entry.path, start_line: entry.startLine, end_line: entry.endLine, tokens: null }));
}

/** Answers by vectors alone. */
function staticAnswerer(store: StoreReader, embedder: StaticEmbedder): Answerer {
  const encoder = new StaticEncoder(embedder.model());
  const entries = store.read((view) => [...view.passageEntries("all")]);
  return async (query) => {
    const wanted = encoder.encode(query);
    return bestByFile(entries, ({ vector }) => {
      if (vector === null) return 0;
      let sum = 0;
      for (let at = 0; at < wanted.length; at++) sum += (wanted[at] as number) * (vector[at] as number);
      return sum;
    });
  };
}

/** Answers by BM25 alone. */
function wordsAnswerer(store: StoreReader): Answerer {
  const { entries, index } = store.read((view) => ({
    entries: [...view.passageEntries("all")],
    index: SearchIndex.build(view),
  }));
  const { docs, words } = index.parts;
  const live = new Uint8Array(docs.size).fill(1);
  return async (query) => {
    const found = words.score(analyseQuery(query).terms, docs.live);
    const scores = new Map(
      bestMatches(found, docs.size, live)
        .ranked()
        .map(({ id, score }) => [docs.passageId(id), score]),
    );
    return bestByFile(entries, ({ id }) => scores.get(id) ?? 0);
  };
}

/** Answers as the product does. */
function searchAnswerer(
  store: StoreReader,
  embedder: StaticEmbedder,
  config: Config,
  mode: "lexical" | "hybrid",
): Answerer {
  const searcher = createSearcher({ store, embedder, config, snapshotPath: null, graphPath: null });
  return async (query) => {
    const { hits } = await searcher.search({
      query,
      like: null,
      limit,
      mode,
      paths: [],
      languages: [],
      kinds: [],
      tests: "penalised",
      budget: null,
    });
    return hits.map((hit) => ({
      file: hit.file,
      start_line: hit.startLine,
      end_line: hit.endLine,
      tokens: {
        full: resultTokens(hit, "full", assistantLimits),
        code: estimateTokens(hit.content),
        compact: resultTokens(hit, "compact", assistantLimits),
      },
    }));
  };
}

export function answererOf(mode: Mode, store: StoreReader, embedder: StaticEmbedder, config: Config): Answerer {
  switch (mode) {
    case "static":
      return staticAnswerer(store, embedder);
    case "words":
      return wordsAnswerer(store);
    case "lexical":
      return searchAnswerer(store, embedder, config, "lexical");
    case "fused":
      return searchAnswerer(store, embedder, config, "hybrid");
  }
}
