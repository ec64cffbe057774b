import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectClient, failure, reply } from "./support/mcp.ts";
import { run } from "./support/program.ts";
import { indexedProject, removeFolder } from "./support/sample-project.ts";

const files = {
  "src/box.ts": "export class Box {\n  size = 1;\n  grow() {\n    this.size += 1;\n  }\n}\nexport const limit = 10;\n",
  "src/use.ts":
    "import { Box, limit } from './box';\nexport function fill(box: Box) {\n  if (box.size < limit) box.size = limit;\n}\nexport function main() {\n  fill(new Box());\n}\n",
  "test/use.test.ts": "import { Box } from '../src/box';\nexport function testBox(box: Box) {\n  return box.size;\n}\n",
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
  mode: "readers" | "writers" | "graph",
  parameters: Record<string, unknown>,
  args: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const answer = await reply(client, `grepai_refs_${mode}`, parameters);
  const format = parameters["compact"] === true ? ["--json", "--compact"] : ["--json"];
  const { stdout } = await run(["refs", mode, String(parameters["symbol"]), ...args, ...format], { cwd: root });
  expect(JSON.parse(stdout)).toEqual(answer);
  return answer;
}

describe("grepai refs", () => {
  it("readers: full and compact", async () => {
    const answer = await ask("readers", { symbol: "Box.size" });
    expect(answer).toMatchObject({ query: "Box.size", mode: "readers", count: 3 });
    expect(answer["results"]).toEqual([
      {
        file: "src/box.ts",
        line: 4,
        reader: "grow",
        context: "this.size += 1;",
        kind: "update",
        confidence: "exact",
        qualified_name: "Box.grow",
      },
      {
        file: "src/use.ts",
        line: 3,
        reader: "fill",
        context: "if (box.size < limit) box.size = limit;",
        kind: "read",
        confidence: "exact",
      },
      {
        file: "test/use.test.ts",
        line: 3,
        reader: "testBox",
        context: "return box.size;",
        kind: "read",
        confidence: "exact",
      },
    ]);
    expect(await ask("readers", { symbol: "limit", compact: true })).toEqual({
      q: "limit",
      m: "readers",
      c: 2,
      r: [
        { f: "src/use.ts", l: 3, fn: "fill" },
        { f: "src/use.ts", l: 3, fn: "fill" },
      ],
    });
  });

  it("writers, and what narrows them down", async () => {
    const answer = await ask("writers", { symbol: "src/box.ts:2" });
    expect((answer["results"] as { writer: string; kind: string }[]).map(({ writer, kind }) => [writer, kind])).toEqual(
      [
        ["grow", "update"],
        ["fill", "write"],
      ],
    );
    expect(await ask("readers", { symbol: "Box.size", include_tests: false }, ["--no-tests"])).toMatchObject({
      count: 2,
    });
    expect(await ask("readers", { symbol: "Box.size", path: "test" }, ["--path", "test"])).toMatchObject({ count: 1 });
    expect(await ask("writers", { symbol: "limit" })).toMatchObject({ count: 0, notes: ["No writers are known."] });
  });

  it("graph: what reads or writes it, then what calls that", async () => {
    const answer = await ask("graph", { symbol: "Box.size", depth: 2 }, ["--depth", "2"]);
    expect(answer["root"]).toMatchObject({
      name: "size",
      children: [
        { name: "grow", access: ["update"], confidence: "exact" },
        { name: "fill", access: ["read", "write"], children: [{ name: "main" }] },
        { name: "testBox", access: ["read"] },
      ],
    });
    const dot = await run(["refs", "graph", "Box.size", "--format", "dot"], { cwd: root });
    expect(dot.stdout).toMatch(/n\d -> n0 \[label="3"\]/);
  });

  it("for people, with exit codes", async () => {
    const { code, stdout } = await run(["refs", "writers", "Box.size"], { cwd: root });
    expect([code, stdout.split("\n")[1]]).toEqual([0, "2 writers"]);
    expect((await run(["refs", "writers", "limit"], { cwd: root })).code).toBe(1);
    expect(await failure(client, "grepai_refs_readers", { symbol: "nothing" })).toMatchObject({
      code: "SYMBOL_NOT_FOUND",
    });
  });

  it("changes of data reach who uses it", async () => {
    const { stdout } = await run(["impact", "src/box.ts", "--json"], { cwd: root });
    const { tests } = JSON.parse(stdout) as { tests: { symbol: string; via: string }[] };
    expect(tests).toMatchObject([{ symbol: "testBox", via: "Box.size" }]);
  });
});
