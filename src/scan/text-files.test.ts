import { chmodSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaultConfig } from "../config/defaults.ts";
import { TextFileLister } from "./text-files.ts";

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const signal = new AbortController().signal;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "grepai-text-files-")));
  mkdirSync(join(root, ".git", "objects"), { recursive: true });
  mkdirSync(join(root, ".git", "refs"));
  write(".git/HEAD", "ref: refs/heads/main\n");
  write("a/one.ts", "1");
  write("b/two.ts", "2");
  write("package-lock.json", "{}");
  write("picture.svg", "<svg/>");
  write("picture.png", "\0\0");
});
afterEach(() => rmSync(root, { recursive: true }));

describe("TextFileLister", () => {
  const before = ["a/one.ts", "b/two.ts", "package-lock.json", "picture.svg"];

  it("takes in lock files and pictures that are text, and keeps a list that still holds", async () => {
    const lister = new TextFileLister(root, defaultConfig, 0);
    await sleep(20);
    const files = await lister.list("", signal);
    expect([...files.paths].sort()).toEqual(before);
    expect(files.skipped).toMatchObject([{ path: "picture.png", reason: "binary" }]);
    write("a/one.ts", "changed in place");
    expect(await lister.list("", signal)).toBe(files);
    expect((await lister.list("b", signal)).paths).toEqual(["b/two.ts"]);
  });

  it.each<[string, () => void, readonly string[]]>([
    ["a new file", () => write("a/three.ts", "3"), ["a/one.ts", "a/three.ts", ...before.slice(1)]],
    ["a new folder", () => write("c/d/four.ts", "4"), ["a/one.ts", "b/two.ts", "c/d/four.ts", ...before.slice(2)]],
    ["a file that is gone", () => rmSync(join(root, "a/one.ts")), before.slice(1)],
    [
      "a folder that moved",
      () => renameSync(join(root, "b"), join(root, "z")),
      ["a/one.ts", ...before.slice(2), "z/two.ts"],
    ],
    ["a new ignore file", () => write("b/.gitignore", "*.ts\n"), ["a/one.ts", "b/.gitignore", ...before.slice(2)]],
    ["an exclude file of git", () => write(".git/info/exclude", "a/\n"), before.slice(1)],
    ["a cache mark", () => write("a/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55"), before.slice(1)],
    [
      "a picture that came to be text",
      () => write("picture.png", "text"),
      [...before.slice(0, 3), "picture.png", "picture.svg"],
    ],
  ])("sees %s", async (_name, change, after) => {
    const lister = new TextFileLister(root, defaultConfig, 0);
    await sleep(20);
    await lister.list("", signal);
    change();
    expect([...(await lister.list("", signal)).paths].sort()).toEqual(after);
  });

  it("sees an ignore file that changes in place", async () => {
    write(".gitignore", "a/\n");
    const lister = new TextFileLister(root, defaultConfig, 0);
    await sleep(20);
    expect((await lister.list("", signal)).paths).not.toContain("a/one.ts");
    write(".gitignore", "b/\n");
    expect((await lister.list("", signal)).paths).toContain("a/one.ts");
  });

  it("does not rely on stamps that are younger than the file system tells apart", async () => {
    const lister = new TextFileLister(root, defaultConfig);
    const files = await lister.list("", signal);
    expect(await lister.list("", signal)).not.toBe(files);
  });

  it.skipIf(process.getuid?.() === 0)("sees a folder that may no longer be read", async () => {
    const lister = new TextFileLister(root, defaultConfig, 0);
    await sleep(20);
    await lister.list("", signal);
    chmodSync(join(root, "a"), 0);
    expect((await lister.list("", signal)).paths).not.toContain("a/one.ts");
    chmodSync(join(root, "a"), 0o755);
  });
});
