import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GrepaiError } from "../../errors.ts";
import { innermostNames } from "../../scan/default-rules.ts";
import { unclosedGroup } from "../dialect.ts";
import type { Engine, EngineJob, EngineReport, GrepRequest, SearchSpace } from "../types.ts";
import type { RunChild } from "./child-process.ts";
import { FileCollector, MessageSplitter } from "./ripgrep-messages.ts";
import { type RipgrepPattern, ripgrepPattern } from "./ripgrep-pattern.ts";

/** A path as a pattern of an ignore file that matches only it. */
function ignorePattern(path: string): string {
  return `/${path.replace(/[\\*?[\]{}!#\s]/g, "\\$&")}`;
}

/** Leaves out all but one place, in the one way that ignore files know: folder by folder. */
function onlyWithin(place: string): readonly string[] {
  if (place === "") return [];
  const parts = place.split("/");
  return parts.flatMap((_, index) => {
    const parent = parts.slice(0, index).join("/");
    return [
      `${parent === "" ? "" : ignorePattern(parent)}/*`,
      `!${ignorePattern(parts.slice(0, index + 1).join("/"))}`,
    ];
  });
}

/** An ignore file with which a walk comes to the files of the space. Names that hold a line break cannot be written. */
function ignoreFileOf({ within, excluded }: SearchSpace): string {
  const always = [...innermostNames].map((name) => `**/${name}`);
  const writable = excluded.filter((path) => !/[\n\r]/.test(path));
  return `${[...onlyWithin(within), ...always, ...writable.map(ignorePattern)].join("\n")}\n`;
}

/** Arguments before the ignore file. The pattern is one argument of its own and never seen by a shell. */
function ripgrepArguments(request: GrepRequest, pattern: string, isFixed: boolean): readonly string[] {
  return [
    "--json",
    "--no-config",
    "--no-ignore",
    "--hidden",
    "--no-follow",
    "--crlf",
    isFixed ? "--fixed-strings" : "--no-fixed-strings",
    request.isCaseSensitive ? "--case-sensitive" : "--ignore-case",
    ...(request.isWord ? ["--word-regexp"] : []),
    ...(request.isMultiline ? ["--multiline"] : []),
    ...(request.contextLines > 0 ? ["--context", String(request.contextLines)] : []),
    "--regexp",
    pattern,
  ];
}

/** 0-based place in the pattern of the marks under it; ripgrep shows the pattern within a group of its own. */
function errorPosition(lines: readonly string[], pattern: string, reason: string | undefined): number | null {
  if (reason === "unclosed group") return unclosedGroup(pattern);
  const markLine = lines.findIndex((line) => /^\s*\^+\s*$/.test(line));
  const start = lines[markLine - 1]?.indexOf(pattern) ?? -1;
  const offset = start === -1 ? -1 : (lines[markLine]?.indexOf("^") ?? 0) - start;
  return offset >= 0 && offset <= pattern.length ? offset : null;
}

/** What ripgrep says of a pattern it cannot use, with the place where it gives one. */
function patternError(errorText: string, pattern: string): GrepaiError | null {
  const lines = errorText.replace(/^rg: /, "").trim().split("\n");
  if (/the literal .+ is not allowed/.test(errorText)) {
    return new GrepaiError(
      "INVALID_PATTERN",
      "The pattern holds a line break, but matches cannot span lines. Set multiline to allow that.",
    );
  }
  const reason = lines.findLast((line) => line.startsWith("error: "))?.slice("error: ".length);
  if (!/regex parse error|regex could not be compiled|exceeds size limit|error parsing/i.test(errorText)) return null;
  const position = errorPosition(lines, pattern, reason);
  const place = position === null ? "" : ` at position ${position + 1}`;
  return new GrepaiError(
    "INVALID_PATTERN",
    `The pattern is not a valid regular expression${place}: ${reason ?? lines.at(-1) ?? "unknown reason"}. Mend it (the syntax is that of ripgrep), or look for the text as it stands (regex: false; -F at the terminal).`,
  );
}

/** Lines in which ripgrep tells of files that it could not read. */
function unreadableFiles(errorText: string): number {
  return errorText.split("\n").filter((line) => /^rg: .+: .+ \(os error \d+\)$/.test(line)).length;
}

/**
 * Text search by a ripgrep binary: linear time in the text whatever the pattern, several threads, a process of its own
 * that can be killed.
 * @param path of the binary
 */
export function createRipgrep(path: string, runChild: RunChild): Engine {
  return {
    name: "ripgrep",
    async search(job: EngineJob): Promise<EngineReport> {
      const { request, space } = job;
      const pattern = ripgrepPattern(request);
      const folder = await mkdtemp(join(tmpdir(), "grepai-grep-"));
      try {
        const ignoreFile = join(folder, "excluded");
        await writeFile(ignoreFile, ignoreFileOf(space), { mode: 0o600 });
        const args = [
          ...ripgrepArguments(request, pattern.source, pattern.isFixed),
          "--ignore-file",
          ignoreFile,
          "--",
          "./",
        ];
        return await run({ path, args, runChild }, job, pattern);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function run(
  { path, args, runChild }: { readonly path: string; readonly args: readonly string[]; readonly runChild: RunChild },
  job: EngineJob,
  pattern: RipgrepPattern,
): Promise<EngineReport> {
  const { space, signal, sink } = job;
  const collector = new FileCollector({
    keepPerFile: job.keepPerFile,
    isWanted: job.isWanted,
    contextLines: job.request.contextLines,
    mustVerify: pattern.mustVerify,
  });
  const splitter = new MessageSplitter((bytes, tail) => {
    const file = collector.add(bytes, tail);
    return file === null || !space.files.has(file.path) || sink(file);
  });
  const outcome = await runChild(path, args, { cwd: space.root, signal, onOutput: (chunk) => splitter.push(chunk) });
  if (outcome.kind === "failed") {
    throw new GrepaiError("ENGINE_UNAVAILABLE", `ripgrep could not be run (${outcome.message}). Reinstall grepai.`);
  }
  const unreadable = unreadableFiles(outcome.errorText);
  if (outcome.kind === "exited" && outcome.code === 2 && unreadable === 0) {
    throw (
      patternError(outcome.errorText, pattern.source) ??
      new GrepaiError(
        "FILE_SYSTEM_ERROR",
        `ripgrep failed: ${outcome.errorText.trim().split("\n").at(-1) ?? "unknown reason"}.`,
      )
    );
  }
  return { unreadable, binary: collector.binary, notes: pattern.notes };
}
