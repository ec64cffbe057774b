import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decode } from "@toon-format/toon";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, runShell } from "./support/program.ts";
import {
  indexedProject,
  indexFolder,
  lineOf,
  removeFolder,
  temporaryFolder,
  writeFiles,
} from "./support/sample-project.ts";

const esc = String.fromCharCode(0x1b);
let root: string;
let empty: string;

beforeAll(async () => {
  root = await indexedProject();
  empty = await temporaryFolder();
});

afterAll(async () => {
  await removeFolder(root);
  await removeFolder(empty);
});

describe("usage", () => {
  it("prints help and the version and ends with 0", async () => {
    const help = await run(["--help"], { cwd: empty });
    expect(help.code).toBe(0);
    for (const name of ["init", "watch", "index", "search", "grep", "trace", "status", "mcp-serve", "completion"]) {
      expect(help.stdout).toContain(`  ${name}`);
    }
    const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
    expect(await run(["--version"], { cwd: empty })).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
    expect((await run(["help", "search"], { cwd: empty })).stdout).toContain("--path");
    expect((await run(["trace", "--help"], { cwd: empty })).stdout).toContain("callees");
  });

  it.each([
    [["serch", "x"], "Did you mean search?"],
    [["search", "x", "--jsn"], "Did you mean --json?"],
    [["search"], "query"],
    [["search", "x", "-n", "0"], "whole number from 1 to 100"],
    [["search", "x", "-n", "many"], "whole number from 1 to 100"],
    [["search", "x", "--mode", "magic"], "hybrid, lexical, semantic"],
    [["search", "x", "--json", "--toon"], "--toon"],
    [["trace", "callers"], "symbol"],
    [["trace", "graph", "x", "--depth", "0"], "whole number from 1"],
    [["completion", "powershell"], "bash, zsh, fish"],
    [["status", "extra"], "too many arguments"],
  ])("refuses %j with 2 and says what is possible", async (args, hint) => {
    const { code, stdout, stderr } = await run(args, { cwd: root });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^grepai: /);
    expect(stderr).toContain(hint);
    expect(stderr).not.toMatch(/ at .*:\d+:\d+/);
  });

  it("prints help and ends with 2 when asked for nothing", async () => {
    const { code, stderr } = await run([], { cwd: empty });
    expect(code).toBe(2);
    expect(stderr).toContain("Usage: grepai");
  });
});

describe("search", () => {
  it("finds: 0, and shows place, symbol and lines", async () => {
    const { code, stdout, stderr } = await run(["search", "open", "a", "session", "for", "a", "user"], { cwd: root });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^auth\/user\.go:\d+-\d+ {2}[01]\.\d{3} {2}Login \(function\)$/m);
    expect(stdout).toMatch(/^ +\d+ \| func Login\(name string, password string\) bool \{$/m);
    expect(stdout).not.toContain(esc);
  });

  it("finds nothing: 1, empty output and a word on standard error", async () => {
    const args = ["search", "zzqqxxyy", "--mode", "lexical"];
    expect(await run(args, { cwd: root })).toMatchObject({ code: 1, stdout: "", stderr: "grepai: nothing found\n" });
    const json = await run([...args, "--json"], { cwd: root });
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ query: "zzqqxxyy", results: [], total: 0 });
    const compact = await run([...args, "--json", "--compact"], { cwd: root });
    expect(JSON.parse(compact.stdout)).toMatchObject({ q: "zzqqxxyy", r: [], t: 0 });
  });

  it("answers programs in JSON and TOON with the keys of the tools", async () => {
    const json = JSON.parse((await run(["search", "login", "--json"], { cwd: root })).stdout) as Record<
      string,
      unknown
    >;
    expect(Object.keys(json).slice(0, 3)).toEqual(["query", "results", "total"]);
    const toon = await run(["search", "login", "--toon"], { cwd: root });
    expect(decode(toon.stdout.trimEnd())).toEqual(json);
    const compact = JSON.parse((await run(["search", "login", "--json", "--compact"], { cwd: root })).stdout);
    expect(Object.keys(compact)).toEqual(["q", "r", "t"]);
  });

  it("keeps to -n, --path and --lang", async () => {
    const only = async (...args: string[]) => {
      const { stdout } = await run(["search", "retry date login order", "--json", "--compact", ...args], { cwd: root });
      return (JSON.parse(stdout) as { r: { f: string }[] }).r.map(({ f }) => f);
    };
    expect(await only("-n", "1")).toHaveLength(1);
    expect(new Set(await only("--path", "web"))).toEqual(new Set(["web/retry.ts"]));
    expect(new Set(await only("--path", "web", "--path", "web-utils"))).toEqual(
      new Set(["web/retry.ts", "web-utils/dates.ts"]),
    );
    expect((await only("--lang", "go")).every((file) => file.endsWith(".go"))).toBe(true);
  });

  it("tells an unknown folder (2) from no match (1)", async () => {
    const { code, stderr, stdout } = await run(["search", "login", "--path", "nope/"], { cwd: root });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("nope");
    expect((await run(["search", "login", "--path", "../"], { cwd: root })).code).toBe(2);
  });

  it("works from a folder below the root and with -C", async () => {
    const below = await run(["search", "login", "--json"], { cwd: join(root, "auth") });
    expect(below.code).toBe(0);
    expect((await run(["-C", join(root, "auth"), "search", "login", "--json"], { cwd: empty })).stdout).toBe(
      below.stdout,
    );
    expect((await run(["search", "login", "--json", "-C", root], { cwd: empty })).stdout).toBe(below.stdout);
    expect((await run(["-C", join(root, "missing"), "search", "login"], { cwd: empty })).code).toBe(2);
  });
});

