import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { defaultConfig } from "../src/config/defaults.ts";
import { projectPaths } from "../src/config/paths.ts";
import type { Config } from "../src/config/types.ts";
import { createStaticEmbedder } from "../src/embed/create.ts";
import { Indexer } from "../src/index/indexer.ts";
import { openReader } from "../src/store/open.ts";
import { answererOf, type Mode, modes } from "./retrieval/modes.ts";
import { printTable } from "./support/figures.ts";

/*
 * Questions by meaning alone: none shares a word with the names of what answers it. They are asked of published packages,
 * fetched with npm and pip into FOLDER when they are not there; printed is the share answered among the first five.
 * usage: npm run bench -- meaning FOLDER [--model NAME|FOLDER] [--mode static,words,lexical,fused]
 */

interface Question {
  readonly question: string;
  readonly file: string;
  readonly symbol: string;
  readonly start_line: number;
  readonly end_line: number;
}

interface QuestionedPackage {
  readonly registry: "npm" | "pypi";
  readonly package: string;
  readonly version: string;
  readonly questions: readonly Question[];
}

const places = 5;
/** Words of names that say nothing of a meaning. */
const fillers: ReadonlySet<string> = new Set(["the", "for", "from", "not", "before", "after", "when", "what"]);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: "string", default: "code-static" },
    mode: { type: "string", default: "static,words,fused" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("name a folder for the packages");
const isMode = (name: string): name is Mode => (modes as readonly string[]).includes(name);
const wantedModes = options.mode.split(",").filter(isMode);
const model = /[\\/]/.test(options.model) ? resolve(options.model) : options.model;
const config: Config = {
  ...defaultConfig,
  embedder: { ...defaultConfig.embedder, provider: "static", model },
  store: { ...defaultConfig.store, hnsw: { ...defaultConfig.store.hnsw, enabled: false } },
};
const embedder = createStaticEmbedder({ model }, ".");
const questionsFile = resolve("bench/meaning/questions.json");
const packages = JSON.parse(readFileSync(questionsFile, "utf8")) as readonly QuestionedPackage[];

for (const { questions } of packages) for (const wanted of questions) refuseSharedWords(wanted);
const rows: (readonly (string | number)[])[] = [];
const missed: string[] = [];
const totals = wantedModes.map(() => 0);
for (const wanted of packages) rows.push(await ask(wanted, fetchPackage(wanted, resolve(folder))));
const asked = packages.reduce((sum, { questions }) => sum + questions.length, 0);
printTable(
  `Questions by meaning answered among the first ${places}`,
  ["", "questions", ...wantedModes],
  [...rows, ["all", String(asked), ...totals.map(share(asked))]],
);
console.log(`\nMissed by ${wantedModes.at(-1)}:\n${missed.join("\n")}`);

function share(count: number): (found: number) => string {
  return (found) => `${found} (${((100 * found) / count).toFixed(0)} %)`;
}

/** The package unpacked below `root`. */
function fetchPackage({ registry, package: name, version }: QuestionedPackage, root: string): string {
  const target = join(root, `${name}-${version}`);
  if (existsSync(target)) return target;
  const part = `${target}.part`;
  mkdirSync(part, { recursive: true });
  if (registry === "npm") {
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts", `${name}@${version}`], { cwd: part });
    for (const archive of readdirSync(part))
      execFileSync("tar", ["xzf", archive, "--strip-components", "1"], { cwd: part });
  } else {
    execFileSync("python3", ["-m", "pip", "install", "-q", "--no-deps", "--target", part, `${name}==${version}`]);
  }
  renameSync(part, target);
  return target;
}

async function ask({ package: name, questions }: QuestionedPackage, root: string): Promise<readonly string[]> {
  const indexer = Indexer.open({ root, config, purpose: "index", log: console.error });
  try {
    await indexer.update("all");
    await indexer.embed();
  } finally {
    await indexer.close();
  }
  const store = openReader(projectPaths(root).index);
  try {
    const found: number[] = [];
    for (const [at, mode] of wantedModes.entries()) {
      const answer = answererOf(mode, store, embedder, config);
      let count = 0;
      for (const wanted of questions) {
        if (isAnswered(wanted, await answer(wanted.question))) count++;
        else if (mode === wantedModes.at(-1)) missed.push(`- ${wanted.question} (${name}: ${wanted.symbol})`);
      }
      found.push(count);
      totals[at] = (totals[at] ?? 0) + count;
    }
    return [name, String(questions.length), ...found.map(share(questions.length))];
  } finally {
    store.close();
  }
}

/** @throws Error when a question gives its answer away by a word of the symbol's or the file's name */
function refuseSharedWords({ question, symbol, file }: Question): void {
  const names = new Set(
    partsOf(
      `${symbol} ${
        file
          .split("/")
          .at(-1)
          ?.replace(/\.\w+$/, "") ?? ""
      }`,
    ),
  );
  const shared = partsOf(question).filter((word) => word.length > 2 && !fillers.has(word) && names.has(word));
  if (shared.length > 0) throw new Error(`"${question}" shares ${shared.join(", ")} with ${symbol} in ${file}`);
}

function partsOf(text: string): readonly string[] {
  return (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((part) => part.toLowerCase());
}

/** Whether one of the first answers shows lines of the definition that was meant. */
function isAnswered(
  wanted: Question,
  answers: readonly { file: string; start_line: number; end_line: number }[],
): boolean {
  return answers
    .slice(0, places)
    .some(
      ({ file, start_line, end_line }) =>
        file === wanted.file && start_line <= wanted.end_line && wanted.start_line <= end_line,
    );
}
