import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { repositoryHolding } from "../config/git-repository.ts";
import { projectPaths } from "../config/paths.ts";

/**
 * Other indexes that may keep vectors of the same code: those set aside as damaged, and, in a linked working tree, that
 * of the main one.
 * @param root of the project
 */
export function vectorDonorPaths(root: string): readonly string[] {
  return [...damagedIndexes(root), ...mainTreeIndex(root)];
}

function damagedIndexes(root: string): readonly string[] {
  const { folder } = projectPaths(root);
  const isDamaged = /^index\.db\.damaged-[^-]+$/;
  const names = readdirSync(folder).filter((name) => isDamaged.test(name));
  // Their names hold the time at which they were set aside; the newest first.
  return names
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

function mainTreeIndex(root: string): readonly string[] {
  const repository = repositoryHolding(root);
  if (repository?.kind !== "worktree") return [];
  const main = join(dirname(repository.commonDir), relative(repository.topLevel, root));
  return [projectPaths(main).index];
}
