import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readDiff } from "./diff.ts";
import { gitBlobs, gitDifferences } from "./git.ts";

let root: string;

function git(...args: readonly string[]): string {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...args], { cwd: root, encoding: "utf8" });
}

function write(path: string, ...lines: readonly string[]): void {
  writeFileSync(join(root, path), lines.map((line) => `${line}\n`).join(""));
}

/** Long enough to be recognised after a rename. */
const many = Array.from({ length: 20 }, (_, index) => `line ${index}`);
const strange = 'we"ird\n ä\t*.ts';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "grepai-diff-")));
  git("init", "-q");
  write("kept.ts", "a", "b", "c");
  write("mode.ts", "x");
  write("gone.ts", "1", "2");
  write("old.ts", ...many);
  write(strange, "a", "b");
  git("add", "-A");
  git("commit", "-qm", "one");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const none = { oldBlob: expect.any(String), firstAdded: null };

describe("readDiff", () => {
  it("reads what git says of added, changed, removed, renamed and strangely named files", async () => {
    write("kept.ts", "a", "B", "c", "--- d", "diff --git a/x b/x");
    chmodSync(join(root, "mode.ts"), 0o755);
    rmSync(join(root, "gone.ts"));
    renameSync(join(root, "old.ts"), join(root, "new.ts"));
    write("new.ts", ...many.slice(0, 5), ...many.slice(6));
    write(strange, "b");
    write("fresh.ts", "n");
    git("add", "-A");
    const { diff, untracked } = await gitDifferences(null, true, { root });
    expect(untracked).toEqual([]);
    const files = new Map(readDiff(diff).map((file) => [file.path, file]));
    expect([...files.keys()].sort()).toEqual(["fresh.ts", "gone.ts", "kept.ts", "mode.ts", "new.ts", strange].sort());
    expect(files.get("kept.ts")).toMatchObject({
      status: "modified",
      hunks: [
        { oldStart: 2, oldCount: 1, newStart: 2, newCount: 1 },
        { oldStart: 3, oldCount: 0, newStart: 4, newCount: 2 },
      ],
      firstAdded: { line: 2, text: "B" },
    });
    expect(files.get("mode.ts")).toMatchObject({ status: "modified", hunks: [], firstAdded: null });
    expect(files.get("gone.ts")).toMatchObject({ ...none, status: "deleted", hunks: [{ oldCount: 2, newCount: 0 }] });
    expect(files.get("new.ts")).toMatchObject({
      ...none,
      status: "modified",
      hunks: [{ oldStart: 6, oldCount: 1, newStart: 5, newCount: 0 }],
    });
    expect(files.get(strange)).toMatchObject({ hunks: [{ oldStart: 1, oldCount: 1, newStart: 0, newCount: 0 }] });
    expect(files.get("fresh.ts")).toMatchObject({ status: "added", oldBlob: null });
    const id = files.get("gone.ts")?.oldBlob ?? "";
    expect((await gitBlobs([id, "0".repeat(40)], { root })).get(id)?.toString("utf8")).toBe("1\n2\n");
  });

  it("keeps to a project in a folder of the repository, and lists files unknown to git", async () => {
    write("kept.ts", "changed");
    execFileSync("mkdir", [join(root, "sub")]);
    write("sub/new.ts", "n");
    const { diff, untracked } = await gitDifferences(null, false, { root: join(root, "sub") });
    expect(readDiff(diff)).toEqual([]);
    expect(untracked).toEqual(["new.ts"]);
  });
});

describe("gitDifferences", () => {
  it("takes a repository without a commit for all new", async () => {
    rmSync(join(root, ".git"), { recursive: true });
    git("init", "-q");
    git("add", "kept.ts");
    const { diff, untracked } = await gitDifferences(null, false, { root });
    expect(readDiff(diff)).toMatchObject([{ path: "kept.ts", status: "added" }]);
    expect(untracked).toContain("mode.ts");
  });

  it.each(["no-such-branch", "--output=/tmp/owned", "HEAD; rm -rf .", "$(touch owned)"])(
    "refuses the revision %j with a remedy",
    async (revision) => {
      await expect(gitDifferences(revision, false, { root })).rejects.toMatchObject({
        code: "INVALID_PARAMETERS",
        message: expect.stringMatching(/^There is no revision .* Give a branch, a tag or a commit/),
      });
    },
  );

  it("tells where there is no repository", async () => {
    rmSync(join(root, ".git"), { recursive: true });
    await expect(gitDifferences(null, false, { root })).rejects.toMatchObject({
      code: "INVALID_PARAMETERS",
      message: expect.stringContaining("in no git repository"),
    });
  });
});
