import type { Stats } from "node:fs";
import { join, relative, sep } from "node:path";
import { type ChokidarOptions, type FSWatcher, watch } from "chokidar";
import { entryStats } from "../config/file-stats.ts";

/** Chokidar emits a new folder before it watches it; a second look finds what was written in between. */
const secondLookMs = 1_000;

export interface TreeWatcherOptions {
  readonly root: string;
  /** Whether anything below this folder (relative, `/`-separated) can be indexed. */
  readonly shouldWatch: (folder: string) => boolean;
  /** A path (relative, `/`-separated, "" for the root) whose state on disk may differ from before. */
  readonly onDirty: (path: string) => void;
  /** Folders that cannot be watched, and why; their changes must be found by looking. */
  readonly onDegraded: (reason: string) => void;
  /** Starts watching a folder; chokidar's own unless given. */
  readonly watchFolder?: (folder: string, options: ChokidarOptions) => FSWatcher;
}

/** Tells which paths may have changed. It may name a path too often, and a scan must follow every overflow. */
export interface TreeWatcher {
  /** Resolves when all folders are watched; what changed before must be found by looking. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

function limitMessage(code: string, folder: string): string {
  return code === "EMFILE"
    ? `too many open files: ${folder} and perhaps more folders are not watched. Raise the limit with 'ulimit -n 65536'.`
    : `the system's limit of file watches is reached: ${folder} and perhaps more folders are not watched. ` +
        "Raise it with 'sudo sysctl fs.inotify.max_user_watches=1048576'. Until then they are checked at intervals.";
}

/** What lies at a path now, or undefined: nothing, or nothing that may be looked at. */
function statsOf(path: string): Stats | undefined {
  try {
    return entryStats(path);
  } catch {
    return undefined;
  }
}

/** Inodes are used again at once, so the time of birth belongs to it. */
function identityOf(stats: Stats | undefined): string {
  return stats === undefined ? "" : `${stats.ino} ${stats.birthtimeMs}`;
}

/**
 * Watches folders only, never single files: one system watch a folder reports all its entries, where a watch on each
 * file costs memory and start-up time. Chokidar keeps the set of folders; its `raw` events name the entries.
 */
export function watchTree(options: TreeWatcherOptions): TreeWatcher {
  const { root, onDirty, onDegraded, watchFolder = watch } = options;
  const toRelative = (path: string) => relative(root, path).split(sep).join("/");
  /** Which folder each watch belongs to: one removed and made again is another and must be watched anew. */
  const watched = new Map<string, string>();
  let isReady = false;
  const timers = new Set<NodeJS.Timeout>();

  const watcher: FSWatcher = watchFolder(root, {
    followSymlinks: false,
    ignorePermissionErrors: true,
    atomic: false,
    ignored: (path, stats) => {
      if (path === root || stats === undefined) return false;
      return !stats.isDirectory() || !options.shouldWatch(toRelative(path));
    },
  });

  const lookAgain = (path: string) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      onDirty(path);
    }, secondLookMs);
    timer.unref();
    timers.add(timer);
  };

  const rewatch = (absolute: string) => {
    watcher.unwatch(absolute);
    watcher.add(absolute);
  };

  watcher.on("raw", (_event, entry, details: unknown) => {
    const folder = (details as { readonly watchedPath?: string }).watchedPath ?? root;
    const absolute = typeof entry === "string" && entry !== "" ? join(folder, entry) : folder;
    const path = toRelative(absolute);
    if (path.startsWith("..")) return;
    const stats = statsOf(absolute);
    const known = watched.get(absolute);
    if (known !== undefined && identityOf(stats) !== known) {
      watched.delete(absolute);
      if (stats?.isDirectory()) {
        watched.set(absolute, identityOf(stats));
        rewatch(absolute);
        lookAgain(path);
      }
    } else if (known !== undefined) {
      // The folder itself is as before; its own watch reports what happens inside.
      return;
    }
    onDirty(path);
  });
  watcher.on("addDir", (absolute, stats) => {
    watched.set(absolute, identityOf(stats));
    const path = toRelative(absolute);
    // Whoever watches looks at everything once all is ready.
    if (path === "" || !isReady) return;
    onDirty(path);
    lookAgain(path);
  });
  watcher.on("unlinkDir", (absolute) => {
    watched.delete(absolute);
    onDirty(toRelative(absolute));
    if (statsOf(absolute)?.isDirectory()) rewatch(absolute);
  });
  watcher.on("error", (error) => {
    const { code = "", path = root } = error as NodeJS.ErrnoException;
    if (code === "ENOSPC" || code === "EMFILE") onDegraded(limitMessage(code, toRelative(path) || "."));
    else if (code !== "ENOENT" && code !== "ENOTDIR") onDegraded(`watching failed: ${String(error)}`);
  });

  const ready = new Promise<void>((resolve) => {
    watcher.once("ready", () => {
      isReady = true;
      resolve();
    });
  });
  return {
    ready,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await watcher.close();
    },
  };
}
