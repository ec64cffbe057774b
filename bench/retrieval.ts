import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type LabelledRepository, readLabels } from "./retrieval/labels.ts";
import { mean, measureProject, type Score } from "./retrieval/measure.ts";
import { type Mode, modes } from "./retrieval/modes.ts";
import { printTable, quantile } from "./support/figures.ts";

/*
 * How well queries find the files that answer them: NDCG@10 over labelled repositories, by category and language, and
 * the tokens that are read until one is found. Each
 * checkout is indexed in place by the product itself, so a second run only takes up what differs: another model, or
 * another analysis. See retrieval/README.md.
 * usage: npm run bench -- retrieval --repos FOLDER --labels FILE.json [--mode static,words,lexical,fused]
 *        [--only REPO,…] [--model NAME|FOLDER] [--results FOLDER] [--constants FILE.json]
 */

interface RepositoryScore extends Score {
  readonly repository: LabelledRepository;
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
const only = new Set(options.only.split(",").filter((name) => name !== ""));
const labelled = readLabels(labels).filter(({ repo }) => only.size === 0 || only.has(repo));
const present = labelled.filter(({ repo }) => existsSync(join(repos, repo)));
const absent = labelled.filter((repository) => !present.includes(repository));

const scores: RepositoryScore[] = [];
for (const repository of present) await measure(repository, resolve(repos, repository.repo));

if (absent.length > 0) console.log(`not checked out: ${absent.map(({ repo }) => repo).join(", ")}`);
print();
if (options.results !== undefined) {
  for (const mode of wantedModes) {
    const rows = scores
      .filter((score) => score.mode === mode)
      .map(({ repository, query, results }) => JSON.stringify({ repo: repository.repo, query: query.query, results }));
    writeFileSync(join(options.results, `${mode}.jsonl`), `${rows.join("\n")}\n`);
  }
}

async function measure(repository: LabelledRepository, root: string): Promise<void> {
  for (const score of await measureProject(root, repository.queries, wantedModes, model)) {
    scores.push({ ...score, repository });
  }
}

/**
 * Mean over repositories of the mean over their queries, so that no repository counts more for having more.
 * @param figureOf null for what does not count
 */
function meanOf(mode: Mode, figureOf: (score: RepositoryScore) => number | null): number {
  const byRepository = new Map<string, number[]>();
  for (const score of scores) {
    const value = score.mode === mode ? figureOf(score) : null;
    if (value === null) continue;
    const { repo } = score.repository;
    byRepository.set(repo, [...(byRepository.get(repo) ?? []), value]);
  }
  return mean([...byRepository.values()].map(mean));
}

function print(): void {
  const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();
  const row = (name: string, isCounted: (score: RepositoryScore) => boolean): string[] => [
    name,
    ...wantedModes.map((mode) => meanOf(mode, (score) => (isCounted(score) ? score.ndcg : null)).toFixed(4)),
  ];
  const categories = distinct(present.flatMap(({ queries }) => queries.map(({ category }) => category)));
  const timesOf = (mode: Mode) => scores.filter((score) => score.mode === mode).map((score) => score.milliseconds);
  const ofCategory = (name: string) => (score: RepositoryScore) => score.query.category === name;
  printTable(
    `NDCG@10 over ${present.length} repositories`,
    ["", ...wantedModes],
    [
      row("all", () => true),
      ...categories.map((name) => row(name, ofCategory(name))),
      ["query p50 (ms)", ...wantedModes.map((mode) => quantile(timesOf(mode), 0.5))],
    ],
  );
  printTokens(categories);
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

/** What an assistant reads until it has what answers, in each form of the reply. */
function printTokens(categories: readonly string[]): void {
  const priced = wantedModes.filter((mode) => scores.some((score) => score.mode === mode && score.tokens !== null));
  if (priced.length === 0) return;
  const forms = ["full", "code", "compact"] as const;
  const row = (name: string, isCounted: (score: RepositoryScore) => boolean): (string | number)[] => [
    name,
    ...priced.flatMap((mode) =>
      forms.map((form) => meanOf(mode, (score) => (isCounted(score) ? (score.tokens?.[form] ?? null) : null))),
    ),
  ];
  printTable(
    "Tokens until the first result that answers",
    ["", ...priced.flatMap((mode) => forms.map((form) => `${mode}, ${form === "code" ? "code alone" : form}`))],
    [row("all", () => true), ...categories.map((name) => row(name, (score) => score.query.category === name))],
  );
}
