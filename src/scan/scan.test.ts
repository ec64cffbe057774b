import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scanProject } from "./scan.ts";
import { createScanner } from "./scanner.ts";
import { TestProject } from "./testing/project.ts";
import type { ScanResult } from "./types.ts";

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const reasons = (result: ScanResult) => Object.fromEntries(result.skipped.map(({ path, reason }) => [path, reason]));

describe("git's ignore rules", () => {
  it("give the set that git lists on a tree of nasty patterns", async () => {
    project.git(["init", "-q"]);
    project.write({
      ".gitignore": [
        "# comment",
        "\\#hash.ts",
        "\\!bang.ts",
        "*.log",
        "!keep.log",
        "/anchored.ts",
        "sub/anchored-too.ts",
        "onlyfolder/",
        "a/**/deep.ts",
        "**/anywhere/",
        "wild*/x?.ts",
        "[0-9]*.ts",
        "[!a-z]z.ts",
        "trailing.ts   ",
        "escaped\\ ",
        "allow/*",
        "!allow/ours",
        "gone/",
        "!gone/back.ts",
        "crlf.ts\r",
        "été.ts",
        "{braces}.ts",
        "",
        "   ",
      ].join("\n"),
      "nested/.gitignore": "*.gen.ts\n!*.keep.gen.ts\n/local\n!/keep.log\n",
      "nested/deeper/.gitignore": "!x.gen.ts\n*.log\n",
    });
    const paths = [
      ...["#hash.ts", "!bang.ts", "a.log", "keep.log", "anchored.ts", "x/anchored.ts", "sub/anchored-too.ts"],
      ...["x/sub/anchored-too.ts", "onlyfolder/a.ts", "x/onlyfolder", "a/deep.ts", "a/b/c/deep.ts", "b/a/deep.ts"],
      ...["q/anywhere/a.ts", "anywhere/b.ts", "wildcat/x1.ts", "wildcat/x12.ts", "wild/sub/x1.ts", "1a.ts", "a1.ts"],
      ...["Zz.ts", "zz.ts", "trailing.ts", "escaped ", "escaped", "allow/theirs/a.ts", "allow/ours/b.ts", "allow/c.ts"],
      ...["gone/back.ts", "gone/away.ts", "crlf.ts", "été.ts", "{braces}.ts", "braces.ts", "   .ts"],
      ...["nested/a.gen.ts", "nested/a.keep.gen.ts", "nested/local/a.ts", "nested/x/local/a.ts", "nested/keep.log"],
      ...["nested/deeper/x.gen.ts", "nested/deeper/y.gen.ts", "nested/deeper/keep.log", "other/a.gen.ts"],
    ];
    project.write(Object.fromEntries(paths.map((path) => [path, "x\n"])));
    const expected = project.gitFiles();
    expect(expected.length).toBeGreaterThan(20);
    expect(await project.files()).toEqual(expected);
    for (const folder of ["nested", "allow", "x", "nested/deeper"]) {
      expect(await project.files({}, folder), folder).toEqual(project.gitFiles(folder));
    }
  });

  it("never match the root itself, and find `.*/` below it", async () => {
    project.git(["init", "-q"]);
    project.write({ ".gitignore": ".*/\n", "src/a.ts": "", ".cached/x.ts": "" });
    project.write({ "anchored/.gitignore": "/.*/\n", "anchored/src/b.ts": "", "anchored/.tmp/y.ts": "" });
    const result = await project.scan();
    expect(result.files.map((file) => file.path)).toEqual([
      ".gitignore",
      "anchored/.gitignore",
      "anchored/src/b.ts",
      "src/a.ts",
    ]);
    expect(result.skipped).toContainEqual({ path: ".cached", reason: "git-ignored", detail: ".gitignore:1: .*/" });
  });

  it("count from their own folder, the same in a repository and in a plain folder of repositories", async () => {
    const files = {
      ".gitignore": "artefacts/\n",
      "web/.gitignore": "/outdir\ngen/*.ts\n",
      "web/outdir/bundle.js": "",
      "web/gen/api.ts": "",
      "web/src/app.ts": "",
      "other/gen/api.ts": "",
      "other/outdir/k.js": "",
      "lib/artefacts/x.ts": "",
    };
    const expected = [".gitignore", "other/gen/api.ts", "other/outdir/k.js", "web/.gitignore", "web/src/app.ts"];
    project.write(files);
    expect(await project.files()).toEqual(expected);
    project.git(["init", "-q"]);
    expect(await project.files()).toEqual(expected);
    const plain = new TestProject();
    for (const child of ["childA", "childB"]) cpSync(project.root, join(plain.root, child), { recursive: true });
    expect(await plain.files()).toEqual(
      ["childA", "childB"].flatMap((child) => expected.map((path) => `${child}/${path}`)),
    );
    plain.remove();
  });

  it("give the same set from a folder below the top level", async () => {
    project.git(["init", "-q"]);
    project.write({ ".gitignore": "addons/*\n!addons/ours\ncache/\n!/tools/cache/\n*.gen.ts\n!keep.gen.ts\n" });
    project.write({ "addons/theirs/a.ts": "", "addons/ours/b.ts": "", "tools/cache/d.ts": "", "pkg/cache/c.ts": "" });
    project.write({ "addons/ours/x.gen.ts": "", "tools/keep.gen.ts": "" });
    const all = await project.files();
    expect(all).toEqual([".gitignore", "addons/ours/b.ts", "tools/cache/d.ts", "tools/keep.gen.ts"]);
    for (const folder of ["addons", "tools", "pkg"]) {
      const below = all.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
      expect(await project.files({}, folder), folder).toEqual(below);
    }
  });

  it("include personal excludes, wherever git's configuration names them", async () => {
    project.git(["init", "-q"]);
    project.write({ "keep.ts": "", "scratch/s.ts": "", "notes.local.ts": "", "todo.mine.ts": "" });
    writeFileSync(join(project.root, ".git/info/exclude"), "scratch/\n");
    const { home } = project.environment;
    project.write({ ".config/git/ignore": "*.mine.ts\n" }, home);
    expect(await project.files()).toEqual(["keep.ts", "notes.local.ts"]);
    expect(await project.files()).toEqual(project.gitFiles());

    project.write({ ".gitconfig": '[include]\n\tpath = more.config # and\n[core "x"]\n\texcludesFile = no\n' }, home);
    project.write({ "more.config": '[Core]\n  ExcludesFile = "~/my excludes" ; comment\n' }, home);
    project.write({ "my excludes": "*.local.ts\n" }, home);
    expect(await project.files()).toEqual(["keep.ts", "todo.mine.ts"]);
    expect(await project.files()).toEqual(project.gitFiles());

    project.git(["config", "core.excludesFile", join(project.parent, "missing")]);
    expect(await project.files()).toEqual(["keep.ts", "notes.local.ts", "todo.mine.ts"]);
  });

  it.each(["2", "3", "4"])("let tracked files in that they match (index version %s)", async (version) => {
    project.git(["init", "-q"]);
    project.git(["config", "index.version", version]);
    project.write({ ".gitignore": "output/\n*.gen.ts\n", "output/kept/a.ts": "", "b.gen.ts": "", "src/c.ts": "" });
    project.git(["add", "-f", "output/kept/a.ts", "b.gen.ts", "src/c.ts"]);
    if (version === "3") {
      project.write({ "src/later.ts": "" });
      project.git(["add", "-N", "src/later.ts"]);
    }
    project.git(["update-index", "--index-version", version]);
    project.write({ "output/kept/new.ts": "", "output/other/d.ts": "", "e.gen.ts": "" });
    const files = await project.files();
    expect(files).toEqual(project.gitFiles());
    expect(files).toContain("output/kept/a.ts");
    expect(files).not.toContain("output/kept/new.ts");
    // Whoever makes an ignored folder the root means it.
    expect(await project.files({}, "output")).toEqual(["kept/a.ts", "kept/new.ts", "other/d.ts"]);
  });

  it("read a split index, and names with many bytes", async () => {
    project.git(["init", "-q"]);
    const long = `${"名".repeat(80)}/${"deep/".repeat(20)}${"x".repeat(200)}.gen.ts`;
    project.write({ ".gitignore": "*.gen.ts\n", "a.gen.ts": "", [long]: "" });
    project.git(["add", "-f", "."]);
    project.git(["update-index", "--split-index"]);
    project.write({ "b.gen.ts": "", "c.gen.ts": "" });
    project.git(["add", "-f", "b.gen.ts"]);
    expect(await project.files()).toEqual([".gitignore", "a.gen.ts", "b.gen.ts", long].sort());
  });

  it("fold case where git does", async () => {
    project.git(["init", "-q"]);
    project.git(["config", "core.ignoreCase", "true"]);
    project.write({ ".gitignore": "*.LOG\nBuild-Out/\n[A-C]x.ts\n", "a.log": "", "build-out/b.ts": "", "bx.ts": "" });
    expect(await project.files()).toEqual([".gitignore"]);
  });

  it("take a damaged index for an empty one", async () => {
    project.git(["init", "-q"]);
    project.write({ ".gitignore": "*.gen.ts\n", "a.gen.ts": "", "b.ts": "" });
    for (const damage of ["", "DIRC", `DIRC\0\0\0\x02\0\0\xff\xff${"\0".repeat(100)}`, "something else entirely"]) {
      writeFileSync(join(project.root, ".git/index"), Buffer.from(damage, "latin1"));
      expect(await project.files()).toEqual([".gitignore", "b.ts"]);
    }
  });
});

