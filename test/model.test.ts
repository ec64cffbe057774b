import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { shippedPath } from "../src/assets.ts";
import { runModel } from "./support/model.ts";
import { removeFolder, temporaryFolder } from "./support/sample-project.ts";

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
});
afterEach(() => removeFolder(root));

// `npm run bench -- model` runs thousands of operations.
it("keeps the index equal to a fresh one, whatever is done to the tree and to the daemon", async () => {
  for (const folder of ["scan", "watch", "text"]) {
    await cp(shippedPath("src", folder), join(root, folder), { recursive: true });
  }
  const report = await runModel({
    root,
    operations: 80,
    seed: 7,
    longestBurst: 40,
    killShare: 0.5,
    patienceMs: 45_000,
  });
  expect(report.difference).toBeNull();
  expect(report.comparisons).toBeGreaterThan(1);
  expect(report.kills).toBeGreaterThan(0);
}, 240_000);
