import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { makeCorpus } from "./support/corpus.ts";
import { printTable, quantile } from "./support/figures.ts";
import { program } from "./support/processes.ts";

/*
 * From a save to the first answer of the MCP server that knows of it, while `grepai watch` runs.
 * usage: npm run bench -- saves FOLDER [FILES] [SAVES]
 */

const [folder, files = "2000", saves = "60"] = process.argv.slice(2);
if (folder === undefined) throw new Error("name a folder with source code");
const corpus = makeCorpus(folder, { files: Number(files) });
const watch = spawn(process.execPath, [program, "watch", corpus.root], { stdio: ["ignore", "pipe", "inherit"] });
try {
  await once(watch.stdout, "data");
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, "mcp-serve", corpus.root] }),
  );
  const times: number[] = [];
  for (let save = 0; save < Number(saves); save++) {
    const name = `savedSymbol${save}x${Math.random().toString(36).slice(2, 8)}`;
    writeFileSync(join(corpus.root, "saved.ts"), `export function ${name}() {\n  return ${save};\n}\n`);
    const savedAt = performance.now();
    for (;;) {
      const answer = await client.callTool({ name: "grepai_search", arguments: { query: name, limit: 1 } });
      if (JSON.stringify(answer.structuredContent).includes(`function ${name}(`)) break;
      if (performance.now() - savedAt > 20_000) throw new Error(`save ${save} was not found within 20 s`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    times.push(performance.now() - savedAt);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  await client.close();
  printTable(
    `From save to answer, ${corpus.files.length} files, ${saves} saves`,
    ["p50 (ms)", "p95 (ms)", "slowest (ms)"],
    [[quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)]],
  );
} finally {
  watch.kill("SIGTERM");
  await once(watch, "exit");
  rmSync(corpus.root, { recursive: true, force: true });
}
