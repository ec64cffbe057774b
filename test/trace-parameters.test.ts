import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectClient, failure, reply } from "./support/mcp.ts";
import { run } from "./support/program.ts";
import { indexedProject, removeFolder } from "./support/sample-project.ts";

/** Two definitions of `save`, a cycle, a test, and a guess among namesakes. */
const files = {
  "lib/store.ts":
    "export function save(x: number): number {\n  return check(x);\n}\nfunction check(x: number): number {\n  return x > 0 ? save(x - 1) : 0;\n}\n",
  "lib/mail.ts": "export class Mail {\n  save() {}\n  refresh() {}\n}\nexport class Page {\n  refresh() {}\n}\n",
  "app/main.ts":
    "import { Mail } from '../lib/mail';\nimport { save } from '../lib/store';\nexport function main(thing: any) {\n  save(1);\n  new Mail().save();\n  thing.refresh();\n}\n",
  "test/main.test.ts": "import { save } from '../lib/store';\nexport function testSave() {\n  save(3);\n}\n",
};

let root: string;
let client: Client;

beforeAll(async () => {
  root = await indexedProject(files);
  client = await connectClient({ cwd: root });
});

afterAll(async () => {
  await client?.close();
  await removeFolder(root);
});

/** The same question to the tool and at the command line; both must give the same answer. */
async function ask(
  mode: "callers" | "callees" | "graph",
  parameters: Record<string, unknown>,
  args: readonly string[],
): Promise<Record<string, unknown>> {
  const answer = await reply(client, `grepai_trace_${mode}`, parameters);
  const format = parameters["compact"] === true ? ["--json", "--compact"] : ["--json"];
  const { stdout } = await run(["trace", mode, String(parameters["symbol"]), ...args, ...format], { cwd: root });
  expect(JSON.parse(stdout)).toEqual(answer);
  return answer;
}

const rows = (answer: Record<string, unknown>): readonly Record<string, unknown>[] =>
  (answer["results"] ?? answer["r"]) as readonly Record<string, unknown>[];

describe("a name with several definitions", () => {
  it("is answered for all, each row with its definition", async () => {
    const answer = await ask("callers", { symbol: "save" }, []);
    expect(answer["definitions"]).toMatchObject([
      { name: "Mail.save", file: "lib/mail.ts", line: 2 },
      { name: "save", file: "lib/store.ts", line: 1 },
    ]);
    expect(rows(answer).map((row) => [row["file"], row["line"], (row["definition"] as { file: string }).file])).toEqual(
      [
        ["app/main.ts", 4, "lib/store.ts"],
        ["app/main.ts", 5, "lib/mail.ts"],
        ["lib/store.ts", 5, "lib/store.ts"],
        ["test/main.test.ts", 3, "lib/store.ts"],
      ],
    );
    const compact = await ask("callers", { symbol: "save", compact: true }, []);
    expect(compact["ds"]).toEqual(["lib/mail.ts:2", "lib/store.ts:1"]);
    expect(rows(compact).map(({ d }) => d)).toEqual([1, 0, 1, 1]);
  });

  it.each(["lib/mail.ts:2", "lib/mail.ts", "Mail.save"])("narrows down to %s", async (definition) => {
    const answer = await ask("callers", { symbol: "save", definition }, ["--definition", definition]);
    expect(rows(answer).map(({ line }) => line)).toEqual([5]);
  });

  it.each(["Mail.save", "mail.save", "lib/mail.ts:save", "lib/mail.ts:2"])("may be asked as %s", async (symbol) => {
    expect(rows(await ask("callers", { symbol }, []))).toMatchObject([{ file: "app/main.ts", line: 5 }]);
  });

  it("has a graph for each", async () => {
    const answer = await ask("graph", { symbol: "save" }, []);
    expect(answer["root"]).toMatchObject({ name: "save", file: "lib/mail.ts" });
    expect(answer["more_roots"]).toMatchObject([{ name: "save", file: "lib/store.ts" }]);
  });
});

describe("optional parameters", () => {
  it("include_tests, path, limit and min_confidence narrow a list down", async () => {
    const without = await ask("callers", { symbol: "lib/store.ts:save", include_tests: false }, ["--no-tests"]);
    expect(rows(without).map(({ file }) => file)).toEqual(["app/main.ts", "lib/store.ts"]);
    const inApp = await ask("callers", { symbol: "lib/store.ts:save", path: "app" }, ["--path", "app"]);
    expect(rows(inApp).map(({ file }) => file)).toEqual(["app/main.ts"]);
    const first = await ask("callers", { symbol: "lib/store.ts:save", limit: 1 }, ["-n", "1"]);
    expect([first["count"], rows(first).length]).toEqual([3, 1]);
    expect(first["notes"]).toContain("Only the first 1 of 3 are shown (limit).");
    const all = await ask("callees", { symbol: "main" }, []);
    expect(rows(all).map(({ confidence }) => confidence)).toContain("ambiguous");
    const sure = await ask("callees", { symbol: "main", min_confidence: "exact" }, ["--min-confidence", "exact"]);
    expect(rows(sure).map(({ confidence }) => confidence)).not.toContain("ambiguous");
  });

  it("direction turns a graph round, cycles are cut and marked, edges tell confidence and place", async () => {
    const symbol = "lib/store.ts:save";
    const answer = await ask("graph", { symbol, direction: "both", depth: 3 }, ["--direction", "both", "--depth", "3"]);
    expect(answer["root"]).toMatchObject({
      name: "save",
      children: [
        {
          name: "check",
          confidence: "exact",
          call_sites: [{ file: "lib/store.ts", line: 2, context: "return check(x);" }],
          children: [{ name: "save", cycle: true, repeated: true, children: [] }],
        },
      ],
      callers: [{ name: "main" }, { name: "check", children: [{ name: "save", cycle: true }] }, { name: "testSave" }],
    });
    const callers = await ask("graph", { symbol: "check", direction: "callers" }, ["--direction", "callers"]);
    expect(callers).toMatchObject({ direction: "callers", root: { children: [{ name: "save" }] } });
  });

  it("max_nodes bounds a graph, which says so", async () => {
    const answer = await ask("graph", { symbol: "main", max_nodes: 2 }, ["--max-nodes", "2"]);
    expect(answer).toMatchObject({ truncated: true, stats: { nodes: 2 } });
    expect((answer["notes"] as readonly string[])[0]).toContain("Cut at 2 symbols (max_nodes)");
  });

  it.each([
    [{ symbol: "save", definition: "nowhere.ts" }, "fits none of the definitions: lib/mail.ts:2, lib/store.ts:1."],
    [{ symbol: "save", path: "nowhere" }, 'No indexed file lies under "nowhere"'],
    [{ symbol: "save", min_confidence: "sure" }, `must be "exact", `],
    [{ symbol: "save", limit: 0 }, "Parameter 'limit' must be a whole number from 1"],
  ])("%j is refused with a remedy", async (parameters, message) => {
    expect(await failure(client, "grepai_trace_callers", parameters)).toMatchObject({
      code: "INVALID_PARAMETERS",
      error: expect.stringContaining(message),
    });
  });

  it("refuses a direction that there is not", async () => {
    expect(await failure(client, "grepai_trace_graph", { symbol: "save", direction: "up" })).toMatchObject({
      error: `Parameter 'direction' must be "callees", "callers" or "both".`,
    });
    const { code, stderr } = await run(["trace", "graph", "save", "--direction", "up"], { cwd: root });
    expect([code, stderr]).toEqual([2, expect.stringContaining("Allowed choices are callees, callers, both")]);
  });
});