describe("trace", () => {
  it("lists callers for people", async () => {
    const { code, stdout } = await run(["trace", "callers", "Login"], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toContain(`Login (function) auth/user.go:${lineOf("auth/user.go", "func Login")}`);
    expect(stdout).toContain("2 callers\n");
    expect(stdout).toContain(
      `  auth/handler.go:${lineOf("auth/handler.go", "Login(")}  HandleAuth  if Login(name, password) {\n`,
    );
  });

  it("draws a graph", async () => {
    const { code, stdout } = await run(["trace", "graph", "main", "--depth", "3"], { cwd: root });
    expect(code).toBe(0);
    expect(stdout.split("\n")[0]).toBe("main  cmd/main.go:3");
    expect(stdout).toContain("├─ initialize  cmd/main.go:8");
    expect(stdout).toContain("│  └─ connectDB");
    expect(stdout).toContain("6 symbols, depth 2\n");
  });

  it("answers programs with the keys of the tools", async () => {
    const { stdout } = await run(["trace", "callees", "ProcessOrder", "--json", "--compact"], { cwd: root });
    expect(JSON.parse(stdout)).toMatchObject({ q: "ProcessOrder", m: "callees", c: 4 });
    const graph = await run(["trace", "graph", "main", "--json"], { cwd: root });
    expect(Object.keys(JSON.parse(graph.stdout)).slice(0, 5)).toEqual(["query", "mode", "depth", "root", "stats"]);
  });

  it("ends with 1 when nobody calls it or there is no such symbol", async () => {
    expect((await run(["trace", "callers", "HandleAuth"], { cwd: root })).code).toBe(1);
    const unknown = await run(["trace", "callers", "Nobody"], { cwd: root });
    expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
    expect(unknown.stderr).toMatch(/^grepai: Symbol 'Nobody' not found in index\./);
    const json = await run(["trace", "graph", "Nobody", "--json"], { cwd: root });
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ code: "SYMBOL_NOT_FOUND" });
  });
});

describe("status", () => {
  it("tells the truth for people and programs", async () => {
    const { code, stdout } = await run(["status"], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^status +healthy$/m);
    expect(stdout).toMatch(/^files +8$/m);
    expect(stdout).toMatch(/^watch +not running$/m);
    const json = JSON.parse((await run(["status", "--json"], { cwd: root })).stdout);
    expect(json).toMatchObject({ status: "healthy", project: root, index: { files: 8 }, daemon: { running: false } });
  });

  it("lists what was left out and why when verbose", async () => {
    const folder = await indexedProject({ ".env": "KEY=secret\n", "a.ts": "export const a = 1;\n" });
    const { stdout } = await run(["status", "--verbose"], { cwd: folder });
    expect(stdout).toMatch(/\.env {2}secret/);
    await removeFolder(folder);
  });

  it("is missing without an index (1) and damaged when it cannot be read (2)", async () => {
    const missing = await run(["status", "--json"], { cwd: empty });
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.stdout)).toMatchObject({ status: "missing", index: { files: 0 } });
    const folder = await indexedProject({ "a.ts": "export const a = 1;\n" });
    await writeFile(join(folder, ".grepai", "index.db"), "this is no database at all, only text that fills the file");
    const damaged = await run(["status", "--json"], { cwd: folder });
    expect(damaged.code).toBe(2);
    expect(JSON.parse(damaged.stdout)).toMatchObject({ status: "damaged" });
    expect((await run(["search", "a"], { cwd: folder })).code).toBe(2);
    await removeFolder(folder);
  });
});

