import { readDiff } from "./diff.ts";
import { type GitDifferences, gitBlobs, gitDifferences } from "./git.ts";
import { type OldContent, parseOldContents } from "./old-definitions.ts";
import type { ChangedFile, ChangeRequest, Changes } from "./types.ts";

/** Old contents that are parsed, so that a diff of thousands of files does not take minutes. */
const maxOldContents = 300;

export interface ChangesOptions {
  /** Absolute path of the project. */
  readonly root: string;
  /** Whether a path is one of those asked for. */
  readonly isWanted: (path: string) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks git what changed.
 * @throws GrepaiError INVALID_PARAMETERS where there is no repository or no such revision; ENGINE_UNAVAILABLE without git;
 * TIMEOUT, CANCELLED
 */
export async function findChanges(
  request: Exclude<ChangeRequest, { kind: "files" }>,
  { root, isWanted, signal }: ChangesOptions,
): Promise<Changes> {
  const revision = request.kind === "since" ? request.revision : null;
  const differences = await gitDifferences(revision, request.kind === "staged", { root, signal });
  const files = allFiles(differences).filter(({ path }) => isWanted(path));
  const lost = files.filter(({ oldBlob, hunks }) => oldBlob !== null && hunks.some(({ oldCount }) => oldCount > 0));
  const parsed = lost.slice(0, maxOldContents);
  const blobs = await gitBlobs([...new Set(parsed.map(({ oldBlob }) => oldBlob ?? ""))], { root, signal });
  const contents = parsed.flatMap(({ path, oldBlob }): readonly OldContent[] => {
    const bytes = blobs.get(oldBlob ?? "");
    return bytes === undefined ? [] : [{ path, bytes }];
  });
  const unread = lost.length - parsed.length;
  return {
    kind: "diff",
    between: request.kind === "staged" ? "HEAD and what is staged" : `${revision ?? "HEAD"} and the working tree`,
    files,
    oldDefinitions: await parseOldContents(contents),
    notes: unread > 0 ? [`Deleted symbols were not looked for in ${unread} of ${lost.length} files.`] : [],
  };
}

function allFiles({ diff, untracked }: GitDifferences): readonly ChangedFile[] {
  const added = untracked.map(
    (path): ChangedFile => ({ path, status: "added", hunks: [], oldBlob: null, firstAdded: null }),
  );
  return [...readDiff(diff), ...added];
}
