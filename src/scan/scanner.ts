import type { Skip } from "./default-rules.ts";
import { IgnoreRules, type PathKind } from "./ignore-rules.ts";
import { type ScanOptions, scanProject } from "./scan.ts";
import type { ScanResult } from "./types.ts";

/** Finds the files of one project again and again, for a process that keeps it indexed. */
export interface Scanner {
  /**
   * Lists the whole project, or what is at and below some paths, as {@link scanProject} does.
   * @throws GrepaiError as {@link scanProject}
   */
  scan(
    scope: "all" | readonly string[],
    options?: { readonly signal?: AbortSignal | undefined; readonly onProgress?: (files: number) => void },
  ): Promise<ScanResult>;
  /** Why a path is left out, by the same rules as the scan, or null. */
  explain(path: string, kind: PathKind): Skip | null;
  /** Ignore files that lie outside the project or in git's own folder, absolute; they need not exist. */
  outsideRuleFiles(): readonly string[];
  /** Must be called when an ignore file changed. */
  invalidate(): void;
}

/** @param root absolute path of the project, links resolved */
export function createScanner(root: string, config: ScanOptions["config"]): Scanner {
  const rules = new IgnoreRules(root, config);
  return {
    scan: (scope, options = {}) => scanProject(root, { ...options, config, rules, scope }),
    explain: (path, kind) => rules.explain(path, kind),
    outsideRuleFiles: () => rules.outsideFiles(),
    invalidate: () => rules.invalidate(),
  };
}
