import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { entryStats } from "../config/file-stats.ts";
import { type GitRepository, repositoryAt, repositoryHolding } from "../config/git-repository.ts";
import { externalGitignorePath } from "../config/paths.ts";
import type { Config } from "../config/types.ts";
import {
  defaultFileSkip,
  defaultFolderSkip,
  isInnermost,
  type Listing,
  outputFolderSkip,
  type Skip,
  tellTaleSkip,
} from "./default-rules.ts";
import { type GitEnvironment, readGitSettings } from "./git-config.ts";
import { readTrackedPaths, type TrackedPaths } from "./git-index.ts";
import { toByteString } from "./glob.ts";
import {
  type IgnorePattern,
  PatternList,
  type PatternListPlace,
  parseIgnorePatterns,
  type Subject,
} from "./pattern-list.ts";

/** The part of the configuration that says what is left out. */
export type IgnoreConfig = Pick<Config, "ignore" | "externalGitignore">;

export type PathKind = "file" | "folder";

/** An ignore file larger than this is not one that a person wrote. */
const maxIgnoreFileBytes = 4 * 1024 * 1024;

const grepaiIgnoreName = ".grepaiignore";
const gitIgnoreName = ".gitignore";

/** Whether a file or folder of this name changes what is left out. */
export function isRuleFile(name: string): boolean {
  return name === gitIgnoreName || name === grepaiIgnoreName || name === ".git";
}

/** A repository's own share in the rules. */
interface RepositoryRules {
  readonly ignoreCase: boolean;
  /** `info/exclude`, then the user's excludes file: the order in which they decide. */
  readonly lists: readonly PatternList[];
  isTracked(path: string, kind: PathKind): boolean;
}

/** The rules that hold for the entries of one folder. */
export interface FolderRules {
  /** Relative to the project root; "" for the root. */
  readonly path: string;
  readonly listing: Listing;
  /** `.grepaiignore` files, deepest first, then the config's rules. */
  readonly ownLists: readonly OwnList[];
  /** git's files in the order in which they decide: the deepest `.gitignore` first. */
  readonly gitLists: readonly PatternList[];
  readonly repository: RepositoryRules | null;
  /** Git leaves this folder out but tracks files in it: only these come in. */
  readonly trackedOnly: boolean;
}

interface OwnList {
  readonly list: PatternList;
  readonly reason: "grepai-ignored" | "config-ignored";
}

/** What the rules say of one entry of a folder. */
export type Verdict =
  | { readonly kind: "skip"; readonly skip: Skip }
  | {
      readonly kind: "enter";
      /** A `!` line of ours asked for it by name: nothing weaker keeps it out. */
      readonly forced: boolean;
      readonly trackedOnly: boolean;
    };

const enter: Verdict = { kind: "enter", forced: false, trackedOnly: false };

function skipOf(reason: Skip["reason"], list: PatternList, pattern: IgnorePattern): Skip {
  return { reason, detail: `${list.label}:${pattern.line}: ${pattern.text}` };
}

function excludeFileOf({ commonDir }: GitRepository): string {
  return join(commonDir, "info", "exclude");
}

/** Reads an ignore file; null when it is missing, unreadable or no regular file. As git does, follows no link. */
function readIgnoreFile(path: string): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() && stats.size <= maxIgnoreFileBytes ? readFileSync(descriptor, "utf8") : null;
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}

/** Asks the file system instead of holding the names. */
class DiskListing implements Listing {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  has(name: string): boolean {
    try {
      return entryStats(join(this.#folder, name)) !== undefined;
    } catch {
      return false;
    }
  }
}

function toPosix(path: string): string {
  return sep === "/" ? path : path.split(sep).join("/");
}

/**
 * Says which paths of a project are left out, and why. From strongest to weakest: `.grepaiignore` files (deepest first),
 * `ignore` of the config, its `external_gitignore`, git's rules, the defaults. The first of these that has a matching
 * line decides, and within a file the last matching line; nothing under a folder that is left out comes back. The scan
 * walks folder by folder with {@link judge} and {@link open}; {@link explain} answers for a single path with the same
 * two. Reads ignore files when they are first needed; call {@link invalidate} when one changed.
 */
export class IgnoreRules {
  readonly root: string;
  readonly #config: IgnoreConfig;
  readonly #environment: GitEnvironment;
  readonly #opened = new Map<string, FolderRules | Skip>();

