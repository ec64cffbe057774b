import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startProgram } from "./support/program.ts";
import { indexFolder, removeFolder, sampleFiles, temporaryFolder, writeFiles } from "./support/sample-project.ts";
import { dumpIndex, readIndex } from "./support/watching.ts";

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
});
afterEach(() => removeFolder(root));

/** Enough files that a kill falls into the pass. */
const manyFiles = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => [
    `src/part${index % 7}/file${index}.ts`,
    `export function work${index}(n: number) {\n  return work${(index + 1) % 300}(n) + ${index};\n}\n`.repeat(5),
  ]),
);

describe("an indexing process that is killed", () => {
  it("leaves an index that opens, holds whole files only, and is completed by the next run", async () => {
    await writeFiles(root, { ...sampleFiles, ...manyFiles });
    for (let kill = 0; kill < 8; kill++) {
      const child = startProgram(["index", root], { cwd: root });
      await new Promise((resolve) => setTimeout(resolve, 300 + kill * 150));
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      try {
        readIndex(root, (view) => {
          const paths = new Set([...view.passageEntries("all")].map((entry) => entry.path));
          expect(paths.size).toBe(view.files().length);
          for (const entry of view.passageEntries("all")) expect(entry.vector?.length).toBe(256);
        });
      } catch (error) {
        expect(error).toMatchObject({ code: "INDEX_NOT_FOUND" });
      }
    }
    await indexFolder(root);
    const afterKills = dumpIndex(root);
    await removeFolder(`${root}/.grepai`);
    await indexFolder(root);
    expect(afterKills).toEqual(dumpIndex(root));
    expect(Object.keys(afterKills)).toHaveLength(Object.keys({ ...sampleFiles, ...manyFiles }).length);
  });
});