describe("our own rules", () => {
  it("ignore the ignore files of other tools", async () => {
    project.write({ ".prettierignore": "*\n!docs/\n", ".dockerignore": "src\n", ".npmignore": "**/*.ts\n" });
    project.write({ "src/app.ts": "", "lib/util.ts": "", "docs/sample.ts": "" });
    expect(await project.files()).toEqual(expect.arrayContaining(["docs/sample.ts", "lib/util.ts", "src/app.ts"]));
  });

  it("bring back what git or the defaults leave out, and leave out more", async () => {
    project.git(["init", "-q"]);
    project.write({ ".gitignore": "private/\n*.gen.ts\n", "private/a.ts": "", "private/b.gen.ts": "", "c.gen.ts": "" });
    project.write({ "node_modules/mine/index.ts": "", "package-lock.json": "{}", "docs/old/x.md": "", ".env.ci": "" });
    project.write({ ".grepaiignore": "!private/\n!c.gen.ts\n!node_modules/\n!package-lock.json\n!.env.ci\n" });
    project.write({ "docs/.grepaiignore": "/old/\n" });
    const result = await project.scan();
    expect(result.files.map((file) => file.path)).toEqual([
      ".env.ci",
      ".gitignore",
      ".grepaiignore",
      "c.gen.ts",
      "docs/.grepaiignore",
      "node_modules/mine/index.ts",
      "package-lock.json",
      "private/a.ts",
    ]);
    expect(reasons(result)).toMatchObject({ "docs/old": "grepai-ignored", "private/b.gen.ts": "git-ignored" });
  });

  it("come before the config's, which come before git's", async () => {
    project.write({ ".gitignore": "g.ts\n", "g.ts": "", "c.ts": "", "both.ts": "", "outside.ts": "" });
    project.write({ ".grepaiignore": "!both.ts\n" });
    project.write({ "my-ignore": "outside.ts\n" }, project.environment.home);
    const result = await project.scan({ ignore: ["c.ts", "both.ts", "!g.ts"], externalGitignore: "~/my-ignore" });
    expect(result.files.map((file) => file.path)).toEqual([".gitignore", ".grepaiignore", "both.ts", "g.ts"]);
    expect(reasons(result)).toEqual({ "c.ts": "config-ignored", "outside.ts": "config-ignored" });
  });

  it("leave out what is not source, and say why", async () => {
    project.write({
      "node_modules/a/index.js": "",
      "py/__pycache__/a.py": "",
      "crate/Cargo.toml": "",
      "crate/target/debug/a.rs": "",
      "src/target/handwritten.rs": "",
      "web/package.json": "",
      "web/dist/bundle.js": "",
      "dist/handwritten.ts": "",
      "env/pyvenv.cfg": "",
      "env/lib/a.py": "",
      "venv/handwritten.py": "",
      "go/vendor/modules.txt": "",
      "go/vendor/x/a.go": "",
      "php/vendor/ours.php": "",
      "yarn.lock": "",
      "logo.png": "",
      "jquery.min.js": "",
      "a.js.map": "",
      ".a.ts.swp": "",
      "4913": "",
      "a.ts~": "",
      ".#a.ts": "",
      "constructor/toString.ts": "",
    });
    const result = await project.scan();
    expect(result.files.map((file) => file.path)).toEqual([
      "constructor/toString.ts",
      "crate/Cargo.toml",
      "dist/handwritten.ts",
      "php/vendor/ours.php",
      "src/target/handwritten.rs",
      "venv/handwritten.py",
      "web/package.json",
    ]);
    expect(reasons(result)).toMatchObject({
      node_modules: "default-ignored",
      "crate/target": "default-ignored",
      "web/dist": "default-ignored",
      env: "default-ignored",
      "go/vendor": "default-ignored",
      "logo.png": "binary",
      "jquery.min.js": "minified",
      ".a.ts.swp": "default-ignored",
    });
  });

  it("keep a folder that looks like output but is under version control", async () => {
    project.git(["init", "-q"]);
    project.write({ "package.json": "{}", "dist/handwritten.ts": "" });
    expect(await project.files()).toEqual(["package.json"]);
    project.git(["add", "."]);
    expect(await project.files()).toEqual(["dist/handwritten.ts", "package.json"]);
  });

  it("never read secrets, but their look-alikes", async () => {
    const secrets = [
      ...[
        ".env",
        ".env.local",
        "config/.env.production",
        "prod.env",
        ".envrc",
        "id_rsa",
        "id_ed25519.pub",
        "id_rsa-work",
      ],
      ...["certs/server.key", "certs/server.pem", ".npmrc", ".netrc", ".aws/credentials", ".git-credentials"],
      ...["service-account.json", "client_secret_1.json", "secrets.yaml", "prod.tfvars", "store.jks", ".ssh/config"],
    ];
    const lookAlikes = [
      ...[
        "env.ts",
        "environment.yml",
        ".env.example",
        ".env.sample",
        "example.env",
        "secrets.ts",
        "src/credentials.go",
      ],
      ...["id_rsa_test.go", "keys.ts", "pem.py", "service-account.ts", "environments/dev.yml"],
    ];
    project.write(Object.fromEntries([...secrets, ...lookAlikes].map((path) => [path, "MARK\n"])));
    const result = await project.scan();
    expect(result.files.map((file) => file.path)).toEqual([...lookAlikes].sort());
    expect(new Set(result.skipped.map((entry) => entry.reason))).toEqual(new Set(["secret"]));
    expect(result.skipped.length).toBe(secrets.length);
  });
});

