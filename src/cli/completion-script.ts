import type { Command, Option } from "commander";

/** What can follow one (sub)command. */
interface CompletionNode {
  /** Names from the program on: "trace callers"; "" for the program itself. */
  readonly path: string;
  readonly words: readonly { readonly text: string; readonly description: string }[];
}

function optionWords(options: readonly Option[]): CompletionNode["words"] {
  return options
    .filter((option) => !option.hidden)
    .map((option) => ({ text: option.long ?? option.short ?? option.flags, description: option.description }));
}

/** Values that an argument is limited to (`completion <shell>`). */
function argumentWords(command: Command): CompletionNode["words"] {
  return command.registeredArguments.flatMap((argument) =>
    (argument.argChoices ?? []).map((text) => ({ text, description: argument.description })),
  );
}

function nodesOf(program: Command, command: Command, path: string): readonly CompletionNode[] {
  const subcommands = command.commands.map((child) => ({ text: child.name(), description: child.description() }));
  const words = [
    ...subcommands,
    ...argumentWords(command),
    ...optionWords(command === program ? command.options : [...command.options, ...program.options]),
    { text: "--help", description: "show help" },
  ];
  return [
    { path, words },
    ...command.commands.flatMap((child) =>
      nodesOf(program, child, path === "" ? child.name() : `${path} ${child.name()}`),
    ),
  ];
}

/** Inside single quotes of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bash(nodes: readonly CompletionNode[]): string {
  const cases = nodes.map(
    ({ path, words }) => `    ${quoted(path)}) words=${quoted(words.map((word) => word.text).join(" "))} ;;`,
  );
  const commands = nodes.filter(({ path }) => path !== "").map(({ path }) => quoted(path));
  return `# bash completion for grepai
_grepai() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" word candidate
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    candidate="\${path:+$path }$word"
    case "$candidate" in ${commands.join("|")}) path="$candidate" ;; esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _grepai grepai
`;
}

function zsh(nodes: readonly CompletionNode[]): string {
  const described = (word: CompletionNode["words"][number]) =>
    quoted(`${word.text.replaceAll(":", "\\:")}:${word.description.replaceAll(":", "\\:")}`);
  const cases = nodes.map(
    ({ path, words }) => `    ${quoted(path)}) candidates=(${words.map(described).join(" ")}) ;;`,
  );
  const commands = nodes.filter(({ path }) => path !== "").map(({ path }) => quoted(path));
  return `#compdef grepai
_grepai() {
  local -a candidates
  local path_="" word candidate
  for word in "\${(@)words[2,CURRENT-1]}"; do
    candidate="\${path_:+$path_ }$word"
    case "$candidate" in ${commands.join("|")}) path_="$candidate" ;; esac
  done
  case "$path_" in
${cases.join("\n")}
  esac
  _describe 'grepai' candidates || _files
}
compdef _grepai grepai
`;
}

/** `'` and `\` are the only special characters inside single quotes of fish. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function fish(nodes: readonly CompletionNode[]): string {
  const topLevel = nodes.filter(({ path }) => path !== "" && !path.includes(" ")).map(({ path }) => path);
  const condition = (path: string): string => {
    if (path === "") return `not __fish_seen_subcommand_from ${topLevel.join(" ")}`;
    return path
      .split(" ")
      .map((name) => `__fish_seen_subcommand_from ${name}`)
      .join("; and ");
  };
  const lines = nodes.flatMap(({ path, words }) =>
    words.map(({ text, description }) => {
      const what = text.startsWith("--") ? `-l ${text.slice(2)}` : `-a ${fishQuoted(text)}`;
      return `complete -c grepai -n ${fishQuoted(condition(path))} ${what} -d ${fishQuoted(description)}`;
    }),
  );
  return `# fish completion for grepai\n${lines.join("\n")}\n`;
}

/** A script that completes commands and options, made from the command line itself so that it cannot fall behind. */
export function completionScript(program: Command, shell: "bash" | "zsh" | "fish"): string {
  const nodes = nodesOf(program, program, "");
  switch (shell) {
    case "bash":
      return bash(nodes);
    case "zsh":
      return zsh(nodes);
    case "fish":
      return fish(nodes);
  }
}
