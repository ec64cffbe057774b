import type { PassState } from "../store/types.ts";

/** Files that the last whole pass had still to go through when it ended or, while it runs, has now. */
export function filesLeft(state: PassState): number {
  if (state.kind === "complete" || state.progress === null) return 0;
  return state.progress.filesTotal - state.progress.filesDone;
}

/** For people: what is missing from an index whose last whole pass ended before its end, and the remedy; else null. */
export function unfinishedNote(state: PassState): string | null {
  if (state.kind !== "unfinished") return null;
  const left = filesLeft(state);
  const missing = left === 0 ? "" : `; ${left} ${left === 1 ? "file is" : "files are"} not indexed yet`;
  return `The index is incomplete: indexing ended before its end${missing}. Run 'grepai watch' or 'grepai index' to complete it.`;
}
