import { type Dirent, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { entryStats } from "../config/file-stats.ts";
import type { Config } from "../config/types.ts";
import { GrepaiError, messageOf } from "../errors.ts";
import { innermostNames, type Skip } from "./default-rules.ts";
import { type FolderRules, IgnoreRules } from "./ignore-rules.ts";
import type { ScannedFile, ScanResult, SkippedPath, SkipReason } from "./types.ts";

export interface ScanOptions {
  readonly config: Pick<Config, "ignore" | "externalGitignore"> & { readonly index: { readonly maxFileBytes: number } };
  /** Rules to use, for callers that keep them; read anew unless given. */
  readonly rules?: IgnoreRules;
  /** Files or folders to look at instead of the whole project; "" is the root. What is gone yields nothing. */
  readonly scope?: "all" | readonly string[];
  /**
   * `index`: what is worth indexing. `text`: what a text search looks at, which takes in lock files, minified and
   * generated files, and files of any size. `index` unless given.
   */
  readonly purpose?: ScanPurpose;
  readonly signal?: AbortSignal | undefined;
  /** Told of each folder that is gone into and the names in it. */
  readonly onFolder?: ((path: string, names: readonly string[]) => void) | undefined;
  /** Called now and then with the number of files found so far. */
  readonly onProgress?: (files: number) => void;
}

export type ScanPurpose = "index" | "text";

/** Reasons of the defaults against a file that say nothing against looking for text in it. */
const searchableReasons: ReadonlySet<SkipReason> = new Set(["default-ignored", "minified"]);

/** Longest time between two looks at other work. Synchronous calls are several times faster than awaited ones. */
const sliceMs = 25;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : messageOf(error);
}

/** Names of a folder's entries. */
class EntryNames {
  readonly #names: ReadonlySet<string>;

  constructor(entries: readonly Dirent[]) {
    this.#names = new Set(entries.map((entry) => entry.name));
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }
}

/** One walk over the tree. */
class Walk {
  readonly files: ScannedFile[] = [];
  readonly skipped: SkippedPath[] = [];
  readonly #rules: IgnoreRules;
  readonly #maxFileBytes: number;
  readonly #purpose: ScanPurpose;
  readonly #onFolder: ScanOptions["onFolder"];
  readonly #pause: () => Promise<void> | null;

  constructor(
    rules: IgnoreRules,
    limits: {
      readonly maxFileBytes: number;
      readonly purpose: ScanPurpose;
      readonly onFolder: ScanOptions["onFolder"];
    },
    pause: () => Promise<void> | null,
  ) {
    this.#rules = rules;
    this.#purpose = limits.purpose;
    this.#onFolder = limits.onFolder;
    this.#maxFileBytes = limits.purpose === "text" ? Number.POSITIVE_INFINITY : limits.maxFileBytes;
    this.#pause = pause;
  }

