import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool, connectClient, initialize, playRaw, textOf } from "./support/mcp.ts";
import { indexedProject, removeFolder } from "./support/sample-project.ts";

/** A client cuts or refuses answers above about 25,000 tokens. */
const maxLineBytes = 120_000;

let root: string;
let client: Client;

function manyFiles(): Record<string, string> {
  const handWritten = "// an ordinary line of a hand-written file\n".repeat(80);
  const files: Record<string, string> = { "wide.ts": `export const wide = "${"user ".repeat(600)}";\n${handWritten}` };
  for (let file = 0; file < 150; file++) {
    files[`u${file}.ts`] = Array.from(
      { length: 30 },
      (_, line) => `export function user${file}_${line}(user: string) {\n  return shared("user " + user);\n}\n`,
    ).join("");
  }
  files["shared.ts"] = "export function shared(text: string) {\n  return text;\n}\n";
  return files;
}

beforeAll(async () => {
  root = await indexedProject(manyFiles());
  client = await connectClient({ cwd: root });
});

afterAll(async () => {
  await client?.close();
  await removeFolder(root);
});

describe("large answers", () => {
  it.each([20, 100, 1_000, 1_000_000_000, 9_007_199_254_740_992, 1e308])("stay small with limit %d", async (limit) => {
    const session = await playRaw(
      [
        ...initialize,
        {
          jsonrpc: "2.0",
          id: 2,
          method: "tools/call",
          params: { name: "grepai_search", arguments: { query: "user", limit } },
        },
      ],
      { cwd: root },
    );
    const line = session.lines.find((candidate) => candidate.includes('"id":2')) ?? "";
    expect(Buffer.byteLength(line)).toBeLessThan(maxLineBytes);
    const { structuredContent } = session.result<{
      structuredContent: { results: unknown[]; total: number; notes?: string[] };
    }>(2);
    expect(structuredContent.total).toBeLessThanOrEqual(100);
    expect(structuredContent.results.length).toBeGreaterThanOrEqual(Math.min(limit, 20));
    const notes = structuredContent.notes?.join(" ") ?? "";
    if (limit > 100) expect(notes).toContain("limit was lowered to 100");
    else expect(notes).not.toContain("lowered");
  });

  it("cut long lines", async () => {
    const result = await callTool(client, "grepai_search", { query: "wide", path: "wide.ts", limit: 100 });
    const { results } = result.structuredContent as { results: { content: string }[] };
    expect(results.some(({ content }) => content.includes("export const wide"))).toBe(true);
    for (const { content } of results) {
      for (const line of content.split("\n")) expect(line.length).toBeLessThanOrEqual(400);
    }
  });

  it("say how many call sites are left out", async () => {
    const result = await callTool(client, "grepai_trace_callers", { symbol: "shared" });
    expect(Buffer.byteLength(textOf(result))).toBeLessThan(maxLineBytes / 2);
    const { count, results, notes } = result.structuredContent as {
      count: number;
      results: unknown[];
      notes: string[];
    };
    expect(count).toBe(4_500);
    expect(results.length).toBeGreaterThan(50);
    expect(notes.join(" ")).toContain(`The last ${count - results.length} of ${count} call sites`);
  });
});
