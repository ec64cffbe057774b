import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projectPaths } from "../src/config/paths.ts";
import { connectClient } from "./support/mcp.ts";
import { run } from "./support/program.ts";
import { indexFolder, removeFolder, sampleFiles, temporaryFolder, writeFiles } from "./support/sample-project.ts";
import { dumpIndex, eventually, readIndex, startWatching, type Watching } from "./support/watching.ts";

let root: string;
let watching: Watching | null = null;

beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, ".git"));
});
afterEach(async () => {
  await watching?.stop("SIGKILL");
  watching = null;
  await removeFolder(root);
});

const fileOf = (name: string) => `export function ${name}() {\n  return 1;\n}\n`;
const has = (name: string) => readIndex(root, (view) => view.definitionsByName(name).length > 0);
const appears = (name: string) => eventually(`${name} is indexed`, () => (has(name) ? true : null));
const vanishes = (name: string) => eventually(`${name} is gone`, () => (has(name) ? null : true));

/** The live index must say the same as a fresh one of the same tree. */
async function expectEqualToFresh(): Promise<void> {
  const fresh = await temporaryFolder();
  try {
    execFileSync("cp", ["-a", `${root}/.`, fresh]);
    await rm(projectPaths(fresh).folder, { recursive: true, force: true });
    await indexFolder(fresh);
    const expected = dumpIndex(fresh);
    await eventually("the live index equals a fresh one", () =>
      JSON.stringify(dumpIndex(root)) === JSON.stringify(expected) ? true : null,
    ).catch(() => expect(dumpIndex(root)).toEqual(expected));
  } finally {
    await removeFolder(fresh);
  }
}

