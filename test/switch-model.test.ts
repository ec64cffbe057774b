import { resolve } from "node:path";
import { afterEach, expect, it } from "vitest";
import { indexedProject, indexFolder, removeFolder, sampleFiles, writeFiles } from "./support/sample-project.ts";
import { dumpIndex } from "./support/watching.ts";

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map(removeFolder));
});

async function project(settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await indexedProject({ ...sampleFiles, ...settings });
  folders.push(root);
  return root;
}

it("gives the vectors of a fresh index after a switch of static models, and after the switch back", async () => {
  const settings = (model: string) => ({ ".grepai/config.yaml": `version: 1\nembedder:\n  model: ${model}\n` });
  const other = settings(resolve("test/models/wordpiece-f32"));
  const root = await project();
  const before = dumpIndex(root);
  await writeFiles(root, other);
  await indexFolder(root);
  const switched = dumpIndex(root);
  expect(switched).not.toEqual(before);
  expect(switched).toEqual(dumpIndex(await project(other)));
  await writeFiles(root, settings("code-static"));
  await indexFolder(root);
  expect(dumpIndex(root)).toEqual(before);
});
