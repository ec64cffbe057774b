import { defaultConfig } from "../../src/config/defaults.ts";
import { projectPaths } from "../../src/config/paths.ts";
import type { Config } from "../../src/config/types.ts";
import { createStaticEmbedder } from "../../src/embed/create.ts";
import { Indexer } from "../../src/index/indexer.ts";
import { openReader } from "../../src/store/open.ts";
import { type LabelledQuery, ndcg, type TokenCost, tokensUntilRelevant } from "./labels.ts";
import { type Answerer, answererOf, type Mode } from "./modes.ts";

/** What one query came to in one mode. */
export interface Score {
  readonly mode: Mode;
  readonly query: LabelledQuery;
  readonly results: Awaited<ReturnType<Answerer>>;
  readonly ndcg: number;
  /** Tokens read until the first result that answers; null in modes that show no results as the product does. */
  readonly tokens: TokenCost | null;
  readonly milliseconds: number;
}

/** Indexes a project in place, as the product does, with a static model, and answers its queries in each mode. */
export async function measureProject(
  root: string,
  queries: readonly LabelledQuery[],
  modes: readonly Mode[],
  model = "code-static",
): Promise<readonly Score[]> {
  const config: Config = {
    ...defaultConfig,
    embedder: { ...defaultConfig.embedder, provider: "static", model },
    store: { ...defaultConfig.store, hnsw: { ...defaultConfig.store.hnsw, enabled: false } },
  };
  const embedder = createStaticEmbedder({ model }, ".");
  const indexer = Indexer.open({ root, config, purpose: "index", log: console.error });
  try {
    await indexer.update("all");
    await indexer.embed();
  } finally {
    await indexer.close();
  }
  const store = openReader(projectPaths(root).index);
  const scores: Score[] = [];
  try {
    for (const mode of modes) {
      const answer = answererOf(mode, store, embedder, config);
      for (const query of queries) {
        const startedAt = performance.now();
        const results = await answer(query.query);
        const milliseconds = performance.now() - startedAt;
        const { targets } = query;
        scores.push({
          ...{ mode, query, results, milliseconds },
          ndcg: ndcg(targets, results),
          tokens: tokensUntilRelevant(targets, results),
        });
      }
    }
  } finally {
    store.close();
  }
  return scores;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
