import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../../../test/support/random.ts";
import {
  afterPowerLoss,
  buildFaultyWriter,
  canInjectFaults,
  type FaultyWriter,
  readRecord,
  runWriter,
} from "../testing/faults.ts";
import { faultOf } from "../testing/soundness.ts";

/** `npm run bench -- crash` goes through every call; here are as many as take a few seconds. */
const kills = 16;
const powerLosses = 24;

let base: string;
let writer: FaultyWriter;

function emptyFolder(): string {
  return mkdtempSync(join(base, "index-"));
}

describe.skipIf(!canInjectFaults())("a writer that does not live to do its next call", () => {
  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "grepai-faults-")));
    writer = await buildFaultyWriter(fileURLToPath(new URL("../testing/", import.meta.url)), base);
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it("leaves an index that is complete up to its last commit, wherever it is killed", () => {
    const record = join(base, "record");
    expect(runWriter(writer, emptyFolder(), null, record)).toEqual({
      wasKilled: false,
      lastCommitted: 8,
      messages: [],
    });
    const total = readRecord(record).length;
    expect(total).toBeGreaterThan(100);
    const random = seededRandom(1);
    const faults: string[] = [];
    for (let round = 0; round < kills; round++) {
      const kill = { at: 1 + Math.floor(((round + random()) * total) / kills), isTorn: round % 2 === 0 };
      const folder = emptyFolder();
      const { lastCommitted } = runWriter(writer, folder, kill);
      const fault = faultOf(join(folder, "index.db"), lastCommitted);
      if (fault !== null) faults.push(`${JSON.stringify(kill)}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  it("leaves an index of some commit when the power goes as well", () => {
    const folder = emptyFolder();
    const record = join(base, "power");
    runWriter(writer, folder, null, record);
    const calls = readRecord(record);
    const random = seededRandom(2);
    const faults: string[] = [];
    for (let round = 0; round < powerLosses; round++) {
      const count = 1 + Math.floor(((round + random()) * calls.length) / powerLosses);
      const after = emptyFolder();
      mkdirSync(after, { recursive: true });
      for (const [path, bytes] of afterPowerLoss(calls, count, random))
        writeFileSync(join(after, basename(path)), bytes);
      const fault = faultOf(join(after, "index.db"), 0);
      if (fault !== null) faults.push(`after ${count} calls: ${fault}`);
    }
    expect(faults).toEqual([]);
  });
});
