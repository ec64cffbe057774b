import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { GrepaiError } from "../../errors.ts";
import { detectLanguage } from "../../parse/registry.ts";
import type { LanguageId } from "../../parse/types.ts";
import { readSourceSync } from "../../scan/read-source.ts";
import { comparePaths } from "../path-order.ts";
import type { Engine, EngineJob, EngineReport, TextMatch } from "../types.ts";
import type { RunChild } from "./child-process.ts";
import { cutText, linesBetween } from "./line-text.ts";

/** What semgrep calls the languages it parses. */
const semgrepNames: Readonly<Partial<Record<LanguageId, string>>> = {
  python: "python",
  javascript: "javascript",
  typescript: "typescript",
  tsx: "typescript",
  go: "go",
  java: "java",
  c: "c",
  cpp: "cpp",
  csharp: "csharp",
  ruby: "ruby",
  php: "php",
  rust: "rust",
  kotlin: "kotlin",
  scala: "scala",
  swift: "swift",
  lua: "lua",
  bash: "bash",
};

const maxFileBytes = 8 * 1024 * 1024;
/** Bytes of paths that are handed to one run, within what every system allows as arguments. */
const maxArgumentBytes = 24_000;
/** More output is not read; a run's results are one JSON document. */
const maxOutputBytes = 256 * 1024 * 1024;
/** Parts what the metavariables stand for in a rule's message. */
const separator = "\u001f";
const maxVariableLength = 200;

interface SemgrepPosition {
  readonly line: number;
  readonly col: number;
}

interface SemgrepOutput {
  readonly results: readonly {
    readonly check_id: string;
    readonly path: string;
    readonly start: SemgrepPosition;
    readonly end: SemgrepPosition;
    readonly extra: { readonly message: string };
  }[];
  readonly errors: readonly { readonly type: unknown; readonly rule_id?: string; readonly message?: string }[];
}

/** Absolute path of the executable on the search path, or null. */
export function findSemgrep(environment: Readonly<Record<string, string | undefined>>): string | null {
  const name = process.platform === "win32" ? "semgrep.exe" : "semgrep";
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

function metavariablesOf(pattern: string): readonly string[] {
  return [...new Set(pattern.match(/\$[A-Z_][A-Z0-9_]*/g) ?? [])].filter((name) => name !== "$_");
}

/** One rule a language, since a pattern may be code of some of them only. */
function rulesFor(pattern: string, names: readonly string[]): string {
  const message = metavariablesOf(pattern).join(separator) || "match";
  const rules = names.map((name) => ({ id: name, languages: [name], pattern, message, severity: "INFO" }));
  return JSON.stringify({ rules });
}

function inBatches(paths: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const path of paths) {
    const size = Buffer.byteLength(path) + 3;
    if (bytes + size > maxArgumentBytes) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(path);
    bytes += size;
  }
  return batches;
}

function variablesOf(pattern: string, message: string): Record<string, string> {
  const names = metavariablesOf(pattern);
  const values = message.split(separator);
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const value = values[index];
      return value === undefined || value === name ? [] : [[name.slice(1), value.slice(0, maxVariableLength)]];
    }),
  );
}

/** Reads what matched from the file: semgrep does not give it to users without an account. */
function matchOf(result: SemgrepOutput["results"][number], lines: readonly string[], job: EngineJob): TextMatch {
  const { start, end } = result.start.line <= lines.length ? result : { start: result.start, end: result.start };
  const { query, contextLines } = job.request;
  const whole = lines.slice(start.line - 1, end.line).join("\n");
  const { text, isCut } = cutText(whole);
  return {
    line: start.line,
    endLine: end.line,
    column: start.col,
    text,
    isCut,
    ranges: [
      {
        start: Math.min(start.col - 1, text.length),
        end: Math.min(whole.lastIndexOf("\n") + 1 + end.col - 1, text.length),
      },
    ],
    before: linesBetween(lines, start.line - 1 - contextLines, start.line - 1),
    after: linesBetween(lines, end.line, end.line + contextLines),
    rule: result.check_id.slice(result.check_id.lastIndexOf(".") + 1),
    variables: variablesOf(query, result.extra.message),
  };
}

/** One run over some files. */
class SemgrepRun {
  readonly refused = new Map<string, string>();
  unreadable = 0;

