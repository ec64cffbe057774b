import { join } from "node:path";
import { type Command, Option } from "commander";
import { maxContextLines } from "../../grep/request.ts";
import type { GrepAnswer, GrepMode } from "../../grep/types.ts";
import type { CliContext } from "../context.ts";
import { addOutputOptions, type OutputOptions, replyFormat, writeReply } from "../output.ts";
import { collect, wholeNumber } from "../values.ts";

/** All of them, but for what would not fit into memory. */
const usualLimit = 500_000;

interface GrepOptions extends OutputOptions {
  readonly mode: GrepMode;
  readonly fixedStrings?: true;
  readonly ignoreCase?: true;
  readonly wordRegexp?: true;
  readonly multiline?: true;
  readonly glob: readonly string[];
  readonly lang: readonly string[];
  readonly context: number;
  readonly filesWithMatches?: true;
  readonly count?: true;
  readonly skip: number;
  readonly limit?: number;
  readonly maxLineChars: number;
  readonly absolute?: true;
  /** False with `--no-documents`. */
  readonly documents: boolean;
}

async function writeText(answer: GrepAnswer, options: GrepOptions, context: CliContext): Promise<void> {
  const { grepFilesText, grepText } = await import("../../format/text-grep.ts");
  const textOptions = {
    colours: context.colours,
    maxLineChars: options.maxLineChars,
    pathOf: (path: string) => (options.absolute ? join(answer.root, path) : path),
  };
  const listsFiles = options.filesWithMatches || options.count || options.compact;
  await context.write(
    listsFiles
      ? grepFilesText(answer.files, options.filesWithMatches !== true, textOptions)
      : grepText(answer.hits, options.context > 0, textOptions),
  );
  const { hints, documents, engineErrors, notes } = answer;
  const shown = answer.request.skip + answer.hits.length;
  if (!listsFiles && options.limit === undefined && shown < answer.matchCount) {
    context.warn(
      `${answer.matchCount - shown} more matches are not shown; go on with --skip ${shown}, or use --count.`,
    );
  }
  for (const { engine, message } of engineErrors) context.warn(`${engine}: ${message}`);
  for (const note of notes) context.warn(note);
  if (hints.unreadableNote !== null) context.warn(hints.unreadableNote);
  if (documents.inScope === 0 && hints.scopeNote !== null) context.warn(hints.scopeNote);
}

async function run(query: string, location: string | undefined, options: GrepOptions, context: CliContext) {
  const { withProject } = await import("../with-project.ts");
  const { terminalBudget } = await import("../../grep/grep.ts");
  const format = replyFormat(options);
  await withProject(context, format, async (project) => {
    const countsOnly = format === null && (options.filesWithMatches || options.count || options.compact);
    const answer = await project.grep({
      query,
      mode: options.mode,
      isRegex: options.fixedStrings !== true,
      isCaseSensitive: options.ignoreCase !== true,
      isWord: options.wordRegexp === true,
      isMultiline: options.multiline === true,
      asRecords: options.documents,
      location: location ?? "*",
      globs: options.glob,
      languages: options.lang,
      contextLines: options.context,
      skip: options.skip,
      limit: countsOnly ? 0 : (options.limit ?? usualLimit),
      budget: terminalBudget,
    });
    if (format === null) await writeText(answer, options, context);
    else {
      const { compactGrepReply, fullGrepReply } = await import("../../format/grep-reply.ts");
      const pathStyle = options.absolute ? "absolute" : "relative";
      const reply = options.compact ? compactGrepReply : fullGrepReply;
      await writeReply({ ...reply(answer, { maxLineChars: options.maxLineChars, pathStyle }, null) }, format, context);
    }
    const hasErrors = answer.engineErrors.length > 0 || answer.documents.unreadable > 0;
    context.exitWith(hasErrors ? 2 : answer.matchCount > 0 ? 0 : 1);
  });
}

/** `grepai grep` */
export function register(program: Command, context: CliContext): void {
  const command = program
    .command("grep")
    .description("find exact text, regular expressions or code shapes in the files as they are now")
    .argument("<query>", "a regular expression, or text with -F")
    .argument("[location]", "a file, folder or part of a path (default: the whole project)")
    .addOption(
      new Option("--mode <mode>", "what the query is")
        .choices(["text", "structural", "semgrep", "both"])
        .default("text"),
    )
    .option("-F, --fixed-strings", "the query is text, not a regular expression")
    .option("-i, --ignore-case", "upper and lower case are the same")
    .option("-w, --word-regexp", "matches begin and end at word boundaries")
    .option("-U, --multiline", "matches may span lines")
    .option(
      "-g, --glob <glob>",
      "only files that match, with a leading ! those that do not; may be given several times",
      collect,
      [],
    )
    .option("--lang <language>", "only this language; may be given several times", collect, [])
    .option("--context <lines>", "lines to show around each match", wholeNumber(0, maxContextLines), 0)
    .option("-l, --files-with-matches", "print only the paths of files with matches")
    .option("-c, --count", "print only how many lines of each file match")
    .option("--skip <count>", "matches to pass over", wholeNumber(0, 1_000_000_000), 0)
    .option("-n, --limit <count>", `matches at most (default: ${usualLimit})`, wholeNumber(1, 1_000_000_000))
    .option("--max-line-chars <count>", "characters of a line that are shown, 0 for all", wholeNumber(0, 1_000_000), 0)
    .option("--no-documents", "search FreeCAD documents and notebooks as the files they are")
    .option("--absolute", "absolute paths");
  addOutputOptions(command).action((query: string, location: string | undefined, options: GrepOptions) =>
    run(query, location, options, context),
  );
}