  /**
   * @param root absolute path of the project, links resolved
   * @param environment whose git configuration applies; the process's own unless given
   */
  constructor(
    root: string,
    config: IgnoreConfig,
    environment: GitEnvironment = { home: homedir(), variables: process.env },
  ) {
    this.root = root;
    this.#config = config;
    this.#environment = environment;
  }

  /**
   * Forgets what was read, so that changed ignore files take effect.
   * @param folder only this folder and what is below it; everything unless given
   */
  invalidate(folder = ""): void {
    // Nothing below a folder is kept without the folder itself.
    if (!this.#opened.has(folder)) return;
    if (folder === "") this.#opened.clear();
    this.#opened.delete(folder);
    for (const path of this.#opened.keys()) if (path.startsWith(`${folder}/`)) this.#opened.delete(path);
  }

  /** Ignore files that lie outside the project or in git's own folder, absolute; they need not exist. */
  outsideFiles(): readonly string[] {
    const files: string[] = [];
    const repository = repositoryHolding(this.root);
    if (repository !== null) {
      files.push(excludeFileOf(repository));
      const { excludesFile } = readGitSettings(repository, this.#environment);
      if (excludesFile !== null) files.push(excludesFile);
    }
    const external = this.#config.externalGitignore;
    if (external !== null) files.push(externalGitignorePath(this.root, external, this.#environment.home));
    return files;
  }

  /**
   * Why a path (relative, `/`-separated; it need not exist) is left out, or null when the rules let it through. Its
   * content is not looked at, nor is the path itself; a symbolic link above it is found.
   */
  explain(path: string, kind: PathKind): Skip | null {
    const end = path.lastIndexOf("/");
    const folder = this.folder(end === -1 ? "" : path.slice(0, end));
    if ("reason" in folder) return folder;
    const verdict = this.judge(folder, path.slice(end + 1), kind);
    if (verdict.kind === "skip") return verdict.skip;
    if (kind === "file") return null;
    const opened = this.folder(path);
    return "reason" in opened ? opened : null;
  }

  /** The rules within a folder, found from the root downwards and kept; or why the folder is left out. */
  folder(path: string): FolderRules | Skip {
    const known = this.#opened.get(path);
    if (known !== undefined) return known;
    const opened = path === "" ? this.openRoot(new DiskListing(this.root)) : this.#openOnDisk(path);
    // A folder that is not there may come back as something else.
    if (entryStats(join(this.root, path)) !== undefined) this.#opened.set(path, opened);
    return opened;
  }

  #openOnDisk(path: string): FolderRules | Skip {
    const end = path.lastIndexOf("/");
    const name = path.slice(end + 1);
    const parent = this.folder(end === -1 ? "" : path.slice(0, end));
    if ("reason" in parent) return parent;
    const verdict = this.judge(parent, name, "folder");
    if (verdict.kind === "skip") return verdict.skip;
    const location = join(this.root, path);
    if (entryStats(location)?.isSymbolicLink() === true) {
      return { reason: "symlink", detail: null };
    }
    return this.open(parent, name, verdict, new DiskListing(location));
  }

  /** The rules for the root's own entries, read anew. The root itself is never matched against any rule. */
  openRoot(listing: Listing): FolderRules {
    const repository = repositoryHolding(this.root);
    const rules = repository === null ? null : this.#repositoryRules(repository, null);
    const ignoreCase = rules?.ignoreCase ?? false;
    const gitLists = [...(rules?.lists ?? [])];
    if (repository !== null && repository.topLevel !== this.root) {
      const between = toPosix(relative(repository.topLevel, this.root)).split("/");
      for (let depth = 0; depth < between.length; depth++) {
        const file = join(repository.topLevel, ...between.slice(0, depth), gitIgnoreName);
        const below = between.slice(depth).join("/");
        const label = `${"../".repeat(between.length - depth)}${gitIgnoreName}`;
        const list = this.#readList(file, { label, base: { kind: "above", below }, ignoreCase });
        if (list !== null) gitLists.unshift(list);
      }
    }
    const base = { kind: "inside", folder: "" } as const;
    const ownLists: OwnList[] = [];
    if (this.#config.ignore.length > 0) {
      const patterns = parseIgnorePatterns(this.#config.ignore.join("\n"), false);
      const list = new PatternList(patterns, { label: "ignore of the config", base, ignoreCase: false });
      ownLists.push({ list, reason: "config-ignored" });
    }
    if (this.#config.externalGitignore !== null) {
      const written = this.#config.externalGitignore;
      const file = externalGitignorePath(this.root, written, this.#environment.home);
      const list = this.#readList(file, { label: written, base, ignoreCase });
      if (list !== null) ownLists.push({ list, reason: "config-ignored" });
    }
    const parent: FolderRules = { path: "", listing, ownLists, gitLists, repository: rules, trackedOnly: false };
    return this.#withFolderLists(parent, "", listing);
  }

  /** @param folder where the repository's top level lies below the project root; null when at or above it */
  #repositoryRules(repository: GitRepository, folder: string | null): RepositoryRules {
    const settings = readGitSettings(repository, this.#environment);
    const { ignoreCase } = settings;
    const below = toPosix(relative(repository.topLevel, this.root));
    const base: PatternListPlace["base"] =
      folder === null && below !== "" ? { kind: "above", below } : { kind: "inside", folder: folder ?? "" };
    const lists = [
      this.#readList(excludeFileOf(repository), { label: ".git/info/exclude", base, ignoreCase }),
      settings.excludesFile === null
        ? null
        : this.#readList(settings.excludesFile, { label: settings.excludesFile, base, ignoreCase }),
    ].filter((list) => list !== null);
    let tracked: TrackedPaths | null = null;
    const prepend = base.kind === "above" ? `${base.below}/` : "";
    const cut = base.kind === "inside" && base.folder !== "" ? base.folder.length + 1 : 0;
    return {
      ignoreCase,
      lists,
      isTracked: (path, kind) => {
        tracked ??= readTrackedPaths(repository.gitDir, settings.hashBytes);
        return (kind === "file" ? tracked.files : tracked.folders).has(prepend + path.slice(cut));
      },
    };
  }

  #readList(file: string, place: PatternListPlace): PatternList | null {
    const content = readIgnoreFile(file);
    if (content === null) return null;
    const patterns = parseIgnorePatterns(content, place.ignoreCase);
    return patterns.length === 0 ? null : new PatternList(patterns, place);
  }

  /** The rules of `parent` carried into a folder, with those of the ignore files that lie in it. */
  #withFolderLists(parent: FolderRules, path: string, listing: Listing): FolderRules {
    const ignoreCase = parent.repository?.ignoreCase ?? false;
    const load = (name: string): PatternList | null => {
      if (!listing.has(name)) return null;
      const label = path === "" ? name : `${path}/${name}`;
      return this.#readList(join(this.root, path, name), { label, base: { kind: "inside", folder: path }, ignoreCase });
    };
    const git = load(gitIgnoreName);
    const own = load(grepaiIgnoreName);
    return {
      ...parent,
      path,
      listing,
      gitLists: git === null ? parent.gitLists : [git, ...parent.gitLists],
      ownLists: own === null ? parent.ownLists : [{ list: own, reason: "grepai-ignored" }, ...parent.ownLists],
    };
  }

  /** What the rules say of the entry `name` of a folder, before anything inside it is known. */
  judge(folder: FolderRules, name: string, kind: PathKind): Verdict {
    if (isInnermost(name)) return { kind: "skip", skip: { reason: "default-ignored", detail: "internal data" } };
    const path = folder.path === "" ? name : `${folder.path}/${name}`;
    const subject: Subject = { path: toByteString(path), name: toByteString(name), isFolder: kind === "folder" };
    for (const { list, reason } of folder.ownLists) {
      const pattern = list.match(subject);
      if (pattern === null) continue;
      if (!pattern.negated) return { kind: "skip", skip: skipOf(reason, list, pattern) };
      return { kind: "enter", forced: true, trackedOnly: false };
    }
    const gitSkip = this.#judgeByGit(folder, subject);
    let { trackedOnly } = folder;
    if (gitSkip !== null) {
      if (folder.repository?.isTracked(path, kind) !== true) return { kind: "skip", skip: gitSkip };
      trackedOnly = kind === "folder";
    }
    const skip = kind === "file" ? defaultFileSkip(path, name) : this.#defaultFolderSkip(folder, path, name);
    if (skip !== null) return { kind: "skip", skip };
    return trackedOnly ? { kind: "enter", forced: false, trackedOnly } : enter;
  }

  #judgeByGit(folder: FolderRules, subject: Subject): Skip | null {
    if (folder.trackedOnly) return { reason: "git-ignored", detail: "in a folder that git leaves out" };
    for (const list of folder.gitLists) {
      const pattern = list.match(subject);
      if (pattern !== null) return pattern.negated ? null : skipOf("git-ignored", list, pattern);
    }
    return null;
  }

  #defaultFolderSkip(folder: FolderRules, path: string, name: string): Skip | null {
    const skip = defaultFolderSkip(name);
    if (skip !== null) return skip;
    // What a team keeps under version control is more than output, whatever its name.
    const output = outputFolderSkip(name, folder.listing);
    return output !== null && folder.repository?.isTracked(path, "folder") !== true ? output : null;
  }

  /**
   * The rules within the folder `name` of `parent`, or why it is left out after a look at its entries.
   * @param verdict what {@link judge} said of the folder; must not be a skip
   */
  open(parent: FolderRules, name: string, verdict: Verdict & { kind: "enter" }, listing: Listing): FolderRules | Skip {
    const path = parent.path === "" ? name : `${parent.path}/${name}`;
    const tellTale = verdict.forced ? null : tellTaleSkip(name, listing);
    if (tellTale !== null) return tellTale;
    const repository = listing.has(".git") ? repositoryAt(join(this.root, path)) : null;
    if (repository === null) {
      return this.#withFolderLists({ ...parent, trackedOnly: verdict.trackedOnly }, path, listing);
    }
    const skip = verdict.forced ? null : this.#nestedRepositorySkip(parent, repository);
    if (skip !== null) return skip;
    // Git's rules stop at the border of a repository; ours go on.
    const rules = this.#repositoryRules(repository, path);
    const fresh = { ...parent, repository: rules, gitLists: rules.lists, trackedOnly: false };
    return this.#withFolderLists(fresh, path, listing);
  }

  /**
   * A repository inside a repository (a submodule, another working tree, a clone) is a project of its own. In a plain
   * folder that holds several repositories all come in, but for working trees whose main one is there too.
   */
  #nestedRepositorySkip(parent: FolderRules, repository: GitRepository): Skip | null {
    if (parent.repository !== null) return { reason: "nested-repository", detail: "has its own .git" };
    const main = resolve(repository.commonDir, "..");
    const isCopy = repository.kind === "worktree" && (main === this.root || main.startsWith(this.root + sep));
    return isCopy && repositoryAt(main) !== null
      ? { reason: "nested-repository", detail: `working tree of ${toPosix(relative(this.root, main)) || "."}` }
      : null;
  }
}