  /** @returns whether more is wanted */
  tell({ results, errors }: SemgrepOutput, job: EngineJob): boolean {
    for (const { rule_id: rule, message } of errors) {
      if (rule !== undefined && message !== undefined) {
        this.refused.set(rule.slice(rule.lastIndexOf(".") + 1), message);
      }
    }
    const byPath = groupByPath(results);
    for (const [path, found] of byPath) {
      const source = readSourceSync(job.space.root, path, { maxFileBytes, takesMinified: true });
      if (source.kind === "skipped") {
        this.unreadable++;
        continue;
      }
      const lines = source.text.split("\n");
      const sorted = [...found].sort((a, b) => a.start.line - b.start.line || a.start.col - b.start.col);
      const matches = sorted.slice(0, job.keepPerFile).map((result) => matchOf(result, lines, job));
      if (!job.sink({ path, count: sorted.length, matches })) return false;
    }
    return true;
  }
}

function groupByPath(results: SemgrepOutput["results"]): ReadonlyMap<string, SemgrepOutput["results"]> {
  const groups = new Map<string, SemgrepOutput["results"][number][]>();
  for (const result of results) {
    const group = groups.get(result.path) ?? [];
    group.push(result);
    groups.set(result.path, group);
  }
  return groups;
}

function failed(reason: string): GrepaiError {
  return new GrepaiError("ENGINE_UNAVAILABLE", `semgrep failed: ${reason}. Check that 'semgrep --version' runs.`);
}

function parseOutput(chunks: readonly Buffer[], errorText: string): SemgrepOutput {
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) as SemgrepOutput;
  } catch {
    throw failed(errorText.trim().split("\n").at(-1) || "it gave no results");
  }
}

/**
 * Searches with semgrep's patterns. It runs offline, without telemetry, on the files in scope alone.
 * @param path of the executable
 */
export function createSemgrep(path: string, runChild: RunChild): Engine {
  return {
    name: "semgrep",
    async search(job): Promise<EngineReport> {
      const known = [...job.space.files].flatMap((file) => {
        const name = semgrepNames[detectLanguage(file).id];
        return name === undefined ? [] : [{ file, name }];
      });
      if (known.length === 0) {
        const notes =
          job.space.files.size === 0 ? [] : ["None of the files in scope is in a language that semgrep parses."];
        return { unreadable: 0, binary: 0, notes };
      }
      const names = [...new Set(known.map(({ name }) => name))];
      const folder = await mkdtemp(join(tmpdir(), "grepai-semgrep-"));
      try {
        const rules = join(folder, "rules.json");
        await writeFile(rules, rulesFor(job.request.query, names), { mode: 0o600 });
        const run = new SemgrepRun();
        for (const files of inBatches(known.map(({ file }) => file).sort(comparePaths))) {
          if (!(await searchBatch({ path, rules, folder, files }, job, run, runChild))) break;
        }
        return reportOf(run, names);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

function reportOf({ refused, unreadable }: SemgrepRun, names: readonly string[]): EngineReport {
  if (refused.size > 0 && refused.size === names.length) {
    const reason = [...refused.values()][0]?.split("\n").slice(1, 2).join("").trim() ?? "";
    throw new GrepaiError(
      "INVALID_PATTERN",
      `semgrep takes the pattern for no code of ${names.join(", ")} (${reason}). Write code with $NAME for an expression and ... for any number.`,
    );
  }
  const notes =
    refused.size === 0
      ? []
      : [`The pattern is no code of ${[...refused.keys()].join(", ")} for semgrep; files in it were not searched.`];
  return { unreadable, binary: 0, notes };
}

interface Batch {
  readonly path: string;
  readonly rules: string;
  readonly folder: string;
  readonly files: readonly string[];
}

/** @returns whether more is wanted */
async function searchBatch(batch: Batch, job: EngineJob, run: SemgrepRun, runChild: RunChild): Promise<boolean> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const options = ["--json", "--quiet", "--metrics=off", "--disable-version-check", "--no-git-ignore"];
  const outcome = await runChild(
    batch.path,
    [
      "scan",
      "--config",
      batch.rules,
      ...options,
      "--max-target-bytes",
      String(maxFileBytes),
      "--",
      ...batch.files.map((file) => (file.startsWith("-") ? `./${file}` : file)),
    ],
    {
      cwd: job.space.root,
      env: {
        ...process.env,
        SEMGREP_SEND_METRICS: "off",
        SEMGREP_ENABLE_VERSION_CHECK: "0",
        SEMGREP_SETTINGS_FILE: join(batch.folder, "settings.yml"),
        SEMGREP_LOG_FILE: join(batch.folder, "semgrep.log"),
      },
      hasDescendants: true,
      signal: job.signal,
      onOutput: (chunk) => {
        chunks.push(chunk);
        bytes += chunk.length;
        return bytes <= maxOutputBytes;
      },
    },
  );
  if (outcome.kind === "failed") throw failed(outcome.message);
  if (outcome.kind === "stopped") {
    if (bytes > maxOutputBytes) throw failed("it gave more results than can be read; narrow the search");
    return false;
  }
  return run.tell(parseOutput(chunks, outcome.errorText), job);
}
