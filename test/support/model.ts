import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { projectPaths } from "../../src/config/paths.ts";
import { seededRandom } from "./random.ts";
import { indexFolder, removeFolder, temporaryFolder } from "./sample-project.ts";
import { changeTree, makeRepository } from "./tree-operations.ts";
import { dumpIndex, startWatching, type Watching } from "./watching.ts";

export interface ModelOptions {
  /** A tree that is changed at will; made a repository of. */
  readonly root: string;
  readonly operations: number;
  readonly seed: number;
  /** The longest run of operations between two comparisons. */
  readonly longestBurst: number;
  /** Share of the bursts in which the daemon is killed. */
  readonly killShare: number;
  /** How long the daemon may take to come to rest. */
  readonly patienceMs: number;
  readonly log?: (line: string) => void;
}

export interface ModelReport {
  readonly operations: number;
  readonly comparisons: number;
  readonly kills: number;
  /** From the last operation of each burst until the live index was equal to a fresh one, as far as that was looked at. */
  readonly settleMs: readonly number[];
  /** The first difference that stayed, with what was done before it; null when there was none. */
  readonly difference: {
    readonly path: string;
    readonly live: unknown;
    readonly fresh: unknown;
    readonly burst: readonly string[];
  } | null;
}

/** What a fresh index of a copy of the tree says. */
async function dumpFresh(root: string): Promise<Readonly<Record<string, unknown>>> {
  const copy = await temporaryFolder();
  try {
    execFileSync("cp", ["-a", `${root}/.`, copy]);
    rmSync(projectPaths(copy).folder, { recursive: true, force: true });
    await indexFolder(copy);
    return dumpIndex(copy);
  } finally {
    await removeFolder(copy);
  }
}

function firstDifference(live: Readonly<Record<string, unknown>>, fresh: Readonly<Record<string, unknown>>) {
  for (const path of new Set([...Object.keys(live), ...Object.keys(fresh)])) {
    if (JSON.stringify(live[path]) !== JSON.stringify(fresh[path])) {
      return { path, live: live[path] ?? null, fresh: fresh[path] ?? null };
    }
  }
  return null;
}

/**
 * Changes a tree at random under a running `grepai watch`, which is killed now and then, and compares its index with a
 * fresh one whenever the tree rests.
 */
export async function runModel(options: ModelOptions): Promise<ModelReport> {
  const { root, log = () => {} } = options;
  const random = seededRandom(options.seed);
  makeRepository(root);
  let watching: Watching = await startWatching(root);
  const settleMs: number[] = [];
  let operations = 0;
  let comparisons = 0;
  let kills = 0;
  try {
    while (operations < options.operations) {
      const burst: string[] = [];
      const length = 1 + Math.floor(random() ** 2 * options.longestBurst);
      const killAt = random() < options.killShare ? Math.floor(random() * length) : -1;
      for (let index = 0; index < length; index++) {
        burst.push(changeTree(root, random));
        if (random() < 0.2) await new Promise((resolve) => setTimeout(resolve, random() * 300));
        if (index !== killAt) continue;
        await watching.stop("SIGKILL");
        kills++;
        burst.push("(killed)");
        for (let left = random() * 3; left > 1; left--) burst.push(changeTree(root, random));
        watching = await startWatching(root);
      }
      operations += length;
      const restAt = performance.now();
      const fresh = await dumpFresh(root);
      comparisons++;
      for (;;) {
        const difference = firstDifference(dumpIndex(root), fresh);
        const elapsed = performance.now() - restAt;
        if (difference === null) {
          settleMs.push(elapsed);
          log(`${operations} operations, settled within ${elapsed.toFixed(0)} ms: ${burst.join(", ")}`);
          break;
        }
        if (watching.child.exitCode !== null || elapsed > options.patienceMs) {
          log(watching.output().slice(-2_000));
          return { operations, comparisons, kills, settleMs, difference: { ...difference, burst } };
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    return { operations, comparisons, kills, settleMs, difference: null };
  } finally {
    await watching.stop("SIGTERM");
  }
}