  #skip(path: string, skip: Skip): void {
    // Nobody takes these for a part of the project, so that they are not told of either.
    if (innermostNames.has(path.slice(path.lastIndexOf("/") + 1))) return;
    this.skipped.push({ path, ...skip });
  }

  #readFolder(path: string): Dirent[] | null {
    try {
      return readdirSync(join(this.#rules.root, path), { withFileTypes: true });
    } catch (error) {
      const code = codeOf(error);
      if (code !== "ENOENT" && code !== "ENOTDIR") this.#skip(path, { reason: "unreadable", detail: code });
      return null;
    }
  }

  /** Takes in everything below a folder whose rules are known. */
  async walk(start: FolderRules, entries: readonly Dirent[]): Promise<void> {
    const pending: { readonly folder: FolderRules; readonly entries: readonly Dirent[] }[] = [
      { folder: start, entries },
    ];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.#onFolder?.(
        next.folder.path,
        next.entries.map(({ name }) => name),
      );
      for (const entry of next.entries) {
        if (!entry.isDirectory()) this.#addFile(next.folder, entry.name, entry);
        else {
          const opened = this.#openFolder(next.folder, entry.name);
          if (opened !== null) pending.push(opened);
        }
      }
      const pause = this.#pause();
      if (pause !== null) await pause;
    }
  }

  #openFolder(parent: FolderRules, name: string) {
    const path = parent.path === "" ? name : `${parent.path}/${name}`;
    const verdict = this.#rules.judge(parent, name, "folder");
    if (verdict.kind === "skip") {
      this.#skip(path, verdict.skip);
      return null;
    }
    const entries = this.#readFolder(path);
    if (entries === null) return null;
    const folder = this.#rules.open(parent, name, verdict, new EntryNames(entries));
    if (!("reason" in folder)) return { folder, entries };
    this.#skip(path, folder);
    return null;
  }

  #addFile(folder: FolderRules, name: string, entry: Dirent | Stats): void {
    const path = folder.path === "" ? name : `${folder.path}/${name}`;
    const found = this.#lookAt(folder, name, path, entry);
    if (found === null) return;
    if ("reason" in found) this.#skip(path, found);
    else this.files.push(found);
  }

  /** The file with its stamp, or why it is left out, or null when it is gone. */
  #lookAt(folder: FolderRules, name: string, path: string, entry: Dirent | Stats): ScannedFile | Skip | null {
    const verdict = this.#rules.judge(folder, name, "file");
    if (verdict.kind === "skip" && !this.#isSearchable(name, verdict.skip)) return verdict.skip;
    if (entry.isSymbolicLink()) return { reason: "symlink", detail: null };
    if (!entry.isFile()) return { reason: "not-a-file", detail: "pipe, socket or device" };
    let stats: Stats | undefined;
    try {
      stats = entryStats(join(this.#rules.root, path));
    } catch (error) {
      return { reason: "unreadable", detail: codeOf(error) };
    }
    if (stats === undefined) {
      // Gone meanwhile, unless its name could not be decoded and so cannot be asked for.
      return name.includes("\uFFFD") ? { reason: "unreadable", detail: "its name is not valid UTF-8" } : null;
    }
    if (!stats.isFile()) return null;
    if (stats.size > this.#maxFileBytes) {
      return { reason: "too-large", detail: `${stats.size} bytes, the limit is ${this.#maxFileBytes}` };
    }
    return { path, sizeBytes: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs, inode: stats.ino };
  }

  #isSearchable(name: string, skip: Skip): boolean {
    return this.#purpose === "text" && searchableReasons.has(skip.reason) && !innermostNames.has(name);
  }

  /** @throws GrepaiError when the root cannot be listed */
  async walkRoot(): Promise<void> {
    const { root } = this.#rules;
    let entries: Dirent[];
    try {
      entries = readdirSync(root, { withFileTypes: true });
    } catch (error) {
      const code = codeOf(error);
      throw new GrepaiError(
        code === "EACCES" || code === "EPERM" ? "PERMISSION_DENIED" : "INVALID_PARAMETERS",
        `The project folder ${root} cannot be read (${code}). Check that it exists and that you may read it.`,
        { cause: error },
      );
    }
    await this.walk(this.#rules.openRoot(new EntryNames(entries)), entries);
  }

  /** Takes in one path: a file, or a folder with all that is below it. */
  async walkPlace(path: string): Promise<void> {
    if (path === "") return this.walkRoot();
    this.#rules.invalidate(path);
    let stats: Stats | undefined;
    try {
      stats = entryStats(join(this.#rules.root, path));
    } catch (error) {
      this.#skip(path, { reason: "unreadable", detail: codeOf(error) });
      return;
    }
    if (stats === undefined) return;
    const end = path.lastIndexOf("/");
    const parent = this.#rules.folder(end === -1 ? "" : path.slice(0, end));
    const name = path.slice(end + 1);
    if ("reason" in parent) this.#skip(path, parent);
    else if (!stats.isDirectory()) this.#addFile(parent, name, stats);
    else {
      const opened = this.#openFolder(parent, name);
      if (opened !== null) await this.walk(opened.folder, opened.entries);
    }
  }
}

const byPath = (left: { readonly path: string }, right: { readonly path: string }) =>
  left.path < right.path ? -1 : left.path > right.path ? 1 : 0;

/**
 * Lists the files of a project that the rules let through, with what `stat` says of them, and every path left out with
 * the reason (a folder counts once). Follows no symbolic link. Looks at no content.
 * @param root absolute path of the project, links resolved
 * @throws GrepaiError CANCELLED when the signal fires; PERMISSION_DENIED or INVALID_PARAMETERS for the root itself
 */
export async function scanProject(root: string, options: ScanOptions): Promise<ScanResult> {
  const { config, signal, onProgress, scope = "all" } = options;
  let sliceEnd = performance.now() + sliceMs;
  const pause = () => {
    if (performance.now() < sliceEnd) return null;
    onProgress?.(walk.files.length);
    return new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        if (signal?.aborted === true) reject(new GrepaiError("CANCELLED", "The scan was cancelled."));
        sliceEnd = performance.now() + sliceMs;
        resolve();
      });
    });
  };
  const limits = {
    maxFileBytes: config.index.maxFileBytes,
    purpose: options.purpose ?? "index",
    onFolder: options.onFolder,
  };
  const walk = new Walk(options.rules ?? new IgnoreRules(root, config), limits, pause);
  if (signal?.aborted === true) throw new GrepaiError("CANCELLED", "The scan was cancelled.");
  for (const place of scope === "all" ? [""] : scope) await walk.walkPlace(place);
  onProgress?.(walk.files.length);
  return { files: walk.files.sort(byPath), skipped: walk.skipped.sort(byPath) };
}
