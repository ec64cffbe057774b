import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StatusReply } from "../src/format/status-reply.ts";
import { callTool, connectClient, textOf } from "./support/mcp.ts";
import { run, startProgram } from "./support/program.ts";
import { indexFolder, removeFolder, sampleFiles, temporaryFolder, writeFiles } from "./support/sample-project.ts";
import { dumpIndex, eventually, readIndex } from "./support/watching.ts";

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

async function statusOf(root: string): Promise<StatusReply> {
  return JSON.parse((await run(["status", "--json"], { cwd: root })).stdout) as StatusReply;
}

/** Runs the first pass of a project of so many files and ends it by `signal` once a part of them is committed. */
async function interruptFirstPass(root: string, fileCount: number, signal: NodeJS.Signals): Promise<void> {
  const body = Array.from({ length: 40 }, (_, n) => `export function NAME_${n}(n: number) {\n  return n * ${n};\n}\n`);
  const files = Object.fromEntries(
    Array.from({ length: fileCount }, (_, index) => [
      `src/f${index}.ts`,
      body.join("").replaceAll("NAME", `f${index}`),
    ]),
  );
  await writeFiles(root, files);
  const child = startProgram(["index", root], { cwd: root });
  await eventually("a part is committed", () => {
    if (child.exitCode !== null) throw new Error("the pass ended too soon");
    return readIndex(root, (view) => (view.files().length > 0 ? true : null));
  });
  child.kill(signal);
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

describe("a first pass that did not come to its end", () => {
  it.each(["SIGKILL", "SIGTERM"] as const)(
    "is told as such after %s, with what is missing and the remedy",
    async (signal) => {
      const fileCount = 1_500;
      await writeFiles(root, { ".env": "SECRET=1\n", ".gitignore": "out\n", "out/x.ts": "export {};\n" });
      await interruptFirstPass(root, fileCount, signal);

      const status = await statusOf(root);
      expect(status.status).toBe("degraded");
      expect(status.index.files).toBeGreaterThan(0);
      expect(status.index.pending_files).toBeGreaterThan(0);
      expect(status.index.files + status.index.pending_files).toBe(fileCount + 1);
      expect(status.index.skipped).toMatchObject({ secret: 1, "git-ignored": 1 });
      expect(status.daemon.running).toBe(false);
      expect(status.progress).toBeUndefined();
      expect(status.notes?.join("\n")).toMatch(/incomplete.*\d+ files.*'grepai watch'.*'grepai index'/);
      const text = (await run(["status"], { cwd: root })).stdout;
      expect(text).toMatch(new RegExp(`pending +${status.index.pending_files} files are not indexed yet`));

      const client = await connectClient({ cwd: root });
      try {
        for (const [tool, parameters] of [
          ["grepai_search", { query: "times a number" }],
          ["grepai_trace_callers", { symbol: "no_such_name" }],
        ] as const) {
          const answer = textOf(await callTool(client, tool, parameters));
          expect(answer).not.toMatch(/under way|still being built/);
          expect(answer).toMatch(/incomplete.*'grepai watch'/);
        }
      } finally {
        await client.close();
      }

      await indexFolder(root);
      const completed = await statusOf(root);
      expect(completed).toMatchObject({ status: "healthy", index: { files: fileCount + 1, pending_files: 0 } });
      expect(completed.notes?.join("\n") ?? "").not.toContain("incomplete");
    },
  );

  it("is told as such also when it was killed before it had counted the files", async () => {
    await writeFiles(root, manyFiles);
    const child = startProgram(["index", root], { cwd: root });
    await eventually("the index is there", () => (existsSync(join(root, ".grepai/index.db")) ? true : null));
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect((await statusOf(root)).notes?.join("\n")).toMatch(/incomplete.*'grepai watch'/);
  });
});
