import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { findSemgrep } from "../src/grep/engines/semgrep.ts";
import { assistantBudget, terminalBudget } from "../src/grep/grep.ts";
import type { GrepMode } from "../src/grep/types.ts";
import { openProject } from "../src/project/open-project.ts";
import type { Project, ProjectGrep } from "../src/project/project.ts";
import { seededRandom } from "../test/support/random.ts";
import { differences, generateQueries, RipgrepComparison } from "../test/support/ripgrep-comparison.ts";
import { astGrepPatterns, semgrepPatterns } from "./support/code-shapes.ts";
import { median, printTable, quantile } from "./support/figures.ts";

/*
 * usage: npm run bench -- grep text ROOT...                 200 queries beside ripgrep itself
 *        npm run bench -- grep structural AST-GREP ROOT...  30 patterns in 8 languages beside ast-grep's command line
 *        npm run bench -- grep semgrep ROOT...              20 Python patterns beside semgrep's (on the PATH)
 *        npm run bench -- grep time ROOT [ROUNDS]           a scan of a whole tree beside ripgrep, in one process
 * Nothing is written to the roots.
 */

const textQueries = 200;

const plain: Omit<ProjectGrep, "query" | "mode"> = {
  isRegex: false,
  isCaseSensitive: true,
  isWord: false,
  isMultiline: false,
  asRecords: false,
  location: "*",
  globs: [],
  languages: [],
  contextLines: 0,
  skip: 0,
  limit: null,
  budget: terminalBudget,
};

async function withProject(root: string, work: (project: Project) => Promise<void>): Promise<void> {
  const project = openProject(root, { onWarning: () => {}, isLongLived: true });
  try {
    await work(project);
  } finally {
    project.close();
  }
}

async function compareText(roots: readonly string[]): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [index, root] of roots.entries()) {
    const comparison = new RipgrepComparison(root);
    const paths = (await comparison.paths()).filter((path) => !path.includes("\n"));
    const count =
      Math.ceil((textQueries * (index + 1)) / roots.length) - Math.ceil((textQueries * index) / roots.length);
    let equal = 0;
    let matches = 0;
    for (const query of generateQueries({ root, paths }, count, seededRandom(7_000 + index))) {
      const theirs = await comparison.ripgreps(query);
      const different = differences(await comparison.ours(query), theirs);
      matches += theirs.length;
      if (different.length === 0) equal++;
      else console.error(root, JSON.stringify(query), `\n  ${different.slice(0, 2).join("\n  ").slice(0, 800)}`);
    }
    rows.push([root, paths.length, `${equal} of ${count}`, matches]);
  }
  printTable("Text search beside ripgrep", ["tree", "files", "queries with equal answers", "matches"], rows);
}

/** Matches as `path:line:column-line`, sorted; the same place counts once. */
async function ourPlaces(
  project: Project,
  mode: GrepMode,
  query: string,
  language: string,
): Promise<readonly string[]> {
  const { hits } = await project.grep({ ...plain, mode, query, languages: [language] });
  return sortedPlaces(hits.map(({ path, line, column, endLine }) => `${path}:${line}:${column}-${endLine}`));
}

function sortedPlaces(places: readonly string[]): readonly string[] {
  return [...new Set(places)].sort();
}

function report(label: string, ours: readonly string[], theirs: readonly string[]): boolean {
  const left = new Set(ours);
  const right = new Set(theirs);
  const onlyOurs = ours.filter((place) => !right.has(place));
  const onlyTheirs = theirs.filter((place) => !left.has(place));
  if (onlyOurs.length + onlyTheirs.length === 0) return true;
  console.error(
    label,
    "\n  only grepai:",
    onlyOurs.slice(0, 3),
    onlyOurs.length,
    "only theirs:",
    onlyTheirs.slice(0, 3),
    onlyTheirs.length,
  );
  return false;
}

interface AstGrepMatch {
  readonly file: string;
  readonly range: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number };
  };
}

