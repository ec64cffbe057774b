import { chmodSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/*
 * What whoever takes the project lock sees to in the folder of the index: that it is its owner's alone, and that
 * nothing is left of processes that were killed while they wrote.
 */

/** Files that only the holder of the lock makes; found by its successor, they are of a holder that was killed. */
const ofFormerHolders = /^(?:index\.db\.new-.+|daemon\.json\.\d+\.tmp|index\.lock-journal)$/;
/** Temporary files that any process makes are taken for left behind at this age. */
const temporary = /\.tmp$/;
const staleAfterMs = 10 * 60 * 1000;
/** Indexes set aside of which the newest are kept. */
const setAside = /^index\.db\.(?:damaged|old)-[^-]+$/;
const keptAside = 3;

/**
 * Closes the folder to others and removes what killed processes have left, and indexes set aside beyond the newest
 * three. Faults are passed over: none of it is needed.
 * @param folder `.grepai`, of which the caller holds the lock
 */
export function tidyProjectFolder(folder: string): void {
  try {
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
    const names = readdirSync(folder);
    for (const name of names) {
      if (ofFormerHolders.test(name) || (temporary.test(name) && isStale(join(folder, name)))) remove(folder, name);
    }
    const aside = names.filter((name) => setAside.test(name)).map((name) => ({ name, at: ageOf(join(folder, name)) }));
    aside.sort((left, right) => right.at - left.at);
    for (const { name } of aside.slice(keptAside)) {
      for (const suffix of ["-wal", "-shm", "-journal", ""]) remove(folder, name + suffix);
    }
  } catch {
    // A folder of another owner, or a name that went meanwhile.
  }
}

function isStale(path: string): boolean {
  return Date.now() - ageOf(path) > staleAfterMs;
}

function ageOf(path: string): number {
  return statSync(path).mtimeMs;
}

function remove(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true });
}
