import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { GrepaiError, messageOf } from "../errors.ts";
import { targetStats } from "./file-stats.ts";
import { repositoryAt, repositoryHolding } from "./git-repository.ts";
import { projectPaths } from "./paths.ts";

export interface ProjectRoot {
  /** Absolute, with symbolic links resolved. */
  readonly root: string;
  /** What marked it: our own folder, a git top level, or nothing but having been asked for. */
  readonly marker: "index" | "git" | "folder";
}

function isFolder(path: string): boolean {
  return targetStats(path)?.isDirectory() === true;
}

/** The home folder's `.grepai` may hold settings of the Go tool only; it makes a project when it holds an index. */
function marksProject(folder: string, home: string): boolean {
  const paths = projectPaths(folder);
  if (!isFolder(paths.folder)) return false;
  return folder !== home || existsSync(paths.config) || existsSync(paths.index);
}

function resolveStart(start: string): string {
  try {
    const real = realpathSync(start);
    return statSync(real).isDirectory() ? real : dirname(real);
  } catch (error) {
    throw new GrepaiError(
      "INVALID_PARAMETERS",
      `The project folder ${start} cannot be opened. Check that it exists and is readable.`,
      { cause: messageOf(error) },
    );
  }
}

/**
 * The project that `start` (a file or folder) belongs to: the nearest folder upwards with `.grepai`, else the git top
 * level, else the folder itself. A `.grepai` above a git top level counts only where its project takes in what lies
 * below: not across the border of a linked working tree or submodule, not from one repository into another inside it
 * (each of these is a project of its own), and not from the home folder.
 * @throws GrepaiError INVALID_PARAMETERS when `start` does not exist
 */
export function findProjectRoot(start: string, home: string = homedir()): ProjectRoot {
  const folder = resolveStart(start);
  let topLevel: string | null = null;
  for (let current = folder; ; current = dirname(current)) {
    if (marksProject(current, home)) {
      const takesInRepositories = current !== home && repositoryHolding(current) === null;
      if (topLevel === null || takesInRepositories) return { root: current, marker: "index" };
    }
    const repository = repositoryAt(current);
    topLevel ??= repository?.topLevel ?? null;
    if ((repository !== null && repository.kind !== "main") || dirname(current) === current) break;
  }
  return topLevel === null ? { root: folder, marker: "folder" } : { root: topLevel, marker: "git" };
}
