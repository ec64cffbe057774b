import { execFileSync } from "node:child_process";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectClient, failure, reply } from "./support/mcp.ts";
import { run } from "./support/program.ts";
import { indexFolder, removeFolder, temporaryFolder, writeFiles } from "./support/sample-project.ts";

const core = `export function parse(text: string): number {
  return Number(text);
}

export function format(value: number): string {
  return String(value);
}

export class Ledger {
  add(text: string): void {
    parse(text);
  }
}
`;

const files = {
  "src/core.ts": core,
  "src/service.ts":
    'import { format, Ledger, parse } from "./core";\nexport function total(text: string): string {\n  return format(parse(text));\n}\nexport function book(ledger: Ledger): void {\n  ledger.add("1");\n}\n',
  "src/main.ts": 'import { total } from "./service";\nexport function main(): void {\n  total("1");\n}\n',
  "test/core.test.ts":
    'import { total } from "../src/service";\nexport function testTotal(): void {\n  total("2");\n}\n',
  "src/aside.ts": "export function aside(): number {\n  return 1;\n}\n",
};

let root: string;
let client: Client;

function git(...args: readonly string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd: root, stdio: "ignore" });
}

beforeEach(async () => {
  root = await temporaryFolder();
  git("init", "-q");
  await writeFiles(root, files);
  git("add", "-A");
  git("commit", "-qm", "first");
  await indexFolder(root);
  client = await connectClient({ cwd: root });
});

afterEach(async () => {
  await client?.close();
  await removeFolder(root);
});

/** Makes changes and indexes them. */
async function change(changes: Readonly<Record<string, string>>): Promise<void> {
  await writeFiles(root, changes);
  await indexFolder(root);
}

interface Row {
  readonly file: string;
  readonly symbol: string;
  readonly distance: number;
  readonly confidence: string;
  readonly via: string;
}

/** The same question to the tool and at the command line; both must give the same answer. */
async function ask(parameters: Record<string, unknown>, args: readonly string[]) {
  const answer = await reply(client, "grepai_impact", parameters);
  const { stdout, code } = await run(["impact", ...args, "--json"], { cwd: root });
  expect(JSON.parse(stdout)).toEqual(answer);
  return {
    code,
    answer,
    changed: (answer["changed"] as { change: string; symbol: string }[]).map((row) => `${row.change} ${row.symbol}`),
    tests: (answer["tests"] as Row[]).map(({ symbol, distance }) => `${symbol} ${distance}`),
    results: (answer["results"] as Row[]).map(({ symbol, distance }) => `${symbol} ${distance}`),
    rows: [...(answer["tests"] as Row[]), ...(answer["results"] as Row[])],
  };
}

