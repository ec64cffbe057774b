import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/*
 * What people, editors and git do to a tree, chosen at random. Each operation works on whatever the tree has become;
 * one that finds nothing to work on does nothing.
 */

/** The tree as the operations find it. */
interface Tree {
  readonly root: string;
  readonly random: () => number;
}

type Operation = (tree: Tree) => void;

function pick<T>({ random }: Tree, values: readonly T[]): T | null {
  return values[Math.floor(random() * values.length)] ?? null;
}

/** Paths below the root, without git's and grepai's own. */
function entries({ root }: Tree): { readonly files: string[]; readonly folders: string[]; readonly links: string[] } {
  const found = { files: [] as string[], folders: [] as string[], links: [] as string[] };
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name === ".git" || entry.name === ".grepai") continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) found.links.push(path);
      else if (entry.isDirectory()) {
        found.folders.push(path);
        walk(path);
      } else if (entry.isFile()) found.files.push(path);
    }
  };
  walk("");
  return found;
}

const sourceFile = /\.(?:ts|tsx|js|mjs|go|py|rs|java|c|h|rb|md)$/;

function someSource(tree: Tree): string | null {
  return pick(
    tree,
    entries(tree).files.filter((path) => sourceFile.test(path)),
  );
}

function someFolder(tree: Tree): string {
  return pick(tree, ["", ...entries(tree).folders]) ?? "";
}

function word({ random }: Tree): string {
  return `w${Math.floor(random() * 1e9).toString(36)}`;
}

function code(tree: Tree): string {
  const name = word(tree);
  return `export function ${name}(n: number) {\n  return ${word(tree)}(n) + ${name}Helper(n);\n}\n`;
}

function git(tree: Tree, ...args: readonly string[]): void {
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_EDITOR: "true",
  };
  try {
    execFileSync("git", ["-c", "gc.auto=0", ...args], { cwd: tree.root, env, stdio: "ignore" });
  } catch {
    // Nothing to commit, a conflict, a dirty tree: git leaves the tree in a state of its own, which counts as well.
  }
}

function branches({ root }: Tree): readonly string[] {
  const folder = join(root, ".git", "refs", "heads");
  return existsSync(folder) ? readdirSync(folder) : [];
}