describe("nothing to work on", () => {
  it("says so in one line, ends with 2 and makes nothing", async () => {
    for (const args of [
      ["search", "g"],
      ["trace", "callers", "g"],
    ]) {
      const { code, stdout, stderr } = await run(args, { cwd: empty });
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toBe("grepai: Index not found. Run 'grepai watch' first.\n");
    }
    const json = await run(["search", "g", "--json"], { cwd: empty });
    expect(JSON.parse(json.stdout)).toEqual({
      error: "Index not found. Run 'grepai watch' first.",
      code: "INDEX_NOT_FOUND",
    });
    expect(await readdir(empty)).toEqual([]);
  });

  it("says what is in the way when a file stands where a folder should be", async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { f: "", ".grepai": "" });
    expect(await run(["index", "f/x"], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: "grepai: f/x is not a folder. Name the project's folder.\n",
    });
    expect(await run(["search", "g"], { cwd: folder })).toMatchObject({
      code: 2,
      stderr: "grepai: Index not found. Run 'grepai watch' first.\n",
    });
    expect((await run(["status"], { cwd: folder })).code).toBe(1);
    expect((await run(["index"], { cwd: folder })).stderr).toContain(`${join(folder, ".grepai")} is not a folder`);
    await removeFolder(folder);
  });

  it.each([{ HOME: undefined }, { HOME: "/nonexistent" }, { PATH: "" }])("copes with %j", async (env) => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { "a.ts": "export function g() { return 1; }\n" });
    expect((await run(["index"], { cwd: folder, env })).code).toBe(0);
    expect((await run(["search", "g"], { cwd: folder, env })).code).toBe(0);
    await removeFolder(folder);
  });
});

describe("colours", () => {
  const colour = `${esc}[`;
  const search = (args: readonly string[], env: Record<string, string>) =>
    run(["search", "login", ...args], { cwd: root, env });

  it("are off in pipes, on when forced, off again when forbidden", async () => {
    expect((await search([], {})).stdout).not.toContain(colour);
    expect((await search([], { FORCE_COLOR: "1" })).stdout).toContain(colour);
    expect((await search([], { FORCE_COLOR: "1", NO_COLOR: "1" })).stdout).not.toContain(colour);
    expect((await search(["--no-color"], { FORCE_COLOR: "1" })).stdout).not.toContain(colour);
    expect((await search(["--json"], { FORCE_COLOR: "1" })).stdout).not.toContain(colour);
  });
});

