import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { afterPowerLoss, buildFaultyWriter, readRecord, runWriter } from "../src/store/testing/faults.ts";
import { faultOf } from "../src/store/testing/soundness.ts";
import { seededRandom } from "../test/support/random.ts";
import { printTable } from "./support/figures.ts";

/*
 * Kills a writer at every single call that changes a file (before it, and in the middle where it is a write), and plays
 * power losses behind calls chosen at random. Each time the index must open and be complete up to its last commit.
 * Needs Linux and a C compiler.
 * usage: npm run bench -- crash [POWER-LOSSES] [SEED]
 */

const [powerLosses = "1000", seed = "1"] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const base = realpathSync(mkdtempSync(join(tmpdir(), "grepai-crash-")));
const rows: [string, number, number][] = [];
const faults: string[] = [];

function inFolder(check: (folder: string) => string | null): void {
  const folder = mkdtempSync(join(base, "index-"));
  const fault = check(folder);
  if (fault !== null) faults.push(fault);
  rmSync(folder, { recursive: true, force: true });
  // Connections are closed by the garbage collector.
  if (random() < 0.05) globalThis.gc?.();
}

try {
  const writer = await buildFaultyWriter(resolve("src/store/testing"), base);
  const record = join(base, "record");
  inFolder((folder) => (runWriter(writer, folder, null, record).lastCommitted === 8 ? null : "it did not get through"));
  const calls = readRecord(record);
  for (const isTorn of [false, true]) {
    const before = faults.length;
    let killed = 0;
    for (const [index, { kind }] of calls.entries()) {
      if (isTorn && kind !== "write") continue;
      const at = index + 1;
      inFolder((folder) => {
        const run = runWriter(writer, folder, { at, isTorn });
        if (run.wasKilled) killed++;
        const fault = faultOf(join(folder, "index.db"), run.lastCommitted);
        return fault === null ? null : `killed ${isTorn ? "within" : "before"} call ${at} (${kind}): ${fault}`;
      });
    }
    rows.push([isTorn ? "killed in the middle of a write" : "killed before a call", killed, faults.length - before]);
  }
  const before = faults.length;
  for (let round = 0; round < Number(powerLosses); round++) {
    const count = 1 + Math.floor(random() * calls.length);
    inFolder((folder) => {
      mkdirSync(folder, { recursive: true });
      for (const [path, bytes] of afterPowerLoss(calls, count, random)) {
        writeFileSync(join(folder, basename(path)), bytes);
      }
      const fault = faultOf(join(folder, "index.db"), 0);
      return fault === null ? null : `power lost after call ${count}: ${fault}`;
    });
  }
  rows.push(["power lost behind a call", Number(powerLosses), faults.length - before]);
  printTable(`Crashes of a writer that makes ${calls.length} calls`, ["crash", "times", "unsound"], rows);
  for (const fault of faults) console.log(fault);
} finally {
  rmSync(base, { recursive: true, force: true });
}
process.exit(faults.length > 0 ? 1 : 0);
