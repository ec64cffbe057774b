import { entryStats } from "../config/file-stats.ts";
import { projectPaths } from "../config/paths.ts";
import type { Config } from "../config/types.ts";
import { GrepaiError, messageOf } from "../errors.ts";
import { Indexer } from "../index/indexer.ts";
import type { PassReport, PassSummary } from "../index/types.ts";
import { takeOverFromServer } from "./background.ts";
import { DirtySet } from "./dirty-set.ts";
import { EmbeddingLoop } from "./embedding-loop.ts";
import { scopeOfBurst } from "./pass-scope.ts";
import { pollFiles } from "./poll-files.ts";
import { watchTree } from "./tree-watcher.ts";
import { sleep } from "./wait.ts";

/** Events can be lost; a look at the whole tree at this interval finds what they missed. */
const reconcileIntervalMs = 15_000;
/** The same when not every folder can be watched. */
const pollIntervalMs = 5_000;
/** Looking at the tree may take at most this share of the time, but is not put off for longer than this. */
const maxReconcileShare = 0.02;
const longestReconcileIntervalMs = 5 * 60_000;

export interface DaemonOptions {
  readonly root: string;
  /** A `watch` takes the project over from one that watches on behalf of a server. */
  readonly purpose: "watch" | "serve";
  readonly loadConfig: () => Config;
  readonly log: (message: string) => void;
  readonly onProgress?: (report: PassReport) => void;
  /** Called after each pass that changed something, first for the initial pass. */
  readonly onPass: (summary: PassSummary, isInitial: boolean) => void;
  /** Fires to end the daemon after the transaction under way. */
  readonly signal: AbortSignal;
}

/**
 * Keeps the index of a project up to date until told to stop: an initial pass, then each burst of file events, and a
 * look at the whole tree at intervals. A change of the configuration starts it over.
 * @throws GrepaiError INDEX_BUSY when another process holds the project; INDEX_TOO_NEW; INVALID_CONFIG at start
 */
export async function runDaemon(options: DaemonOptions): Promise<void> {
  let config = options.loadConfig();
  while (!options.signal.aborted) {
    const changed = await runUntilConfigChanges(options, config);
    if (changed === null) return;
    config = changed;
    options.log("the configuration has changed; starting over with it");
  }
}

/** Resolves with the new configuration, or null when the daemon is to end. */
async function runUntilConfigChanges(options: DaemonOptions, config: Config): Promise<Config | null> {
  const { root, log, signal } = options;
  if (options.purpose === "watch") await takeOverFromServer(root);
  const indexer = Indexer.open({ root, config, purpose: options.purpose, log });
  const ending = new AbortController();
  const stop = () => ending.abort();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const dirty = new DirtySet(config.watch.debounceMs);
  const configWatch = watchConfig(options, stop);
  const ruleWatch = pollFiles(indexer.scanner.outsideRuleFiles(), () => dirty.add("all"));
  let lookEveryMs = reconcileIntervalMs;
  let isDegraded = false;
  const degrade = (reason: string) => {
    lookEveryMs = pollIntervalMs;
    if (isDegraded) return;
    isDegraded = true;
    indexer.describeDegraded(reason);
    log(reason);
  };
  const watcher = watchTree({
    root,
    shouldWatch: (folder) => indexer.scanner.explain(folder, "folder") === null,
    onDirty: (path) => dirty.add(path),
    onDegraded: degrade,
  });

  try {
    await passAndReport(indexer, options, "all", ending.signal, true);
    indexer.tidy();
    await watcher.ready;
    // Whatever changed before its folder was watched.
    dirty.add("all");
    const embedding = new EmbeddingLoop({
      embed: () => indexer.embed({ signal: ending.signal }),
      log,
      signal: ending.signal,
    });
    const reconciling = reconcileAtIntervals(() => lookEveryMs, dirty, ending.signal);
    const inode = entryStats(root)?.ino;
    for (;;) {
      const burst = await dirty.next(ending.signal);
      if (burst === null) break;
      if (entryStats(root)?.ino !== inode) {
        throw new GrepaiError("INDEX_NOT_FOUND", `The project folder ${root} is gone; watching ends.`);
      }
      const scope = scopeOfBurst(burst);
      if (scope === "all") indexer.scanner.invalidate();
      const summary = await passAndReport(indexer, options, scope, ending.signal, false);
      // A pass that only looks tells what looking costs.
      if (scope === "all" && summary !== null && summary.updated + summary.removed === 0) {
        const leastMs = isDegraded ? pollIntervalMs : reconcileIntervalMs;
        lookEveryMs = Math.max(leastMs, Math.min(summary.elapsedMs / maxReconcileShare, longestReconcileIntervalMs));
      }
      embedding.wake();
    }
    ending.abort();
    await Promise.all([embedding.done, reconciling]);
  } finally {
    ending.abort();
    signal.removeEventListener("abort", stop);
    configWatch.close();
    ruleWatch.close();
    dirty.close();
    await watcher.close();
    await indexer.close();
  }
  return signal.aborted ? null : configWatch.latest();
}

async function passAndReport(
  indexer: Indexer,
  options: DaemonOptions,
  scope: "all" | readonly string[],
  signal: AbortSignal,
  isInitial: boolean,
): Promise<PassSummary | null> {
  try {
    const summary = await indexer.update(scope, {
      signal,
      ...(isInitial && options.onProgress && { onProgress: options.onProgress }),
    });
    if (isInitial || summary.updated + summary.removed > 0) options.onPass(summary, isInitial);
    return summary;
  } catch (error) {
    // A full disk or a busy index passes; the next look at the tree finds what this pass has missed.
    if (isInitial || !(error instanceof GrepaiError)) throw error;
    options.log(error.message);
    return null;
  }
}

/** Adds "all" to the dirty set at intervals, seldom enough to stay unnoticed. */
async function reconcileAtIntervals(intervalMs: () => number, dirty: DirtySet, signal: AbortSignal): Promise<void> {
  let slept = Date.now();
  while (!signal.aborted) {
    await sleep(Math.min(intervalMs(), pollIntervalMs), signal);
    // A jump of the clock means that the machine slept and events may be lost.
    const elapsed = Date.now() - slept;
    if (elapsed >= intervalMs()) {
      dirty.add("all");
      slept = Date.now();
    }
  }
}

/** Looks at the configuration file now and then; an invalid one is reported and the old one stays in force. */
function watchConfig(options: DaemonOptions, onChange: () => void): { close(): void; latest(): Config | null } {
  const path = projectPaths(options.root).config;
  let latest: Config | null = null;
  const listener = () => {
    try {
      latest = options.loadConfig();
      onChange();
    } catch (error) {
      options.log(`${messageOf(error)} The former configuration stays in force.`);
    }
  };
  const { close } = pollFiles([path], listener);
  return { close, latest: () => latest };
}
