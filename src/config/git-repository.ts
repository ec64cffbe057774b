import { readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { entryStats, targetStats } from "./file-stats.ts";

/** A git working tree, found without the git executable. */
export interface GitRepository {
  /** The folder that holds `.git`. */
  readonly topLevel: string;
  /** Where this working tree's own state (its index) lies. */
  readonly gitDir: string;
  /** Where what all working trees share (configuration, `info/exclude`) lies. */
  readonly commonDir: string;
  /**
   * `main`: `.git` is a folder. `worktree`: a linked working tree. `separate`: `.git` is a file for another reason,
   * as in submodules.
   */
  readonly kind: "main" | "worktree" | "separate";
}

function isFolder(path: string): boolean {
  return targetStats(path)?.isDirectory() === true;
}

function readSmallFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** An empty folder named `.git` is no repository, for git as for us. */
function isGitDir(path: string): boolean {
  return readSmallFile(join(path, "HEAD")) !== null && (isFolder(join(path, "objects")) || isCommonDirUser(path));
}

function isCommonDirUser(path: string): boolean {
  return readSmallFile(join(path, "commondir")) !== null;
}

/**
 * The repository whose top level is exactly this folder, or null. A `.git` file that points at something that is gone
 * still marks one: its folder was made to stand by itself.
 */
export function repositoryAt(folder: string): GitRepository | null {
  const marker = join(folder, ".git");
  const stats = entryStats(marker);
  if (stats === undefined) return null;
  if (!stats.isFile()) {
    if (!isFolder(marker) || !isGitDir(marker)) return null;
    return { topLevel: folder, gitDir: marker, commonDir: commonDirOf(marker), kind: "main" };
  }
  const target = /^gitdir: *(.+?)[\r\n]*$/s.exec(readSmallFile(marker) ?? "")?.[1];
  if (target === undefined) return null;
  const gitDir = resolve(folder, target);
  const isWorktree = basename(dirname(gitDir)) === "worktrees";
  return { topLevel: folder, gitDir, commonDir: commonDirOf(gitDir), kind: isWorktree ? "worktree" : "separate" };
}

function commonDirOf(gitDir: string): string {
  const pointer = readSmallFile(join(gitDir, "commondir"))?.trim();
  return pointer === undefined || pointer === "" ? gitDir : resolve(gitDir, pointer);
}

/** The repository that holds this folder (its top level is the folder or the nearest one above it), or null. */
export function repositoryHolding(folder: string): GitRepository | null {
  for (let current = folder; ; current = dirname(current)) {
    const repository = repositoryAt(current);
    if (repository !== null) return repository;
    if (dirname(current) === current) return null;
  }
}
