import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { defaultConfig } from "../src/config/defaults.ts";
import { projectPaths } from "../src/config/paths.ts";
import type { Config } from "../src/config/types.ts";
import { createStaticEmbedder } from "../src/embed/create.ts";
import { Indexer } from "../src/index/indexer.ts";
import { openReader } from "../src/store/open.ts";
import { type LabelledRepository, ndcg, readLabels } from "./retrieval/labels.ts";
import { answererOf, type Mode, modes } from "./retrieval/modes.ts";
import { printTable, quantile } from "./support/figures.ts";

/*
 * How well queries find the files that answer them: NDCG@10 over labelled repositories, by category and language. Each
 * checkout is indexed in place by the product itself, so a second run only takes up what differs: another model, or
 * another analysis. See retrieval/README.md.
 * usage: npm run bench -- retrieval --repos FOLDER --labels FILE.json [--mode static,words,lexical,fused]
 *        [--only REPO,…] [--model NAME|FOLDER] [--results FOLDER] [--constants FILE.json]
 */

interface Score {
  readonly repository: LabelledRepository;
  readonly category: string;
  readonly value: number;
}

const { values: options } = parseArgs({
  options: {
    repos: { type: "string" },
    labels: { type: "string" },
    mode: { type: "string", default: "all" },
    only: { type: "string", default: "" },
    model: { type: "string", default: "code-static" },
    results: { type: "string" },
  },
});
const { repos, labels } = options;
if (repos === undefined || labels === undefined) throw new Error("give --repos FOLDER and --labels FILE.json");
const isMode = (name: string): name is Mode => (modes as readonly string[]).includes(name);
const wantedModes = options.mode === "all" ? modes : options.mode.split(",").filter(isMode);
if (wantedModes.length === 0) throw new Error(`modes: ${modes.join(", ")}, all`);
const model = /[\\/]/.test(options.model) ? resolve(options.model) : options.model;
const config: Config = {
  ...defaultConfig,
  embedder: { ...defaultConfig.embedder, provider: "static", model },
  store: { ...defaultConfig.store, hnsw: { ...defaultConfig.store.hnsw, enabled: false } },
};
const embedder = createStaticEmbedder({ model }, ".");
const only = new Set(options.only.split(",").filter((name) => name !== ""));
const labelled = readLabels(labels).filter(({ repo }) => only.size === 0 || only.has(repo));
const present = labelled.filter(({ repo }) => existsSync(join(repos, repo)));
const absent = labelled.filter((repository) => !present.includes(repository));

const scores = new Map<Mode, Score[]>(wantedModes.map((mode) => [mode, []]));
const lines = new Map<Mode, string[]>(wantedModes.map((mode) => [mode, []]));
const queryMs = new Map<Mode, number[]>(wantedModes.map((mode) => [mode, []]));
for (const repository of present) await measure(repository, resolve(repos, repository.repo));

if (absent.length > 0) console.log(`not checked out: ${absent.map(({ repo }) => repo).join(", ")}`);
print();
if (options.results !== undefined) {
  for (const [mode, rows] of lines) writeFileSync(join(options.results, `${mode}.jsonl`), `${rows.join("\n")}\n`);
}

async function measure(repository: LabelledRepository, root: string): Promise<void> {
  const indexer = Indexer.open({ root, config, purpose: "index", log: console.error });
  try {
    await indexer.update("all");
    await indexer.embed();
  } finally {
    await indexer.close();
  }
  const store = openReader(projectPaths(root).index);
  try {
    for (const mode of wantedModes) {
      const answer = answererOf(mode, store, embedder, config);
      for (const { query, category, targets } of repository.queries) {
        const startedAt = performance.now();
        const results = await answer(query);
        queryMs.get(mode)?.push(performance.now() - startedAt);
        scores.get(mode)?.push({ repository, category, value: ndcg(targets, results) });
        lines.get(mode)?.push(JSON.stringify({ repo: repository.repo, query, results }));
      }
    }
  } finally {
    store.close();
  }
}

/** Mean over repositories of the mean over their queries, so that no repository counts more for having more. */
function meanOf(mode: Mode, isCounted: (score: Score) => boolean): number {
  const byRepository = new Map<string, number[]>();
  for (const score of scores.get(mode)?.filter(isCounted) ?? []) {
    const { repo } = score.repository;
    byRepository.set(repo, [...(byRepository.get(repo) ?? []), score.value]);
  }
  return mean([...byRepository.values()].map(mean));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function print(): void {
  const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();
  const row = (name: string, isCounted: (score: Score) => boolean): string[] => [
    name,
    ...wantedModes.map((mode) => meanOf(mode, isCounted).toFixed(4)),
  ];
  const categories = distinct(present.flatMap(({ queries }) => queries.map(({ category }) => category)));
  printTable(
    `NDCG@10 over ${present.length} repositories`,
    ["", ...wantedModes],
    [
      row("all", () => true),
      ...categories.map((name) => row(name, ({ category }) => category === name)),
      ["query p50 (ms)", ...wantedModes.map((mode) => quantile(queryMs.get(mode) ?? [], 0.5))],
    ],
  );
  printTable(
    "By language",
    ["", ...wantedModes],
    [
      ...distinct(present.map(({ language }) => language)).map((name) =>
        row(name, (score) => score.repository.language === name),
      ),
    ],
  );
  printTable(
    "By repository",
    ["", ...wantedModes],
    [...present.map(({ repo }) => row(repo, (score) => score.repository.repo === repo))],
  );
}