const operations: Readonly<Record<string, Operation>> = {
  append: (tree) => {
    const path = someSource(tree);
    if (path !== null) appendFileSync(join(tree.root, path), code(tree));
  },
  "write in two steps": (tree) => {
    const path = someSource(tree);
    if (path === null) return;
    const text = Buffer.from(code(tree) + code(tree));
    const file = openSync(join(tree.root, path), "w");
    writeSync(file, text.subarray(0, 40));
    writeSync(file, text.subarray(40));
    closeSync(file);
  },
  "save by rename": (tree) => {
    const path = someSource(tree);
    if (path === null) return;
    const target = join(tree.root, path);
    const temporary = join(dirname(target), `.${basename(path)}.swp`);
    writeFileSync(temporary, readFileSync(target, "utf8") + code(tree));
    renameSync(temporary, target);
  },
  "save with a backup": (tree) => {
    const path = someSource(tree);
    if (path === null) return;
    const target = join(tree.root, path);
    renameSync(target, `${target}~`);
    writeFileSync(target, code(tree));
    rmSync(`${target}~`);
  },
  "delete a line": (tree) => {
    const path = someSource(tree);
    if (path === null) return;
    const lines = readFileSync(join(tree.root, path), "utf8").split("\n");
    lines.splice(Math.floor(tree.random() * lines.length), 1);
    writeFileSync(join(tree.root, path), lines.join("\n"));
  },
  "new file": (tree) => {
    const folder = someFolder(tree);
    writeFileSync(join(tree.root, folder, `${word(tree)}.ts`), code(tree));
  },
  "new file in new folders": (tree) => {
    const folder = join(tree.root, someFolder(tree), word(tree), word(tree));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${word(tree)}.ts`), code(tree));
  },
  "copy a file": (tree) => {
    const path = someSource(tree);
    if (path !== null) copyFileSync(join(tree.root, path), join(tree.root, someFolder(tree), `${word(tree)}.ts`));
  },
  "remove a file": (tree) => {
    const path = someSource(tree);
    if (path !== null) rmSync(join(tree.root, path));
  },
  "remove and make again": (tree) => {
    const path = someSource(tree);
    if (path === null) return;
    const text = readFileSync(join(tree.root, path));
    rmSync(join(tree.root, path));
    writeFileSync(join(tree.root, path), text);
  },
  touch: (tree) => {
    const path = someSource(tree);
    if (path !== null) utimesSync(join(tree.root, path), 1_000_000_000, Math.floor(tree.random() * 1e9));
  },
  "same size, same time": (tree) => {
    const path = someSource(tree);
    if (path === null) return;
    const target = join(tree.root, path);
    const { atimeMs, mtimeMs } = lstatSync(target);
    writeFileSync(target, readFileSync(target, "utf8").replace(/[a-z]/, "q"));
    utimesSync(target, atimeMs / 1000, mtimeMs / 1000);
  },
  "change the mode": (tree) => {
    const path = someSource(tree);
    if (path !== null) chmodSync(join(tree.root, path), 0o755);
  },
  "rename a file": (tree) => {
    const path = someSource(tree);
    if (path !== null) renameSync(join(tree.root, path), join(tree.root, dirname(path), `${word(tree)}.ts`));
  },
  "change the case of a name": (tree) => {
    const path = someSource(tree);
    if (path === null) return;
    const name = basename(path);
    const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
    const target = join(tree.root, dirname(path), other);
    if (!existsSync(target)) renameSync(join(tree.root, path), target);
  },
  "move a file over another": (tree) => {
    const [from, to] = [someSource(tree), someSource(tree)];
    if (from !== null && to !== null) renameSync(join(tree.root, from), join(tree.root, to));
  },
  "move a folder": (tree) => {
    const from = pick(tree, entries(tree).folders);
    const into = someFolder(tree);
    if (from === null || into === from || into.startsWith(`${from}/`)) return;
    renameSync(join(tree.root, from), join(tree.root, into, word(tree)));
  },
  "swap two folders": (tree) => {
    const { folders } = entries(tree);
    const [one, two] = [pick(tree, folders), pick(tree, folders)];
    if (one === null || two === null || `${one}/`.startsWith(`${two}/`) || `${two}/`.startsWith(`${one}/`)) return;
    const aside = join(tree.root, word(tree));
    renameSync(join(tree.root, one), aside);
    renameSync(join(tree.root, two), join(tree.root, one));
    renameSync(aside, join(tree.root, two));
  },
  "remove a folder": (tree) => {
    const small = entries(tree).folders.filter((path) => readdirSync(join(tree.root, path)).length < 4);
    const path = pick(tree, small);
    if (path !== null) rmSync(join(tree.root, path), { recursive: true });
  },
  "remove a folder and make it again": (tree) => {
    const small = entries(tree).folders.filter((path) => readdirSync(join(tree.root, path)).length < 4);
    const path = pick(tree, small);
    if (path === null) return;
    rmSync(join(tree.root, path), { recursive: true });
    mkdirSync(join(tree.root, path));
    writeFileSync(join(tree.root, path, `${word(tree)}.ts`), code(tree));
  },
  "file becomes folder": (tree) => {
    const path = someSource(tree);
    if (path === null) return;
    rmSync(join(tree.root, path));
    mkdirSync(join(tree.root, path));
    writeFileSync(join(tree.root, path, "inside.ts"), code(tree));
  },
  "folder becomes file": (tree) => {
    const path = pick(
      tree,
      entries(tree).folders.filter((folder) => sourceFile.test(folder)),
    );
    if (path === null) return;
    rmSync(join(tree.root, path), { recursive: true });
    writeFileSync(join(tree.root, path), code(tree));
  },
  "link to a file": (tree) => {
    const path = someSource(tree);
    if (path !== null) symlinkSync(join(tree.root, path), join(tree.root, someFolder(tree), `${word(tree)}.ts`));
  },
  "link to a folder": (tree) => {
    symlinkSync(join(tree.root, someFolder(tree)), join(tree.root, someFolder(tree), word(tree)));
  },
  "link out of the tree": (tree) => {
    symlinkSync("/etc", join(tree.root, someFolder(tree), word(tree)));
  },
  "file becomes link": (tree) => {
    const [path, to] = [someSource(tree), someSource(tree)];
    if (path === null || to === null) return;
    rmSync(join(tree.root, path));
    symlinkSync(join(tree.root, to), join(tree.root, path));
  },
  "link becomes file": (tree) => {
    const path = pick(tree, entries(tree).links);
    if (path === null) return;
    rmSync(join(tree.root, path));
    writeFileSync(join(tree.root, path), code(tree));
  },
  "ignore something": (tree) => {
    const folder = someFolder(tree);
    const name = pick(tree, [".gitignore", ".gitignore", ".grepaiignore"]) ?? ".gitignore";
    const victim = someSource(tree);
    const pattern = pick(tree, ["w1*", "*.md", "/w*/", victim === null ? "none" : basename(victim), "!*.md", "!w1*"]);
    appendFileSync(join(tree.root, folder, name), `${pattern}\n`);
  },
  "ignore nothing any more": (tree) => {
    const rules = entries(tree).files.filter((path) => /(?:^|\/)\.(?:git|grepai)ignore$/.test(path));
    const path = pick(tree, rules);
    if (path === null) return;
    if (tree.random() < 0.5) rmSync(join(tree.root, path));
    else writeFileSync(join(tree.root, path), "");
  },
  "exclude by git's own file": (tree) => {
    const file = join(tree.root, ".git", "info", "exclude");
    mkdirSync(dirname(file), { recursive: true });
    if (tree.random() < 0.5) appendFileSync(file, "w2*\n");
    else rmSync(file, { force: true });
  },
  "build output": (tree) => {
    const folder = join(tree.root, someFolder(tree));
    mkdirSync(join(folder, "dist"), { recursive: true });
    writeFileSync(join(folder, "dist", "out.js"), code(tree));
    if (tree.random() < 0.5) writeFileSync(join(folder, "package.json"), "{}\n");
    else rmSync(join(folder, "package.json"), { force: true });
  },
  "a secret, a binary, a large file": (tree) => {
    const folder = join(tree.root, someFolder(tree));
    writeFileSync(join(folder, ".env"), "TOKEN=1\n");
    writeFileSync(join(folder, "data.ts"), Buffer.from([1, 2, 0, 3, 0, 0]));
    if (tree.random() < 0.2) writeFileSync(join(folder, "large.ts"), "a = 1;\n".repeat(400_000));
  },
  "a repository inside": (tree) => {
    const path = pick(tree, entries(tree).folders);
    if (path === null) return;
    const inner = join(tree.root, path, ".git");
    if (existsSync(inner)) rmSync(inner, { recursive: true });
    else git({ ...tree, root: join(tree.root, path) }, "init", "-q");
  },
  "git commit": (tree) => {
    git(tree, "add", "-A");
    git(tree, "commit", "-qm", "work");
  },
  "git branch": (tree) => git(tree, "checkout", "-q", "-b", word(tree)),
  "git switch": (tree) => {
    const branch = pick(tree, branches(tree));
    if (branch !== null) git(tree, "checkout", "-q", "-f", branch);
  },
  "git stash": (tree) => git(tree, "stash", "-u", "-q"),
  "git stash pop": (tree) => git(tree, "stash", "pop", "-q"),
  "git rebase": (tree) => {
    const branch = pick(tree, branches(tree));
    if (branch === null) return;
    git(tree, "rebase", "-q", branch);
    git(tree, "rebase", "--abort");
  },
  "git merge": (tree) => {
    const branch = pick(tree, branches(tree));
    if (branch === null) return;
    git(tree, "merge", "-q", "-X", "ours", branch);
    git(tree, "merge", "--abort");
  },
  "git reset": (tree) => git(tree, "reset", "-q", "--hard", "HEAD~1"),
  "git clean": (tree) => git(tree, "clean", "-fdq"),
  "git rm from the index": (tree) => {
    const path = someSource(tree);
    if (path !== null) git(tree, "rm", "-q", "--cached", path);
  },
};

const names = Object.keys(operations);

/** Does one thing to the tree and says what. Faults of the file system (a name that is taken) leave it undone. */
export function changeTree(root: string, random: () => number): string {
  const tree = { root, random };
  const name = pick(tree, names) ?? "append";
  try {
    operations[name]?.(tree);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!["EEXIST", "ENOENT", "ENOTEMPTY", "EISDIR", "ENOTDIR", "ELOOP", "EINVAL", "EXDEV"].includes(code)) throw error;
  }
  return name;
}

/** Makes a repository of the files with a first commit and a second branch. */
export function makeRepository(root: string): void {
  const tree = { root, random: () => 0 };
  git(tree, "init", "-q", "-b", "main");
  git(tree, "add", "-A");
  git(tree, "commit", "-qm", "first");
  git(tree, "branch", "other");
}
