import { posix } from "node:path";
import picomatch from "picomatch";
import type { TraceConfig } from "../config/types.ts";

/** Whether a file takes part in traces: `trace.enabled_languages` and `trace.exclude_patterns` of the configuration. */
export function traceFilter(config: TraceConfig): (path: string) => boolean {
  const extensions = new Set(config.enabledLanguages.map((extension) => extension.toLowerCase()));
  const excluded = config.excludePatterns.map(matcher);
  const known = new Map<string, boolean>();
  return (path) => {
    let isTraced = known.get(path);
    if (isTraced === undefined) {
      const isEnabled = extensions.size === 0 || extensions.has(posix.extname(path).toLowerCase());
      isTraced = isEnabled && !excluded.some((matches) => matches(path));
      known.set(path, isTraced);
    }
    return isTraced;
  };
}

/** A glob without a slash is matched against the base name, as in ignore files; one that names a folder covers it. */
function matcher(pattern: string): (path: string) => boolean {
  const trimmed = pattern.replace(/^\.?\//, "").replace(/\/$/, "");
  const matchesWhole = picomatch([trimmed, `${trimmed}/**`], { dot: true });
  if (trimmed.includes("/")) return matchesWhole;
  const matchesPart = picomatch(trimmed, { dot: true });
  return (path) => path.split("/").some((part) => matchesPart(part));
}
