import { type Command, Option } from "commander";
import type { SearchMode } from "../../search/types.ts";
import type { CliContext } from "../context.ts";
import { addOutputOptions, type OutputOptions, replyFormat, writeReply } from "../output.ts";
import { collect, wholeNumber } from "../values.ts";

interface SearchOptions extends OutputOptions {
  readonly limit: number;
  readonly path: readonly string[];
  readonly lang: readonly string[];
  readonly mode?: SearchMode;
}

async function run(words: readonly string[], options: SearchOptions, context: CliContext): Promise<void> {
  const { withProject } = await import("../with-project.ts");
  const format = replyFormat(options);
  await withProject(context, format, async (project) => {
    const answer = await project.search({
      query: words.join(" "),
      limit: options.limit,
      mode: options.mode ?? null,
      paths: options.path,
      languages: options.lang,
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

/** `grepai search` */
export function register(program: Command, context: CliContext): void {
  const command = program
    .command("search")
    .description("find code by what it does or by names in it")
    .argument("<query...>", "what to find, in plain words")
    .option("-n, --limit <count>", "results at most", wholeNumber(1, 100), 10)
    .option("--path <glob>", "only this folder, file or glob; may be given several times", collect, [])
    .option("--lang <language>", "only this language; may be given several times", collect, [])
    .addOption(
      new Option("--mode <mode>", "join words and meaning, or use one alone").choices([
        "hybrid",
        "lexical",
        "semantic",
      ]),
    );
  addOutputOptions(command).action((words: string[], options: SearchOptions) => run(words, options, context));
}
