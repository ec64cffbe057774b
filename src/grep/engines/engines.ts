import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import type { Engine, EngineName, GrepMode } from "../types.ts";
import { createAstGrep } from "./ast-grep.ts";
import { createChildRunner } from "./child-process.ts";
import { createJavaScriptEngine } from "./javascript.ts";
import { createRipgrep } from "./ripgrep.ts";
import { createSemgrep, findSemgrep } from "./semgrep.ts";

/** An engine that a request needs: at hand, or what to do to have it. */
export type EngineChoice =
  | { readonly kind: "ready"; readonly engine: Engine }
  | { readonly kind: "unavailable"; readonly name: EngineName; readonly remedy: string };

/** Says which engines a mode asks for, in the order in which their results take turns. */
export type EnginesFor = (mode: GrepMode) => Promise<readonly EngineChoice[]>;

const require = createRequire(import.meta.url);

/** Path of the program in ripgrep's package for this machine; null where there is none. */
async function shippedRipgrep(): Promise<string | null> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return rgPath;
  } catch {
    return null;
  }
}

/**
 * The engines of one project, which share a bound on the processes that run at once.
 * @param findRipgrep path of ripgrep's program, or null to do without
 */
export function createEngines(findRipgrep = shippedRipgrep): EnginesFor {
  const processes = Math.max(2, availableParallelism());
  const runChild = createChildRunner(2 * processes);

  const text = async (): Promise<EngineChoice> => {
    const path = await findRipgrep();
    const engine = path === null ? createJavaScriptEngine(runChild) : createRipgrep(path, runChild);
    return { kind: "ready", engine };
  };

  const structural = (): EngineChoice => {
    try {
      require.resolve("@ast-grep/napi");
      return { kind: "ready", engine: createAstGrep(runChild, processes) };
    } catch {
      const remedy = "@ast-grep/napi is missing. Reinstall grepai without --omit=optional.";
      return { kind: "unavailable", name: "ast-grep", remedy };
    }
  };

  const semgrep = (): EngineChoice => {
    const path = findSemgrep(process.env);
    if (path !== null) return { kind: "ready", engine: createSemgrep(path, runChild) };
    const remedy =
      "semgrep is not installed, or not on the PATH. Install it ('pipx install semgrep'), or use mode structural.";
    return { kind: "unavailable", name: "semgrep", remedy };
  };

  return async (mode) => {
    switch (mode) {
      case "text":
        return [await text()];
      case "structural":
        return [structural()];
      case "semgrep":
        return [semgrep()];
      case "both":
        return [await text(), structural()];
    }
  };
}
