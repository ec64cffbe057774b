import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { defaultConfig } from "../../src/config/defaults.ts";
import { DocumentCache } from "../../src/documents/document-cache.ts";
import { createEngines, type EnginesFor } from "../../src/grep/engines/engines.ts";
import { grep, terminalBudget } from "../../src/grep/grep.ts";
import type { GrepRequest } from "../../src/grep/types.ts";
import { TextFileLister } from "../../src/scan/text-files.ts";

/** A match as both sides tell it: places in UTF-16 units, context as `line: text`. */
interface ComparedMatch {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly ranges: readonly (readonly [number, number])[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** One query with the options that are compared. */
export type ComparedQuery = Pick<
  GrepRequest,
  "query" | "isRegex" | "isCaseSensitive" | "isWord" | "isMultiline" | "contextLines" | "location" | "globs"
>;

type Data = { readonly text: string } | { readonly bytes: string };
interface RipgrepLine {
  readonly type: string;
  readonly data: {
    readonly path: Data;
    readonly lines: Data;
    readonly line_number: number;
    readonly submatches: readonly { readonly start: number; readonly end: number }[];
  };
}

const signal = new AbortController().signal;

/** One tree searched by the product and by ripgrep itself. */
export class RipgrepComparison {
  readonly root: string;
  readonly #files: TextFileLister;
  readonly #documents = new DocumentCache();
  readonly #enginesFor: EnginesFor;

  /** @param withoutRipgrep has the JavaScript engine searched with in the product */
  constructor(root: string, withoutRipgrep = false) {
    this.root = root;
    this.#files = new TextFileLister(root, defaultConfig);
    this.#enginesFor = withoutRipgrep ? createEngines(async () => null) : createEngines();
  }

  /** Files that both may look at. */
  async paths(): Promise<readonly string[]> {
    return [...(await this.#files.list("", signal)).paths].sort();
  }

  async ours(query: ComparedQuery): Promise<readonly ComparedMatch[]> {
    const answer = await grep(
      { ...query, mode: "text", languages: [], skip: 0, limit: null, asRecords: false },
      {
        files: this.#files,
        documents: this.#documents,
        enginesFor: this.#enginesFor,
        withIndex: (work) => work(null),
      },
      terminalBudget,
      signal,
    );
    const listed = (lines: readonly { readonly line: number; readonly text: string }[]) =>
      lines.map(({ line, text }) => `${line}: ${text}`);
    return answer.hits.map((hit) => ({
      path: hit.path,
      line: hit.line,
      text: hit.text,
      ranges: hit.ranges.map(({ start, end }) => [start, end] as const),
      before: listed(hit.before),
      after: listed(hit.after),
    }));
  }

  async ripgreps(query: ComparedQuery): Promise<readonly ComparedMatch[]> {
    const { location, contextLines } = query;
    const args = [
      ..."--json --no-config --no-ignore --hidden --crlf --glob !.git --sort path".split(" "),
      ...(query.isRegex ? [] : ["-F"]),
      ...(query.isCaseSensitive ? [] : ["-i"]),
      ...(query.isWord ? ["-w"] : []),
      ...(query.isMultiline ? ["-U"] : []),
      ...(contextLines > 0 ? ["-C", String(contextLines)] : []),
      ...query.globs.flatMap((glob) => ["-g", glob]),
      "-e",
      query.query,
      "--",
      location === "*" ? "./" : location,
    ];
    const { stdout, status, stderr } = spawnSync(rgPath, args, { cwd: this.root, maxBuffer: 2 ** 30 });
    if (status === 2) throw new Error(stderr.toString());
    const inScope = new Set(await this.paths());
    return comparedMatches(stdout.toString(), contextLines).filter(({ path }) => inScope.has(path));
  }
}

function bytesOf(data: Data): Buffer {
  return "text" in data ? Buffer.from(data.text) : Buffer.from(data.bytes, "base64");
}

function comparedMatches(output: string, contextLines: number): readonly ComparedMatch[] {
  const messages = output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RipgrepLine)
    .filter(({ type }) => type === "match" || type === "context");
  const lineTexts = new Map<string, string>();
  const withoutEnd = (text: string) => text.replace(/\r?\n$/, "");
  const decode = (data: Data): { text: string; unit: (byte: number) => number } => {
    const bytes = bytesOf(data);
    const encoding = "text" in data ? "utf8" : "latin1";
    return { text: bytes.toString(encoding), unit: (byte) => bytes.toString(encoding, 0, byte).length };
  };
  const pathOf = (data: Data): string => bytesOf(data).toString("utf8").replace(/^\.\//, "");
  const found = messages.map(({ type, data }) => {
    const path = pathOf(data.path);
    const { text, unit } = decode(data.lines);
    for (const [index, line] of withoutEnd(text).split("\n").entries()) {
      lineTexts.set(`${path}:${data.line_number + index}`, line);
    }
    const ranges = data.submatches.map(({ start, end }) => [unit(start), unit(end)] as const);
    return { type, path, line: data.line_number, text: withoutEnd(text), ranges };
  });
  const linesOf = (path: string, from: number, to: number): readonly string[] => {
    const lines: string[] = [];
    for (let line = from; line <= to; line++) {
      const text = lineTexts.get(`${path}:${line}`);
      if (text !== undefined) lines.push(`${line}: ${text}`);
    }
    return lines;
  };
  return found
    .filter(({ type }) => type === "match")
    .map(({ path, line, text, ranges }) => {
      const end = line + text.split("\n").length - 1;
      return {
        path,
        line,
        text,
        ranges: ranges.map(([from, to]) => [from, Math.min(to, text.length)] as const),
        before: linesOf(path, line - contextLines, line - 1),
        after: linesOf(path, end + 1, end + contextLines),
      };
    });
}

/** What is different between the two, as a line for each; empty when nothing is. */
export function differences(ours: readonly ComparedMatch[], theirs: readonly ComparedMatch[]): readonly string[] {
  const listed = (matches: readonly ComparedMatch[]) => new Set(matches.map((match) => JSON.stringify(match)));
  const left = listed(ours);
  const right = listed(theirs);
  return [
    ...[...left].filter((match) => !right.has(match)).map((match) => `only grepai: ${match}`),
    ...[...right].filter((match) => !left.has(match)).map((match) => `only ripgrep: ${match}`),
  ];
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Queries of every kind, from what the files of a tree hold. */
export function generateQueries(
  { root, paths }: { readonly root: string; readonly paths: readonly string[] },
  count: number,
  random: () => number,
): readonly ComparedQuery[] {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const chance = (share: number) => random() < share;
  const sourceLine = (): { path: string; line: string } => {
    for (let attempt = 0; ; attempt++) {
      const path = pick(paths);
      const lines = readFileSync(join(root, path), "utf8").split("\n");
      const line = pick(lines).trim();
      const isUsual = /^[\x20-\x7e]+$/.test(line) && /[A-Za-z]{3}/.test(line) && line.length < 200;
      if (isUsual || attempt > 200) return { path, line: isUsual ? line : "the" };
    }
  };
  const word = (): string => pick(sourceLine().line.match(/[A-Za-z_][A-Za-z0-9_]{2,}/g) ?? ["the"]);
  const regexes: readonly (() => string)[] = [
    () => `${word()}|${word()}`,
    () => `\\b${word().slice(0, 3)}\\w+`,
    () => `^\\s*${word()}`,
    () => `${word()}\\W*$`,
    () => `${word()}.*${word().slice(0, 2)}`,
    () => `[${word().slice(0, 2)}][a-z]{2,4}\\(`,
    () => `\\d{2,}`,
    () => `(${word()})(\\s*[=:,]\\s*)`,
    () => escaped(sourceLine().line),
    () => `(?i)${word()}`,
    () => `[^\\s"']+${word().slice(-3)}`,
    () => `${word()}\\s+\\S+?`,
  ];
  const spanning: readonly (() => string)[] = [
    () => `${word()}[^\\n]*\\n\\s*\\w+`,
    () => `\\{\\n[^}]{0,80}\\}`,
    () => `${word()}\\s+${word()}`,
  ];
  return Array.from({ length: count }, () => {
    const isMultiline = chance(0.15);
    const isRegex = isMultiline || chance(0.6);
    const extension = /\.[a-z]+$/.exec(pick(paths))?.[0] ?? ".md";
    const folder = pick(paths).split("/")[0] as string;
    return {
      query: isMultiline ? pick(spanning)() : isRegex ? pick(regexes)() : chance(0.5) ? word() : sourceLine().line,
      isRegex,
      isMultiline,
      isCaseSensitive: chance(0.5),
      isWord: chance(0.2),
      contextLines: chance(0.25) ? 1 + Math.floor(random() * 3) : 0,
      location: chance(0.2) && /^[\w.]+$/.test(folder) ? folder : "*",
      globs: chance(0.2) ? [pick([`*${extension}`, `**/*${extension}`, `*.{md,${extension.slice(1)}}`])] : [],
    };
  });
}
