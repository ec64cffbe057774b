import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { defaultConfig } from "../src/config/defaults.ts";
import { projectPaths } from "../src/config/paths.ts";
import { projectFileReader } from "../src/graph/project-files.ts";
import { Resolver } from "../src/graph/resolve/resolver.ts";
import { Indexer } from "../src/index/indexer.ts";
import { openReader } from "../src/store/open.ts";
import { type Expected, type Judgement, judge } from "./callgraph/judge.ts";
import { printTable } from "./support/figures.ts";

/*
 * Precision and recall of call edges (caller, callee) against type checkers and language servers, beside the method
 * that links a call to every definition of its name. See callgraph/README.md.
 * usage: npm run bench -- callgraph --repos FOLDER [--only NAME,…] [--show]
 */

interface Repository {
  readonly name: string;
  readonly url: string;
  readonly commit: string;
  readonly language: string;
  /** Whether the resolver was mended by what its edges showed, or it is only measured. */
  readonly use: "tuned" | "measured";
}

const here = fileURLToPath(new URL("../../bench/callgraph", import.meta.url));
const { values: options } = parseArgs({
  options: {
    repos: { type: "string" },
    only: { type: "string", default: "" },
    show: { type: "boolean", default: false },
  },
});
const { repos } = options;
if (repos === undefined) throw new Error("give --repos FOLDER, made by bench/callgraph/checkout.sh");
const only = new Set(options.only.split(",").filter((name) => name !== ""));
const listed: readonly Repository[] = JSON.parse(readFileSync(join(here, "repositories.json"), "utf8"));
const chosen = listed.filter(({ name }) => only.size === 0 || only.has(name));
const results: { readonly repository: Repository; readonly judgement: Judgement; readonly resolveMs: number }[] = [];
for (const repository of chosen) {
  const root = resolve(repos, repository.name);
  if (!existsSync(root)) {
    console.log(`not checked out: ${repository.name}`);
    continue;
  }
  const expected: Expected = JSON.parse(readFileSync(join(here, "expected", `${repository.name}.json`), "utf8"));
  const indexer = Indexer.open({ root, config: defaultConfig, purpose: "index", log: console.error });
  try {
    await indexer.update("all");
  } finally {
    await indexer.close();
  }
  const store = openReader(projectPaths(root).index);
  try {
    const startedAt = performance.now();
    const judgement = store.read((view) => judge(expected, view, new Resolver(view, projectFileReader(root))));
    results.push({ repository, judgement, resolveMs: performance.now() - startedAt });
    if (options.show) show(judgement);
  } finally {
    store.close();
  }
}

function show({ wrong, missed, unjudged }: Judgement): void {
  for (const edge of wrong) console.log(`WRONG ${edge.confidence} ${edge.site}  ${edge.caller} -> ${edge.callee}`);
  for (const key of missed) console.log(`MISSED ${key}`);
  for (const edge of unjudged) console.log(`UNJUDGED ${edge.confidence} ${edge.site} -> ${edge.callee}`);
}

function row(name: string, judgements: readonly Judgement[]): readonly string[] {
  const sum = (count: (judgement: Judgement) => number) =>
    judgements.reduce((total, judgement) => total + count(judgement), 0);
  const ratio = (part: number, whole: number) => (whole === 0 ? "–" : (part / whole).toFixed(3));
  const expected = sum((judgement) => judgement.expected);
  const found = sum((judgement) => judgement.found.length);
  const right = sum((judgement) => judgement.right.length);
  const exact = sum((judgement) => judgement.found.filter(({ confidence }) => confidence === "exact").length);
  const exactRight = sum((judgement) => judgement.right.filter(({ confidence }) => confidence === "exact").length);
  const namedRight = sum((judgement) => judgement.nameOnly.right);
  return [
    name,
    String(expected),
    ratio(right, found),
    ratio(right, expected),
    ratio(2 * right, found + expected),
    ratio(exactRight, exact),
    ratio(exactRight, expected),
    String(sum((judgement) => judgement.unjudged.length)),
    ratio(
      namedRight,
      sum((judgement) => judgement.nameOnly.all),
    ),
    ratio(namedRight, expected),
  ];
}

const header = [
  "",
  "edges",
  "precision",
  "recall",
  "F1",
  "exact: precision",
  "exact: recall",
  "unjudged",
  "name-only: precision",
  "name-only: recall",
];
for (const use of ["measured", "tuned"] as const) {
  const ofUse = results.filter(({ repository }) => repository.use === use);
  if (ofUse.length === 0) continue;
  const languages = [...new Set(ofUse.map(({ repository }) => repository.language))];
  printTable(
    use === "measured" ? "Repositories only measured" : "Repositories tuned on",
    header,
    languages.flatMap((language) => {
      const own = ofUse.filter(({ repository }) => repository.language === language);
      return [
        ...own.map(({ repository, judgement }) => row(repository.name, [judgement])),
        row(
          `**${language}**`,
          own.map(({ judgement }) => judgement),
        ),
      ];
    }),
  );
}
console.log(
  `\nresolving, name-only and judging: ${results.map(({ repository, resolveMs }) => `${repository.name} ${resolveMs.toFixed(0)} ms`).join(", ")}`,
);