describe("grepai impact", () => {
  it("finds changed symbols by lines and all that calls them, tests first, by distance", async () => {
    await change({ "src/core.ts": core.replace("Number(text)", "Number(text.trim())") });
    const found = await ask({}, []);
    expect(found.changed).toEqual(["modified parse"]);
    expect(found.tests).toEqual(["testTotal 2"]);
    expect(found.results).toEqual(["Ledger.add 1", "total 1", "main 2", "book 2"]);
    expect(found.rows[0]).toMatchObject({ file: "test/core.test.ts", via: "total", confidence: "exact" });
    expect(found.answer["stats"]).toEqual({ changed: 1, tests: 1, affected: 4, max_distance: 2 });
    const people = await run(["impact"], { cwd: root });
    expect(people.code).toBe(0);
    expect(people.stdout).toContain("  ~ parse (function) src/core.ts:1\n1 test reaches it\n");
    expect(people.stdout).toContain("  2  test/core.test.ts:2  testTotal  calls total at 3\n");
  });

  it("tells added, modified and deleted symbols apart, and finds who still uses what is gone", async () => {
    const changed = core
      .replace(/export function format[^}]*}\n\n/, "")
      .replace("    parse(text);", "    parse(text);\n    this.check();")
      .replace(/}\n$/, "  check(): void {}\n}\n");
    await change({ "src/core.ts": changed });
    const found = await ask({}, []);
    expect(found.changed).toEqual(["modified Ledger.add", "added Ledger.check", "deleted format"]);
    expect(found.rows.find(({ via }) => via === "format")).toMatchObject({ symbol: "total", confidence: "inferred" });
    expect(found.tests).toEqual(["testTotal 2"]);
  });

  it("follows a deleted and a renamed file, and counts files unknown to git", async () => {
    await rm(join(root, "src/aside.ts"));
    await rename(join(root, "src/main.ts"), join(root, "src/start.ts"));
    await change({ "src/new.ts": 'import { total } from "./service";\nexport function fresh() {\n  total("");\n}\n' });
    const found = await ask({}, []);
    expect(found.changed).toEqual(["deleted aside", "deleted main", "added fresh", "added main"]);
    git("add", "-A");
    expect((await ask({ staged: true }, ["--staged"])).changed).toEqual(["deleted aside", "added fresh"]);
  });

  it("compares with a revision, with what is staged, and takes files for changed as a whole", async () => {
    await change({ "src/core.ts": core.replace("String(value)", "value.toString()") });
    git("commit", "-qam", "second");
    expect((await ask({}, [])).code).toBe(1);
    expect((await ask({ since: "HEAD~1" }, ["--since", "HEAD~1"])).changed).toEqual(["modified format"]);
    await change({ "src/aside.ts": "export function aside(): number {\n  return 2;\n}\n" });
    expect((await ask({ staged: true }, ["--staged"])).changed).toEqual([]);
    git("add", "src/aside.ts");
    expect((await ask({ staged: true }, ["--staged"])).changed).toEqual(["modified aside"]);
    const both = await ask({ since: "HEAD~1", files: ["src/core.ts"] }, ["--since", "HEAD~1", "src/core.ts"]);
    expect(both.changed).toEqual(["modified format"]);
    const whole = await ask({ files: "src/service.ts" }, ["src/service.ts"]);
    expect(whole.changed).toEqual(["modified total", "modified book"]);
    expect(whole.tests).toEqual(["testTotal 1"]);
  });

  it("is bounded by depth and limit and says so, and leaves tests out when asked", async () => {
    const near = await ask({ files: "src/core.ts", depth: 1 }, ["src/core.ts", "--depth", "1"]);
    expect(near.answer).toMatchObject({ truncated: true });
    expect((near.answer["notes"] as string[])[0]).toContain("More lies beyond 1 calls");
    const first = await ask({ files: "src/core.ts", limit: 1 }, ["src/core.ts", "-n", "1"]);
    expect([first.answer["count"], first.rows.length]).toEqual([4, 1]);
    expect((await ask({ files: "src/core.ts", include_tests: false }, ["src/core.ts", "--no-tests"])).tests).toEqual(
      [],
    );
    const compact = await reply(client, "grepai_impact", { files: "src/core.ts", compact: true });
    expect(Object.keys(compact)).toEqual(["q", "m", "c", "t", "r", "ch"]);
    expect(compact["t"]).toEqual([{ f: "test/core.test.ts", l: 2, fn: "testTotal", d: 2 }]);
  });

  it("says when the index is older than the diff", async () => {
    await writeFiles(root, { "src/core.ts": core.replace("Number(text)", "Number(text.trim())") });
    const { answer } = await ask({}, []);
    expect((answer["notes"] as string[]).join(" ")).toContain("The index holds other versions of src/core.ts");
  });

  it.each([
    [{ since: "nowhere" }, ["--since", "nowhere"], "There is no revision 'nowhere'"],
    [{ since: "--output=x" }, ["--since=--output=x"], "There is no revision '--output=x'"],
    [{ files: "no/such.ts" }, ["no/such.ts"], 'No indexed file lies under "no/such.ts"'],
    [{ since: "HEAD", staged: true }, null, "exclude one another"],
  ])("%j is refused with a remedy", async (parameters, args, message) => {
    expect(await failure(client, "grepai_impact", parameters)).toMatchObject({
      code: "INVALID_PARAMETERS",
      error: expect.stringContaining(message),
    });
    if (args === null) return;
    const { code, stderr } = await run(["impact", ...args], { cwd: root });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("without git", () => {
  it("tells where there is no repository, and that there is no git", async () => {
    await rm(join(root, ".git"), { recursive: true });
    const { code, stderr } = await run(["impact"], { cwd: root });
    expect([code, stderr]).toEqual([2, expect.stringContaining("in no git repository")]);
    const lost = await run(["impact"], { cwd: root, env: { PATH: "/nonexistent" } });
    expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining("git was not found. Install it")]);
    expect((await run(["impact", "src/core.ts"], { cwd: root })).code).toBe(0);
  });
});