describe("the walk", () => {
  it("survives links that lead round in circles and follows none", async () => {
    project.write({ "s/a.ts": "", "real/b.ts": "" });
    project.write({ "out.ts": "" }, project.parent);
    symlinkSync("..", join(project.root, "s/up"));
    symlinkSync("self", join(project.root, "self"));
    symlinkSync("nowhere", join(project.root, "dangling.ts"));
    symlinkSync("../real", join(project.root, "s/alias"));
    symlinkSync("../out.ts", join(project.root, "outside.ts"));
    symlinkSync("s/a.ts", join(project.root, "second-name.ts"));
    const result = await project.scan();
    expect(result.files.map((file) => file.path)).toEqual(["real/b.ts", "s/a.ts"]);
    expect(result.skipped.map((entry) => [entry.path, entry.reason])).toEqual(
      ["dangling.ts", "outside.ts", "s/alias", "s/up", "second-name.ts", "self"].map((path) => [path, "symlink"]),
    );
    expect(project.rules().explain("s/alias/b.ts", "file")).toMatchObject({ reason: "symlink" });
  });

  it("gives odd names exactly", async () => {
    const odd = [
      ...["naïve 名前.ts", "tab\there.ts", 'quo"te.ts', "new\nline.ts", "back\\slash.ts", " lead.ts", "trail .ts"],
      ...["-dash.ts", "$(id).ts", "a:b#c?d%20.ts", "[x]{y}*.ts", "資料/川.ts", "😀.ts"],
    ];
    project.git(["init", "-q"]);
    project.write(Object.fromEntries(odd.map((path) => [path, "x"])));
    expect(await project.files()).toEqual([...odd].sort());
  });

  it("counts what it cannot take in", async () => {
    project.write({ "big.sql": "x".repeat(2000), "fine.ts": "x" });
    execFileSync("mkfifo", [join(project.root, "pipe.ts")]);
    writeFileSync(Buffer.concat([Buffer.from(`${project.root}/bad-`), Buffer.from([0xff]), Buffer.from(".ts")]), "x");
    const result = await project.scan({}, ".", 1000);
    expect(result.files.map((file) => file.path)).toEqual(["fine.ts"]);
    expect(reasons(result)).toEqual({ "big.sql": "too-large", "pipe.ts": "not-a-file", "bad-\uFFFD.ts": "unreadable" });
    expect(result.skipped.find((entry) => entry.path === "big.sql")?.detail).toContain("2000 bytes");
  });

  it("goes on past a folder that it may not read", async () => {
    project.write({ "locked/a.ts": "", "open/b.ts": "" });
    chmodSync(join(project.root, "locked"), 0o000);
    // The superuser may read everything, so another user has to look.
    const isSuperuser = process.geteuid?.() === 0;
    if (isSuperuser) {
      for (const folder of [project.parent, project.root]) chmodSync(folder, 0o755);
      process.seteuid?.(65534);
    }
    try {
      const result = await project.scan();
      expect(result.files.map((file) => file.path)).toEqual(["open/b.ts"]);
      expect(result.skipped).toEqual([{ path: "locked", reason: "unreadable", detail: "EACCES" }]);
    } finally {
      if (isSuperuser) process.seteuid?.(0);
      chmodSync(join(project.root, "locked"), 0o700);
    }
  });

  it("says what is wrong with a root that cannot be listed", async () => {
    await expect(project.scan({}, "missing")).rejects.toMatchObject({ code: "INVALID_PARAMETERS" });
  });

  it("stops when asked", async () => {
    const config = { ignore: [], externalGitignore: null, index: { maxFileBytes: 1000 } };
    const signal = AbortSignal.abort();
    await expect(scanProject(project.root, { config, signal })).rejects.toMatchObject({ code: "CANCELLED" });
  });

  it("tells sizes and times as the system does, sorted by path", async () => {
    project.write({ "b.ts": "12345", "a/z.ts": "1", "a.ts": "" });
    const { files } = await project.scan();
    expect(files.map((file) => [file.path, file.sizeBytes])).toEqual([
      ["a.ts", 0],
      ["a/z.ts", 1],
      ["b.ts", 5],
    ]);
    for (const file of files) expect(file.mtimeMs).toBeGreaterThan(1e12);
  });
});