describe("grepai watch", () => {
  it("follows saves, new folders, renames and removals", async () => {
    await writeFiles(root, { "a.ts": fileOf("first"), "lib/b.ts": fileOf("second") });
    watching = await startWatching(root);
    await writeFiles(root, { "a.ts": fileOf("firstChanged") });
    await appears("firstChanged");
    expect(has("first")).toBe(false);
    await writeFiles(root, { "new/deep/folder/c.ts": fileOf("third") });
    await appears("third");
    await writeFiles(root, { "new/deep/folder/d.ts": fileOf("fourth") });
    await appears("fourth");
    await rename(join(root, "lib"), join(root, "moved"));
    await eventually("the moved file has its new path", () =>
      readIndex(root, (view) => (view.file("moved/b.ts") !== null && view.file("lib/b.ts") === null ? true : null)),
    );
    await writeFiles(root, { "moved/e.ts": fileOf("fifth") });
    await appears("fifth");
    await rm(join(root, "new"), { recursive: true });
    await vanishes("third");
    await expectEqualToFresh();
    expect(await watching.stop()).toBe(0);
  });

  it("takes a save by rename for one change and leaves editors' files out", async () => {
    await writeFiles(root, { "a.ts": fileOf("version0") });
    watching = await startWatching(root);
    for (let save = 1; save <= 50; save++) {
      await writeFile(join(root, ".a.ts.swp"), "b0VIM 8.2");
      await writeFile(join(root, "4913"), "");
      await writeFile(join(root, "a.ts~"), fileOf(`version${save}`));
      await rename(join(root, "a.ts~"), join(root, "a.ts"));
    }
    await appears("version50");
    await rm(join(root, ".a.ts.swp"));
    await rm(join(root, "4913"));
    await expectEqualToFresh();
    expect(readIndex(root, (view) => view.files().map((file) => file.path))).toEqual(["a.ts"]);
  });

  it("follows folders made anew, and files and folders that take each other's place", async () => {
    await writeFiles(root, { "s/a.ts": fileOf("aOld"), "u.ts": fileOf("wasFile"), "v/in.ts": fileOf("wasInFolder") });
    watching = await startWatching(root);
    await rm(join(root, "s"), { recursive: true });
    await mkdir(join(root, "s"));
    await writeFiles(root, { "s/b.ts": fileOf("bNew") });
    await appears("bNew");
    await vanishes("aOld");
    await writeFiles(root, { "s/c.ts": fileOf("cLater") });
    await appears("cLater");
    await rm(join(root, "u.ts"));
    await writeFiles(root, { "u.ts/inside.ts": fileOf("insideFormerFile") });
    await appears("insideFormerFile");
    await rm(join(root, "v"), { recursive: true });
    await writeFile(join(root, "v"), "no longer a folder\n");
    await vanishes("wasInFolder");
    await rm(join(root, "u.ts"), { recursive: true });
    await writeFile(join(root, "u.ts"), fileOf("fileAgain"));
    await appears("fileAgain");
    await expectEqualToFresh();
  });

  it("applies changed ignore rules to what is indexed already", async () => {
    await writeFiles(root, { "gen/x.ts": fileOf("generated"), "src/y.ts": fileOf("written") });
    watching = await startWatching(root);
    await writeFile(join(root, ".gitignore"), "gen/\n");
    await vanishes("generated");
    await writeFile(join(root, ".gitignore"), "\n");
    await appears("generated");
    await writeFiles(root, { "gen/z.ts": fileOf("generatedToo") });
    await appears("generatedToo");
    await expectEqualToFresh();
  });

  it("applies changed rules of files outside the tree: git's exclude file, made after the start", async () => {
    execFileSync("git", ["init", "-q", root]);
    await rm(join(root, ".git/info"), { recursive: true, force: true });
    await writeFiles(root, { "gen/x.ts": fileOf("generated"), "src/y.ts": fileOf("written") });
    watching = await startWatching(root);
    await writeFiles(root, { ".git/info/exclude": "gen/\n" });
    await vanishes("generated");
    await expectEqualToFresh();
  });

  it("never reads a secret that is renamed into place", async () => {
    await writeFiles(root, { "a.ts": fileOf("plain"), "env.tmp.txt": "API_TOKEN=abcdefabcdef\n" });
    watching = await startWatching(root);
    await rename(join(root, "env.tmp.txt"), join(root, ".env"));
    await writeFiles(root, { "b.ts": fileOf("afterwards") });
    await appears("afterwards");
    await eventually("the secret is out", () => readIndex(root, (view) => (view.files().length === 2 ? true : null)));
    expect(readIndex(root, (view) => view.files().map((file) => file.path))).toEqual(["a.ts", "b.ts"]);
  });

  it("keeps callers whose callee's file is edited, moved down, renamed and deleted", async () => {
    await writeFiles(root, {
      "stamp.ts": "export function stamp(n: number) {\n  return n * 3;\n}\n",
      "one.ts": "import { stamp } from './stamp';\nexport function one() {\n  return stamp(1);\n}\n",
      "two.ts": "import * as st from './stamp';\nexport function two() {\n  return st.stamp(2);\n}\n",
    });
    watching = await startWatching(root);
    const client = await connectClient({ cwd: root });
    const callers = async () => {
      const answer = await client.callTool({
        name: "grepai_trace_callers",
        arguments: { symbol: "stamp", compact: true },
      });
      if (answer.isError) return [];
      const content = answer.structuredContent as { readonly r: readonly { readonly fn: string }[] };
      return content.r.map((row) => row.fn).sort();
    };
    const callersBecome = (expected: readonly string[]) =>
      eventually(`callers are ${expected.join(", ") || "none"}`, async () =>
        JSON.stringify(await callers()) === JSON.stringify(expected) ? true : null,
      );
    try {
      await callersBecome(["one", "two"]);
      await writeFiles(root, { "stamp.ts": "// a comment\nexport function stamp(n: number) {\n  return n * 3;\n}\n" });
      await eventually("the definition has moved", () =>
        readIndex(root, (view) => (view.definitionsByName("stamp")[0]?.line === 2 ? true : null)),
      );
      await callersBecome(["one", "two"]);
      await writeFiles(root, { "stamp.ts": "export function aim(n: number) {\n  return n * 3;\n}\n" });
      await callersBecome([]);
      await rm(join(root, "stamp.ts"));
      await vanishes("aim");
      await writeFiles(root, { "stamp.ts": "export function stamp(n: number) {\n  return n * 3;\n}\n" });
      await callersBecome(["one", "two"]);
    } finally {
      await client.close();
    }
    await expectEqualToFresh();
  });

  it("holds the project: a second one says who does, and takes over once the first is killed", async () => {
    await writeFiles(root, sampleFiles);
    watching = await startWatching(root);
    const second = await run(["watch", root], { cwd: root });
    expect(second.code).toBe(2);
    expect(second.stderr).toContain(`pid ${watching.child.pid}`);
    const index = await run(["index", root], { cwd: root });
    expect(index).toMatchObject({ code: 2 });
    expect(index.stderr).toContain("grepai watch --stop");
    const status = await run(["watch", "--status", root], { cwd: root });
    expect(status).toMatchObject({ code: 0 });
    expect(status.stdout).toContain(`pid ${watching.child.pid}`);

    await watching.stop("SIGKILL");
    expect((await run(["watch", "--status", root], { cwd: root })).code).toBe(1);
    watching = await startWatching(root);
    await writeFiles(root, { "late.ts": fileOf("afterTheKill") });
    await appears("afterTheKill");
  });

  it("runs in the background until it is stopped", async () => {
    await writeFiles(root, sampleFiles);
    const started = await run(["watch", "--background", root], { cwd: root });
    try {
      expect(started).toMatchObject({ code: 0, stdout: expect.stringMatching(/in the background \(pid \d+\)/) });
      await writeFiles(root, { "late.ts": fileOf("seenInTheBackground") });
      await appears("seenInTheBackground");
      expect((await run(["watch", "--background", root], { cwd: root })).code).toBe(2);
    } finally {
      const stopped = await run(["watch", "--stop", root], { cwd: root });
      expect(stopped).toMatchObject({ code: 0, stdout: expect.stringMatching(/^stopped pid \d+\n$/) });
    }
    expect((await run(["watch", "--stop", root], { cwd: root })).code).toBe(1);
  });

  it("logs in the background to a file with the time of each line, and goes on when the file is removed", async () => {
    await writeFiles(root, { "a.ts": fileOf("logged") });
    expect((await run(["watch", "--background", root], { cwd: root })).code).toBe(0);
    try {
      const { log } = projectPaths(root);
      await eventually("the first pass is logged", () =>
        /^\d{4}-\d\d-\d\dT[\d:.]+Z .*watching/m.test(readFileSync(log, "utf8")) ? true : null,
      );
      rmSync(log);
      await writeFiles(root, { "b.ts": fileOf("afterLogIsGone") });
      await appears("afterLogIsGone");
    } finally {
      await run(["watch", "--stop", root], { cwd: root });
    }
  });

  it("starts over with a changed configuration and keeps the old one while the new one is wrong", async () => {
    await writeFiles(root, { "a.ts": fileOf("always"), "b.ts": fileOf("sometimes") });
    watching = await startWatching(root);
    const { config } = projectPaths(root);
    await writeFile(config, "version: 1\nignore: [b.ts]\n");
    await vanishes("sometimes");
    await writeFile(config, "version: 1\nignore: 7\n");
    await eventually("the mistake is told", () => (watching?.output().includes("config.yaml") ? true : null));
    await writeFiles(root, { "c.ts": fileOf("stillWatching") });
    await appears("stillWatching");
  });

  it("shows a running server what it commits", async () => {
    await writeFiles(root, { "a.ts": fileOf("before") });
    watching = await startWatching(root);
    const client = await connectClient({ cwd: root });
    const finds = async (name: string) => {
      const answer = await client.callTool({ name: "grepai_search", arguments: { query: name, limit: 1 } });
      return JSON.stringify(answer.structuredContent).includes(`function ${name}(`);
    };
    try {
      expect(await finds("before")).toBe(true);
      await writeFiles(root, { "a.ts": fileOf("afterwards") });
      await eventually("the new one is found", async () => ((await finds("afterwards")) ? true : null));
      expect(await finds("before")).toBe(false);
    } finally {
      await client.close();
    }
  });
});
