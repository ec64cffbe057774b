import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shippedPath } from "../src/assets.ts";
import { writeGrepProject } from "./support/grep-project.ts";
import { seededRandom } from "./support/random.ts";
import { differences, generateQueries, RipgrepComparison } from "./support/ripgrep-comparison.ts";
import { removeFolder, temporaryFolder } from "./support/sample-project.ts";

let root: string;

beforeAll(async () => {
  root = await temporaryFolder();
  await writeGrepProject(root);
  for (const [name, target] of [
    ["commander", "cli"],
    ["redux/src", "state"],
    ["picomatch", "globs"],
  ] as const) {
    await mkdir(join(root, target), { recursive: true });
    await cp(shippedPath("node_modules", name), join(root, target), { recursive: true });
  }
});
afterAll(() => removeFolder(root));

describe("text search beside ripgrep itself", () => {
  it.each([
    ["ripgrep", false, 60],
    ["JavaScript", true, 25],
  ] as const)("finds the same with the %s engine", async (_engine, withoutRipgrep, count) => {
    const comparison = new RipgrepComparison(root, withoutRipgrep);
    const paths = await comparison.paths();
    // ripgrep knows word boundaries of all scripts and UTF-16; the JavaScript engine is compared on plain files.
    const compared = paths.filter((path) => !/(?:utf|latin|dat)/.test(path));
    const queries = generateQueries({ root, paths: compared }, count, seededRandom(20_261));
    let matches = 0;
    for (const query of queries) {
      const theirs = await comparison.ripgreps(query);
      matches += theirs.length;
      expect({ query, differences: differences(await comparison.ours(query), theirs).slice(0, 4) }).toEqual({
        query,
        differences: [],
      });
    }
    expect(matches).toBeGreaterThan(500);
  });
});