describe("repositories inside the project", () => {
  beforeEach(() => {
    project.git(["init", "-q", "-b", "main"]);
    project.write({ "src/core.ts": "x" });
    project.git(["add", "."]);
    project.git(["commit", "-qm", "one"]);
  });

  it("are left out, unless a line of ours asks for them; each is whole when it is the root", async () => {
    project.git(["worktree", "add", "-q", ".worktrees/feat", "-b", "feat"]);
    project.write({ ".worktrees/feat/src/feat.ts": "x" });
    const library = join(project.parent, "library");
    project.write({ "src/sub.ts": "x" }, library);
    project.git(["init", "-q", "-b", "main"], { folder: "../library" });
    project.git(["add", "."], { folder: "../library" });
    project.git(["commit", "-qm", "s"], { folder: "../library" });
    project.git(["submodule", "--quiet", "add", library, "vendor/sub"]);
    writeFileSync(join(project.root, ".git/info/exclude"), "*.skip.ts\n");
    project.write({ ".worktrees/feat/a.skip.ts": "x" });

    const result = await project.scan();
    expect(result.files.map((file) => file.path)).toEqual([".gitmodules", "src/core.ts"]);
    expect(reasons(result)).toMatchObject({
      ".worktrees/feat": "nested-repository",
      "vendor/sub": "nested-repository",
    });
    expect(project.rules().explain("vendor/sub/src/sub.ts", "file")).toMatchObject({ reason: "nested-repository" });

    expect(await project.files({}, ".worktrees/feat")).toEqual(["src/core.ts", "src/feat.ts"]);
    expect(await project.files({}, "vendor/sub")).toEqual(["src/sub.ts"]);

    project.write({ ".grepaiignore": "!/vendor/sub\n" });
    expect(await project.files()).toContain("vendor/sub/src/sub.ts");
  });

  it("come in below a plain folder, but for working trees of one that is there too", async () => {
    project.git(["worktree", "add", "-q", "../feat", "-b", "feat"]);
    const plain = new TestProject();
    const { parent } = project;
    const result = await scanProject(parent, {
      config: { ignore: [], externalGitignore: null, index: { maxFileBytes: 1000 } },
    });
    expect(result.files.map((file) => file.path)).toEqual(["project/src/core.ts"]);
    expect(result.skipped).toContainEqual({
      path: "feat",
      reason: "nested-repository",
      detail: "working tree of project",
    });
    plain.remove();
  });

  it("are told from an empty folder named .git", async () => {
    mkdirSync(join(project.root, "odd/.git"), { recursive: true });
    project.write({ "odd/a.ts": "" });
    expect(await project.files()).toEqual(["odd/a.ts", "src/core.ts"]);
    expect(await project.files()).toEqual(project.gitFiles());
  });
});

