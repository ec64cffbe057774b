import { messageOf } from "../../errors.ts";
import type { Engine, EngineName, GrepMode } from "../types.ts";
import { createRipgrep } from "./ripgrep.ts";

/** An engine that a request needs: at hand, or what to do to have it. */
export type EngineChoice =
  | { readonly kind: "ready"; readonly engine: Engine }
  | { readonly kind: "unavailable"; readonly name: EngineName; readonly remedy: string };

async function textEngine(): Promise<EngineChoice> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return { kind: "ready", engine: createRipgrep(rgPath) };
  } catch (error) {
    return {
      kind: "unavailable",
      name: "ripgrep",
      remedy: `ripgrep's program is missing (${messageOf(error)}). Reinstall grepai without --omit=optional.`,
    };
  }
}

/** The engines that a mode asks for, in the order in which their results take turns. */
export async function enginesFor(mode: GrepMode): Promise<readonly EngineChoice[]> {
  switch (mode) {
    case "text":
      return [await textEngine()];
    case "structural":
    case "semgrep":
      return [
        {
          kind: "unavailable",
          name: mode === "semgrep" ? "semgrep" : "ast-grep",
          remedy: `The mode ${mode} has no engine here.`,
        },
      ];
    case "both":
      return [await textEngine()];
  }
}
