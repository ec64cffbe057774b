import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type LabelledRepository, readLabels } from "./retrieval/labels.ts";
import { mean, measureProject } from "./retrieval/measure.ts";
import { printTable } from "./support/figures.ts";

/*
 * Fails when search finds clearly worse than it did: NDCG@10 over three packages of node_modules that ship their
 * sources, against the figures in retrieval/fixtures/baseline.json.
 * usage: npm run bench -- retrieval-check [--update]    (--update writes the figures of now instead)
 */

/** What may be lost: less is what a change of a weight moves one query by. */
const TOLERANCE = 0.02;
const MODES = ["lexical", "fused"] as const;
type CheckedMode = (typeof MODES)[number];

/** A labelled repository that is an installed package. */
interface LabelledPackage extends LabelledRepository {
  readonly package: string;
  /** The package's folder that is indexed, and what it is called in the repository. */
  readonly folder: string;
  readonly root: string;
}

/** NDCG@10 by mode and repository. */
type Figures = Readonly<Record<CheckedMode, Readonly<Record<string, number>>>>;

const { values: options } = parseArgs({ options: { update: { type: "boolean", default: false } } });
// Benchmarks run from dist/bench/.
const fixtures = fileURLToPath(new URL("../../bench/retrieval/fixtures/", import.meta.url));
const baselinePath = join(fixtures, "baseline.json");
const packages = readLabels(join(fixtures, "packages.json")) as readonly LabelledPackage[];

const figures = await measureAll();
if (options.update) {
  writeFileSync(baselinePath, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(`written: ${baselinePath}`);
} else if (!isWithin(figures, JSON.parse(readFileSync(baselinePath, "utf8")) as Figures)) {
  console.error(
    `Search finds worse than the baseline by more than ${TOLERANCE}. Where that is meant: npm run bench -- retrieval-check --update`,
  );
  process.exitCode = 1;
}

async function measureAll(): Promise<Figures> {
  const measured: Record<CheckedMode, Record<string, number>> = { lexical: {}, fused: {} };
  for (const labelled of packages) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "grepai-retrieval-")));
    try {
      copySources(labelled, folder);
      const scores = await measureProject(folder, labelled.queries, MODES);
      for (const mode of MODES) {
        const value = mean(scores.filter((score) => score.mode === mode).map(({ ndcg }) => ndcg));
        measured[mode][labelled.repo] = Math.round(value * 10_000) / 10_000;
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return measured;
}

/** Copies what is labelled out of node_modules, which is never indexed, to where it lies in the repository. */
function copySources({ package: name, folder, root, queries }: LabelledPackage, project: string): void {
  const require = createRequire(import.meta.url);
  const source = join(dirname(require.resolve(`${name}/package.json`)), folder);
  cpSync(source, join(project, root), { recursive: true });
  for (const { path } of queries.flatMap(({ targets }) => targets)) {
    if (!existsSync(join(project, path))) throw new Error(`${name} holds no ${path}, which is labelled`);
  }
}

function isWithin(now: Figures, baseline: Figures): boolean {
  const rows = MODES.map((mode) => {
    const names = Object.keys(baseline[mode]);
    const before = mean(names.map((name) => baseline[mode][name] ?? 0));
    const after = mean(names.map((name) => now[mode][name] ?? 0));
    return { mode, names, before, after };
  });
  printTable(
    "NDCG@10 against the baseline",
    ["", ...packages.map(({ repo }) => repo), "mean", "baseline", "change"],
    rows.map(({ mode, before, after }) => [
      mode,
      ...packages.map(({ repo }) => (now[mode][repo] ?? 0).toFixed(4)),
      after.toFixed(4),
      before.toFixed(4),
      (after - before).toFixed(4),
    ]),
  );
  return rows.every(({ before, after }) => after >= before - TOLERANCE);
}