describe("a scanner that is kept", () => {
  const config = { ignore: [], externalGitignore: null, index: { maxFileBytes: 1000 } };
  const pathsOf = (result: ScanResult) => result.files.map((file) => file.path);

  it("looks at single places with the rules from above, and at nothing that is gone", async () => {
    project.write({ ".gitignore": "*.gen.ts\nskipped/\n", "a/b/c.ts": "", "a/b/d.gen.ts": "", "a/e.ts": "" });
    project.write({ "skipped/f.ts": "", "node_modules/g.ts": "" });
    const scanner = createScanner(project.root, config);
    expect(pathsOf(await scanner.scan(["a/b"]))).toEqual(["a/b/c.ts"]);
    expect(pathsOf(await scanner.scan(["a/e.ts", "a/b/c.ts"]))).toEqual(["a/b/c.ts", "a/e.ts"]);
    expect(await scanner.scan(["nothing", "a/nothing.ts", "x/y/z"])).toEqual({ files: [], skipped: [] });
    // Below what was a folder and has become a file.
    expect(await scanner.scan(["a/e.ts/f.ts", "a/e.ts/g/h.ts"])).toEqual({ files: [], skipped: [] });
    expect(scanner.explain("a/e.ts/g/h.ts", "file")).toBeNull();
    const below = await scanner.scan(["skipped/f.ts", "node_modules/g.ts", "a/b/d.gen.ts"]);
    expect(below.files).toEqual([]);
    expect(reasons(below)).toEqual({
      "skipped/f.ts": "git-ignored",
      "node_modules/g.ts": "default-ignored",
      "a/b/d.gen.ts": "git-ignored",
    });
  });

  it("explains every path as the scan decides it", async () => {
    project.git(["init", "-q"]);
    project.write({ ".gitignore": "*.gen.ts\nout/\n", "a/b.ts": "", "a/c.gen.ts": "", "out/d.ts": "", "out/t.ts": "" });
    project.write({ "package.json": "{}", "dist/e.js": "", ".env": "", "venv/pyvenv.cfg": "", "venv/f.py": "" });
    project.git(["add", "-f", "out/t.ts"]);
    const scanner = createScanner(project.root, config);
    const { files, skipped } = await scanner.scan("all");
    for (const { path } of files) expect(scanner.explain(path, "file"), path).toBeNull();
    for (const { path, ...skip } of skipped) {
      const kind = [".git", "dist", "venv"].includes(path) ? "folder" : "file";
      expect(scanner.explain(path, kind), path).toEqual(skip);
    }
    expect(scanner.explain("venv/f.py", "file")).toMatchObject({ reason: "default-ignored" });
    expect(scanner.explain("out", "folder")).toBeNull();
    expect(scanner.explain(".git/config", "file")).toMatchObject({ reason: "default-ignored" });
    expect(scanner.explain("not/yet/there.ts", "file")).toBeNull();
  });

  it("takes changed ignore files over once told", async () => {
    project.write({ "a/b.ts": "" });
    const scanner = createScanner(project.root, config);
    expect(scanner.explain("a/b.ts", "file")).toBeNull();
    project.write({ "a/.gitignore": "b.ts\n" });
    scanner.invalidate();
    expect(scanner.explain("a/b.ts", "file")).toMatchObject({ detail: "a/.gitignore:1: b.ts" });
    unlinkSync(join(project.root, "a/.gitignore"));
    scanner.invalidate();
    expect(pathsOf(await scanner.scan(["a"]))).toEqual(["a/b.ts"]);
  });

  it("sees that a folder has become a link, or come to be with rules of its own", async () => {
    const scanner = createScanner(project.root, config);
    expect(scanner.explain("new/a.ts", "file")).toBeNull();
    project.write({ "new/.gitignore": "a.ts\n", "new/a.ts": "" });
    expect(scanner.explain("new/a.ts", "file")).toMatchObject({ reason: "git-ignored" });
    project.write({ "f/x.ts": "" });
    expect(pathsOf(await scanner.scan(["f/x.ts"]))).toEqual(["f/x.ts"]);
    execFileSync("mv", [join(project.root, "f"), join(project.parent, "moved")]);
    symlinkSync(join(project.parent, "moved"), join(project.root, "f"));
    expect(reasons(await scanner.scan(["f"]))).toEqual({ f: "symlink" });
    expect(await scanner.scan(["f/x.ts"])).toMatchObject({ files: [], skipped: [{ reason: "symlink" }] });
  });
});
