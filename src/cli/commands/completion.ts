import { Argument, type Command } from "commander";
import type { CliContext } from "../context.ts";

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

/** `grepai completion` */
export function register(program: Command, context: CliContext): void {
  program
    .command("completion")
    .description("print a completion script for a shell")
    .addArgument(new Argument("<shell>", "which shell").choices(shells))
    .addHelpText(
      "after",
      `
To install:
  bash   grepai completion bash > ~/.local/share/bash-completion/completions/grepai
  zsh    grepai completion zsh > "\${fpath[1]}/_grepai"
  fish   grepai completion fish > ~/.config/fish/completions/grepai.fish`,
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import("../completion-script.ts");
      await context.write(completionScript(program, shell));
    });
}
