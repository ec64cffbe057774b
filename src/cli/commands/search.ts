import { type Command, Option } from "commander";
import type { ReplyFormat } from "../../format/encode.ts";
import { testPolicy } from "../../search/test-policy.ts";
import type { SearchMode, TokenBudget } from "../../search/types.ts";
import type { CliContext } from "../context.ts";
import { addOutputOptions, type OutputOptions, replyFormat, writeReply } from "../output.ts";
import { collect, wholeNumber } from "../values.ts";

const usualLimit = 10;
const maxLimit = 100;

interface SearchOptions extends OutputOptions {
  readonly limit?: number;
  readonly path: readonly string[];
  readonly lang: readonly string[];
  readonly mode?: SearchMode;
  readonly kind: readonly string[];
  readonly tests?: boolean;
  readonly maxTokens?: number;
  readonly like?: string;
  readonly copies?: true;
}

async function run(words: readonly string[], options: SearchOptions, context: CliContext): Promise<void> {
  const { withProject } = await import("../with-project.ts");
  const format = replyFormat(options);
  await withProject(context, format, async (project) => {
    const query = words.join(" ");
    const answer = await project.search({
      query,
      like: options.like ?? null,
      withCopies: options.copies === true,
      limit: options.limit ?? (options.maxTokens === undefined ? usualLimit : maxLimit),
      mode: options.mode ?? null,
      paths: options.path,
      languages: options.lang,
      kinds: options.kind,
      tests: testPolicy(options.tests),
      budget: await budgetOf(query, options, format),
    });
    if (format !== null) {
      const { compactSearchReply, fullSearchReply } = await import("../../format/search-reply.ts");
      const reply = options.compact ? compactSearchReply(answer, null) : fullSearchReply(answer, null);
      await writeReply({ ...reply }, format, context);
    } else {
      const { compactSearchText, searchText } = await import("../../format/text-search.ts");
      await context.write((options.compact ? compactSearchText : searchText)(answer, context.colours));
      for (const note of answer.notes) context.warn(note);
      if (answer.hits.length === 0) context.warn("nothing found");
    }
    context.exitWith(answer.hits.length > 0 ? 0 : 1);
  });
}

/** Room for the answer in the form it is asked in. */
async function budgetOf(
  query: string,
  { maxTokens, compact }: SearchOptions,
  format: ReplyFormat | null,
): Promise<TokenBudget | null> {
  if (maxTokens === undefined) return null;
  const form = compact ? "compact" : "full";
  if (format !== null) {
    const { replyBudget } = await import("../../format/search-reply.ts");
    return replyBudget(maxTokens, query, form, null);
  }
  const { textBudget } = await import("../../format/text-search.ts");
  return textBudget(maxTokens, form);
}

/** `grepai search` */
export function register(program: Command, context: CliContext): void {
  const command = program
    .command("search")
    .description("find code by what it does or by names in it")
    .argument("[query...]", "what to find, in plain words")
    .option("--like <file:line>", "find code like that at this place; a query is not needed, and counts beside it")
    .option("--copies", "with --like: also show what is nearly a copy of it")
    .option(
      "-n, --limit <count>",
      `results at most (default: ${usualLimit}; with --max-tokens ${maxLimit})`,
      wholeNumber(1, maxLimit),
    )
    .option("--path <glob>", "only this folder, file or glob; may be given several times", collect, [])
    .option("--lang <language>", "only this language; may be given several times", collect, [])
    .option(
      "--kind <kind>",
      "only symbols of this kind, such as function or class; may be given several times",
      collect,
      [],
    )
    .option("--tests", "rank tests like other code")
    .option("--no-tests", "leave tests out (without either they rank lower)")
    .option("--max-tokens <count>", "fill this many tokens with the best distinct code", wholeNumber(100, 1_000_000))
    .addOption(
      new Option("--mode <mode>", "join words and meaning, or use one alone").choices([
        "hybrid",
        "lexical",
        "semantic",
      ]),
    );
  addOutputOptions(command).action((words: string[], options: SearchOptions) => {
    if (words.length === 0 && options.like === undefined) command.error("error: missing required argument 'query'");
    return run(words, options, context);
  });
}