describe("control characters", () => {
  it("are visible in text, also in file names and errors, and exact in JSON", async () => {
    const name = `evil${esc}]0;OWNED\u0007.ts`;
    const content = `// ${esc}[2J\u009b31m \u202e\u2066 rtl\nexport function coded() { return 1; }\n`;
    const folder = await indexedProject({
      [name]: content,
      "a\rSAFE.ts": "export function overwrite() { return 1; }\n",
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    const harmful = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
    const outputs = await Promise.all([
      run(["search", "coded"], { cwd: folder }),
      run(["search", "overwrite"], { cwd: folder }),
      run(["trace", "callers", "coded"], { cwd: folder }),
      run(["status", "--verbose"], { cwd: folder }),
      run(["trace", "callers", `x${esc}[2J`], { cwd: folder }),
      run(["search", "x", "--path", `x${esc}[2J`], { cwd: folder }),
    ]);
    for (const { stdout, stderr } of outputs) {
      expect(stdout).not.toMatch(harmful);
      expect(stderr).not.toMatch(harmful);
    }
    expect(outputs[0]?.stdout).toContain("evil\\x1b]0;OWNED\\x07.ts");
    const json = await run(["search", "coded", "-n", "1", "--json"], { cwd: folder });
    const [first] = (JSON.parse(json.stdout) as { results: { file: string; content: string }[] }).results;
    expect(first?.file).toBe(name);
    expect(first?.content).toContain(`${esc}[2J\u009b31m \u202e\u2066`);
    await removeFolder(folder);
  });
});

describe("pipes", () => {
  let large: string;

  beforeAll(async () => {
    const files: Record<string, string> = {};
    for (let file = 0; file < 120; file++) {
      files[`m${file}.ts`] =
        `export function common${file}() {\n${'  note("common words in a long body");\n'.repeat(120)}}\n`;
    }
    large = await indexedProject(files);
  });

  afterAll(() => removeFolder(large));

  it("get every byte, however slowly they are read", async () => {
    const script = `
      $GREPAI search common -n 100 --json > file1
      $GREPAI search common -n 100 --json | cat > file2
      $GREPAI search common -n 100 --json | (sleep 1; cat) > file3
      cmp file1 file2 && cmp file1 file3 && wc -c < file1`;
    const { code, stdout, stderr } = await runShell(script, { cwd: large });
    expect([code, stderr]).toEqual([0, ""]);
    expect(Number(stdout)).toBeGreaterThan(100_000);
    const json = JSON.parse(await readFile(join(large, "file3"), "utf8")) as { results: unknown[] };
    expect(json.results).toHaveLength(100);
  });

  it("may close early: no word on standard error, exit 0 or by the signal", async () => {
    const script = `for i in 1 2 3 4 5; do $GREPAI search common -n 100 --json | head -c 10 > /dev/null; echo "\${PIPESTATUS[0]}"; done`;
    const { stdout, stderr } = await runShell(script, { cwd: large });
    expect(stderr).toBe("");
    for (const status of stdout.trim().split("\n")) expect(["0", "141"]).toContain(status);
  });
});

describe("init", () => {
  it("writes the default configuration once, without questions, and says how to switch", async () => {
    const folder = await temporaryFolder();
    const first = await run(["init"], { cwd: folder });
    expect(first.code).toBe(0);
    expect(first.stdout).toContain("static");
    expect(first.stdout).toContain("embedder.provider");
    const config = await readFile(join(folder, ".grepai", "config.yaml"), "utf8");
    expect(config).toContain("static");
    const again = await run(["init"], { cwd: folder });
    expect(again.code).toBe(0);
    expect(again.stderr).toContain("exists already");
    expect(await readFile(join(folder, ".grepai", "config.yaml"), "utf8")).toBe(config);
    expect((await run(["init", "--provider", "ollama"], { cwd: folder })).code).toBe(2);
    await removeFolder(folder);
  });

  it("takes provider and model", async () => {
    const folder = await temporaryFolder();
    expect((await run(["init", "--provider", "ollama", "--model", "mine", "--yes"], { cwd: folder })).code).toBe(0);
    const config = await readFile(join(folder, ".grepai", "config.yaml"), "utf8");
    expect(config).toMatch(/provider: ollama/);
    expect(config).toMatch(/model: "?mine"?$/m);
    await removeFolder(folder);
  });

  it("says why it cannot write", async () => {
    if (process.getuid?.() === 0) return;
    const folder = await temporaryFolder();
    await chmod(folder, 0o500);
    const { code, stderr } = await run(["init"], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^grepai: .*permission/i);
    await chmod(folder, 0o700);
    await removeFolder(folder);
  });
});

describe("completion", () => {
  it.each(["bash", "zsh", "fish"])("gives a script for %s that names commands and options", async (shell) => {
    const { code, stdout } = await run(["completion", shell], { cwd: empty });
    expect(code).toBe(0);
    for (const word of ["search", "mcp-serve", "callers", "compact"]) expect(stdout).toContain(word);
  });

  it("completes in bash", async () => {
    const complete = (line: string) => `
      source <($GREPAI completion bash)
      COMP_WORDS=(${line})
      COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
      _grepai
      echo "\${COMPREPLY[@]}"`;
    const completions = async (line: string) =>
      (await runShell(complete(line), { cwd: empty })).stdout.trim().split(" ");
    expect(await completions("grepai tr")).toEqual(["trace"]);
    expect(await completions("grepai trace ca")).toEqual(["callers", "callees"]);
    expect(await completions("grepai search --js")).toEqual(["--json"]);
    expect(await completions("grepai completion z")).toEqual(["zsh"]);
  });
});

describe("an index above", () => {
  it("is used from below and not made anew", async () => {
    await mkdir(join(root, "deep", "er"), { recursive: true });
    const { code, stdout } = await run(["status", "--json"], { cwd: join(root, "deep", "er") });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ project: root });
    expect(await readdir(join(root, "deep", "er"))).toEqual([]);
    await indexFolder(root);
  });
});
