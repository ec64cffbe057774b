import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChokidarOptions, FSWatcher } from "chokidar";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TreeWatcher, watchTree } from "./tree-watcher.ts";

let root: string;
let watcher: TreeWatcher;
/** Watches nothing by itself: the test emits what chokidar would. */
let events: FSWatcher;
let dirty: string[];
let reasons: string[];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "grepai-watcher-")));
  dirty = [];
  reasons = [];
  watcher = watchTree({
    root,
    shouldWatch: () => true,
    onDirty: (path) => dirty.push(path),
    onDegraded: (reason) => reasons.push(reason),
    watchFolder: (_folder: string, options: ChokidarOptions) => {
      events = new FSWatcher(options);
      return events;
    },
  });
});
afterEach(async () => {
  await watcher.close();
  rmSync(root, { recursive: true, force: true });
});

/** An entry of a watched folder has changed in some way. */
const emitRaw = (folder: string, entry: string) =>
  events.emit("raw", "rename", entry, { watchedPath: join(root, folder) });
const emitError = (code: string, path: string) =>
  events.emit("error", Object.assign(new Error(code), { code, path: join(root, path) }));

describe("watchTree", () => {
  it("survives an event below a folder that has just become a file", () => {
    writeFileSync(join(root, "a"), "a file now\n");
    emitRaw("a", "b.ts");
    emitRaw("a/deeper", "c.ts");
    expect(dirty).toEqual(["a/b.ts", "a/deeper/c.ts"]);
  });

  it("names entries, and folders only when they are others than before", () => {
    mkdirSync(join(root, "lib"));
    events.emit("addDir", join(root, "lib"));
    emitRaw("", "lib");
    expect(dirty).toEqual(["lib"]);
    emitRaw("lib", "x.ts");
    expect(dirty).toEqual(["lib", "lib/x.ts"]);
  });

  it.each([
    ["ENOSPC", /file watches.*d\/e.*fs\.inotify\.max_user_watches.*checked at intervals/],
    ["EMFILE", /open files.*d\/e.*ulimit -n/],
  ])("tells which limit is reached, at which folder, and the remedy: %s", (code, message) => {
    emitError(code, "d/e");
    expect(reasons).toEqual([expect.stringMatching(message)]);
  });

  it("makes nothing of folders that are gone, and tells other failures", () => {
    emitError("ENOENT", "gone");
    emitError("ENOTDIR", "a/b");
    expect(reasons).toEqual([]);
    emitError("EIO", "bad");
    expect(reasons).toEqual([expect.stringContaining("EIO")]);
  });
});
