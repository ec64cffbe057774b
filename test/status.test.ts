import { closeSync, openSync, readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../src/config/load.ts";
import { projectPaths } from "../src/config/paths.ts";
import type { StatusReply } from "../src/format/status-reply.ts";
import { Indexer } from "../src/index/indexer.ts";
import { connectClient, failure, reply } from "./support/mcp.ts";
import { run } from "./support/program.ts";
import { indexedProject, indexFolder, removeFolder, sampleFiles, writeFiles } from "./support/sample-project.ts";
import { readIndex } from "./support/watching.ts";

let root: string;
beforeEach(async () => {
  root = await indexedProject();
});
afterEach(() => removeFolder(root));

const statusOf = async () => JSON.parse((await run(["status", "--json"], { cwd: root })).stdout) as StatusReply;

/** Overwrites a stretch of the index, given in shares of its size, in whole pages as a failing disk does. */
function spoilIndex(from: number, to: number): void {
  const path = projectPaths(root).index;
  const pages = statSync(path).size / 4096;
  const first = Math.max(1, Math.floor(pages * from));
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, Buffer.alloc((Math.ceil(pages * to) - first) * 4096, 0x5a), 0, undefined, first * 4096);
  closeSync(descriptor);
}

describe("an index whose file is damaged in the middle", () => {
  it("is called damaged by status, which names the remedy, and the remedy works", async () => {
    // Enough text that the middle is nothing that the figures are taken from.
    const prose = Array.from({ length: 4_000 }, (_, line) => `Paragraph ${line} of a long text.\n`).join("\n");
    await writeFiles(root, { "docs/long.md": prose, "docs/longer.md": prose + prose });
    await indexFolder(root);
    spoilIndex(0.45, 0.55);
    const { code, stdout } = await run(["status", "--json"], { cwd: root });
    expect(code).toBe(2);
    const status = JSON.parse(stdout) as StatusReply;
    expect(status.status).toBe("damaged");
    expect(status.notes?.join("\n")).toMatch(/damaged.*Run 'grepai watch'/);

    const { stderr } = await run(["index"], { cwd: root });
    expect(stderr).toMatch(/damaged.*moved aside/);
    expect(readdirSync(join(root, ".grepai")).some((name) => name.startsWith("index.db.damaged-"))).toBe(true);
    expect(await statusOf()).toMatchObject({
      status: "healthy",
      index: { files: Object.keys(sampleFiles).length + 2, pending_files: 0 },
    });
  });

  it("is called damaged by every tool that comes upon it", async () => {
    const client = await connectClient({ cwd: root });
    try {
      spoilIndex(0, 1);
      for (const [tool, parameters] of [
        ["grepai_search", { query: "sessions" }],
        ["grepai_trace_callers", { symbol: "Login" }],
        ["grepai_trace_graph", { symbol: "main" }],
      ] as const) {
        const { code, error } = await failure(client, tool, parameters);
        expect([tool, code]).toEqual([tool, "INDEX_DAMAGED"]);
        expect(error).toContain("grepai watch");
      }
      expect(await reply(client, "grepai_index_status")).toMatchObject({ status: "damaged" });
    } finally {
      await client.close();
    }
  });
});

describe("a later look at the whole tree", () => {
  it("is told as a pass only when files are new or changed, not for those left out for their content", async () => {
    await writeFiles(root, { "blob.ts": "\0\u0001\0\u0002".repeat(100), "more.ts": "export function more() {}\n" });
    const indexer = Indexer.open({ root, config: loadConfig(root).config, purpose: "index", log: () => {} });
    const told = async () => {
      const seen: boolean[] = [];
      const look = () => seen.push(readIndex(root, (view) => view.passState().kind === "running"));
      const { skipped } = await indexer.update("all", {
        onProgress: ({ phase }) => {
          if (phase === "indexing") look();
        },
      });
      return { isTold: seen.includes(true), hasRead: seen.length > 0, skipped };
    };
    try {
      expect(await told()).toEqual({ isTold: true, hasRead: true, skipped: 1 });
      expect(await told()).toEqual({ isTold: false, hasRead: true, skipped: 1 });
    } finally {
      await indexer.close();
    }
  });
});