async function compareStructure(program: string, roots: readonly string[]): Promise<void> {
  let equal = 0;
  let matches = 0;
  let found = 0;
  const languages = new Set<string>();
  for (const { language, pattern } of astGrepPatterns) {
    let isEqual = true;
    let ofPattern = 0;
    for (const root of roots) {
      const inScope = new Set(await new RipgrepComparison(root).paths());
      const output = spawnSync(
        program,
        [
          "run",
          "--pattern",
          pattern,
          "--lang",
          language,
          "--json=stream",
          ...["hidden", "dot", "exclude", "global", "parent", "vcs"].flatMap((kind) => ["--no-ignore", kind]),
          ".",
        ],
        { cwd: root, maxBuffer: 2 ** 30, encoding: "utf8" },
      ).stdout;
      const theirs = output
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as AstGrepMatch)
        .map(({ file, range }) => ({ file: file.replace(/^\.\//, ""), range }))
        .filter(({ file }) => inScope.has(file))
        .map(({ file, range }) => `${file}:${range.start.line + 1}:${range.start.column + 1}-${range.end.line + 1}`);
      await withProject(root, async (project) => {
        const ours = await ourPlaces(project, "structural", pattern, language).catch((error: unknown) => {
          // Trees without a file of the language have nothing to say.
          if (theirs.length > 0) console.error(root, pattern, error);
          return [];
        });
        isEqual = report(`${root} ${language} ${pattern}`, ours, sortedPlaces(theirs)) && isEqual;
        ofPattern += ours.length;
      });
    }
    languages.add(language);
    matches += ofPattern;
    if (ofPattern > 0) found++;
    if (isEqual) equal++;
  }
  printTable(
    "Structural search beside ast-grep's command line",
    ["patterns", "languages", "with equal answers", "with matches", "matches"],
    [[astGrepPatterns.length, languages.size, equal, found, matches]],
  );
}

interface SemgrepResult {
  readonly path: string;
  readonly start: { readonly line: number; readonly col: number };
  readonly end: { readonly line: number };
}

async function compareSemgrep(roots: readonly string[]): Promise<void> {
  const program = findSemgrep(process.env);
  if (program === null) throw new Error("semgrep is not on the PATH");
  const scratch = mkdtempSync(join(tmpdir(), "grepai-bench-"));
  let equal = 0;
  let matches = 0;
  for (const pattern of semgrepPatterns) {
    let isEqual = true;
    for (const root of roots) {
      const paths = (await new RipgrepComparison(root).paths()).filter((path) => path.endsWith(".py"));
      const rule = { id: "own", languages: ["python"], pattern, message: "m", severity: "INFO" };
      writeFileSync(join(scratch, "rule.json"), JSON.stringify({ rules: [rule] }));
      const output = execFileSync(
        program,
        [
          "scan",
          "--config",
          join(scratch, "rule.json"),
          "--json",
          "--quiet",
          "--metrics=off",
          "--no-git-ignore",
          "--disable-version-check",
          ...paths,
        ],
        {
          cwd: root,
          encoding: "utf8",
          maxBuffer: 2 ** 30,
          stdio: ["ignore", "pipe", "ignore"],
          env: { ...process.env, SEMGREP_SETTINGS_FILE: join(scratch, "s"), SEMGREP_LOG_FILE: join(scratch, "l") },
        },
      );
      const { results } = JSON.parse(output) as { readonly results: readonly SemgrepResult[] };
      const theirs = results.map(({ path, start, end }) => `${path}:${start.line}:${start.col}-${end.line}`);
      await withProject(root, async (project) => {
        const ours = await ourPlaces(project, "semgrep", pattern, "python");
        matches += ours.length;
        isEqual = report(`${root} ${pattern}`, ours, sortedPlaces(theirs)) && isEqual;
      });
    }
    if (isEqual) equal++;
  }
  rmSync(scratch, { recursive: true });
  printTable(
    "semgrep through grepai beside semgrep",
    ["patterns", "with equal answers", "matches"],
    [[semgrepPatterns.length, equal, matches]],
  );
}

async function time(root: string, rounds: number): Promise<void> {
  const rows: (string | number)[][] = [];
  await withProject(root, async (project) => {
    for (const query of ["ParseForm", "func (", "nothing holds this text", "error"]) {
      const ours: number[] = [];
      const theirs: number[] = [];
      let count = 0;
      let scope = 0;
      for (let round = -1; round < rounds; round++) {
        let startedAt = performance.now();
        const answer = await project.grep({
          ...plain,
          asRecords: true,
          mode: "text",
          query,
          limit: 50,
          budget: assistantBudget,
        });
        const own = performance.now() - startedAt;
        count = answer.matchCount;
        scope = answer.documents.inScope;
        startedAt = performance.now();
        spawnSync(rgPath, ["--json", "--no-ignore", "--hidden", "-F", "-e", query, "./"], {
          cwd: root,
          maxBuffer: 2 ** 30,
        });
        const bare = performance.now() - startedAt;
        if (round < 0) continue;
        ours.push(own);
        theirs.push(bare);
      }
      rows.push([
        query,
        scope,
        count,
        median(ours),
        quantile(ours, 0.1),
        median(theirs),
        quantile(theirs, 0.1),
        (median(ours) - 15) / median(theirs),
      ]);
    }
  });
  printTable(
    `A scan of ${root} in the server beside rg --json, milliseconds`,
    ["query", "files", "matches", "grepai median", "p10", "rg median", "p10", "(median - 15 ms) / rg"],
    rows,
  );
}

const [part, ...rest] = process.argv.slice(2);
const roots = (paths: readonly string[]) => {
  const found = paths.map((path) => resolve(path));
  const missing = found.find((path) => !existsSync(path));
  if (found.length === 0 || missing !== undefined) throw new Error(`no such folder: ${missing ?? "none given"}`);
  return found;
};
if (part === "text") await compareText(roots(rest));
else if (part === "structural") await compareStructure(rest[0] as string, roots(rest.slice(1)));
else if (part === "semgrep") await compareSemgrep(roots(rest));
else if (part === "time") await time(roots(rest.slice(0, 1))[0] as string, Number(rest[1] ?? 9));
else throw new Error("usage: npm run bench -- grep text|structural|semgrep|time …");
