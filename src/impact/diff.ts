import type { ChangedFile, Hunk } from "./types.ts";

const statuses: Readonly<Record<string, ChangedFile["status"]>> = { A: "added", C: "added", D: "deleted" };
const noBlob = /^0+$/;

/** An entry of git's raw format. */
interface RawEntry {
  readonly path: string;
  readonly status: ChangedFile["status"];
  readonly oldBlob: string | null;
}

/**
 * Reads the output of `git diff --raw -z --patch --unified=0`. Paths are taken from the raw entries, which have them as
 * they are; the patches follow in the same order, so their quoted headers need not be understood.
 */
export function readDiff(diff: Buffer): readonly ChangedFile[] {
  const { entries, patchStart } = rawEntries(diff);
  const patches = diff
    .toString("utf8", patchStart)
    .split(/^diff --git /m)
    .slice(1);
  return entries.map((entry, index) => ({ ...entry, ...readPatch(patches[index] ?? "") }));
}

function rawEntries(diff: Buffer): { readonly entries: readonly RawEntry[]; readonly patchStart: number } {
  const entries: RawEntry[] = [];
  let at = 0;
  const next = (): string => {
    const end = diff.indexOf(0, at);
    const text = diff.toString("utf8", at, end === -1 ? diff.length : end);
    at = end === -1 ? diff.length : end + 1;
    return text;
  };
  while (diff[at] === 0x3a) {
    const [, , oldBlob = "", , code = ""] = next().slice(1).split(" ");
    const first = next();
    // Renames and copies name the old path first.
    const path = code.startsWith("R") || code.startsWith("C") ? next() : first;
    // An unmerged path has no patch of its own; the entry of its working tree file follows.
    if (code === "U") continue;
    const status = statuses[code.charAt(0)] ?? "modified";
    entries.push({ path, status, oldBlob: noBlob.test(oldBlob) ? null : oldBlob });
  }
  return { entries, patchStart: at + 1 };
}

function readPatch(patch: string): Pick<ChangedFile, "hunks" | "firstAdded"> {
  const hunks: Hunk[] = [];
  let firstAdded: ChangedFile["firstAdded"] = null;
  for (const line of patch.split("\n")) {
    const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (match !== null) {
      hunks.push({
        oldStart: Number(match[1]),
        oldCount: Number(match[2] ?? 1),
        newStart: Number(match[3]),
        newCount: Number(match[4] ?? 1),
      });
    } else if (firstAdded === null && hunks.length > 0 && line.startsWith("+")) {
      firstAdded = { line: hunks.at(-1)?.newStart ?? 1, text: line.slice(1).replace(/\r$/, "") };
    }
  }
  return { hunks, firstAdded };
}
