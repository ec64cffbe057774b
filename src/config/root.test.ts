import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findProjectRoot } from "./root.ts";

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "grepai-root-")));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const make = (...parts: readonly string[]) => {
  const folder = join(home, ...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
};

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync("git", ["-c", "protocol.file.allow=always", "-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
    cwd: folder,
    stdio: "pipe",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
  });

const commit = (folder: string) => git(folder, "commit", "-q", "--allow-empty", "-m", "x");

describe("findProjectRoot", () => {
  it("takes the nearest folder with an index, else git's top level, else the folder itself", () => {
    const plain = make("plain", "sub");
    expect(findProjectRoot(plain, home)).toEqual({ root: plain, marker: "folder" });

    const top = make("repo");
    git(top, "init", "-q");
    const deep = make("repo", "packages", "a", "src");
    expect(findProjectRoot(deep, home)).toEqual({ root: top, marker: "git" });

    make("repo", ".grepai");
    expect(findProjectRoot(deep, home)).toEqual({ root: top, marker: "index" });
    make("repo", "packages", "a", ".grepai");
    expect(findProjectRoot(deep, home)).toEqual({ root: join(top, "packages", "a"), marker: "index" });
  });

  it("takes a file's folder, resolves links, and says what does not exist", () => {
    const folder = make("plain");
    writeFileSync(join(folder, "a.ts"), "");
    symlinkSync(folder, join(home, "link"));
    expect(findProjectRoot(join(folder, "a.ts"), home).root).toBe(folder);
    expect(findProjectRoot(join(home, "link"), home).root).toBe(folder);
    expect(() => findProjectRoot(join(home, "missing"), home)).toThrow(
      expect.objectContaining({ code: "INVALID_PARAMETERS" }),
    );
  });

  it("lets working trees, submodules and repositories inside a project stand by themselves", () => {
    const main = make("main");
    git(main, "init", "-q");
    commit(main);
    make("main", ".grepai");
    git(main, "worktree", "add", "-q", ".worktrees/feat", "-b", "feat");
    const library = make("library");
    git(library, "init", "-q");
    commit(library);
    git(main, "submodule", "--quiet", "add", library, "vendor/sub");
    const clone = make("main", "clone", "src");
    git(join(main, "clone"), "init", "-q");

    const inside = [".worktrees/feat", "vendor/sub", "clone"].map((path) => join(main, path));
    for (const folder of inside) expect(findProjectRoot(folder, home)).toEqual({ root: folder, marker: "git" });
    expect(findProjectRoot(clone, home).root).toBe(join(main, "clone"));
    make("main", "clone", ".grepai");
    expect(findProjectRoot(clone, home)).toEqual({ root: join(main, "clone"), marker: "index" });
  });

  it("lets a plain folder with an index take in the repositories below it", () => {
    const folder = make("all");
    make("all", ".grepai");
    git(make("all", "one"), "init", "-q");
    expect(findProjectRoot(make("all", "one", "src"), home)).toEqual({ root: folder, marker: "index" });
  });

  it("does not take the home folder's own settings for a project", () => {
    make(".grepai");
    const repo = make("repo");
    git(repo, "init", "-q");
    expect(findProjectRoot(repo, home)).toEqual({ root: repo, marker: "git" });
    const plain = make("plain");
    expect(findProjectRoot(plain, home)).toEqual({ root: plain, marker: "folder" });
    writeFileSync(join(home, ".grepai", "config.yaml"), "version: 1\n");
    expect(findProjectRoot(plain, home)).toEqual({ root: home, marker: "index" });
    expect(findProjectRoot(repo, home)).toEqual({ root: repo, marker: "git" });
  });
});
