import { rmSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { makeCorpus } from "./support/corpus.ts";
import { median, printTable, quantile } from "./support/figures.ts";
import { program, residentOf, runProgram, timeProgram } from "./support/processes.ts";

/*
 * Queries against an index of about as many chunks as asked: warm ones through the MCP server, and `grepai search` as a
 * whole process beside `node -e 0`.
 * usage: npm run bench -- queries FOLDER [CHUNKS]
 */

const bytesPerChunk = 950;
const questions = [
  "open a network connection with a timeout",
  "parse the command line flags",
  "where are errors wrapped with context",
  "compress data with a sliding window",
  "read a file line by line",
  "how is the garbage collector triggered",
  "escape a string for HTML output",
  "convert a time zone",
  "verify a certificate chain",
  "http request handler middleware",
  "sort a slice with a custom comparison",
  "walk a directory tree",
  "encode a struct as JSON",
  "lock free queue",
  "regular expression compile",
  "ReadFull",
  "NewReader",
  "parseInt",
  "format a floating point number",
  "test helper that compares two files",
];

const [folder, chunks = "10000"] = process.argv.slice(2);
if (folder === undefined) throw new Error("name a folder with source code");
const corpus = makeCorpus(folder, { bytes: Number(chunks) * bytesPerChunk });
try {
  const indexed = await runProgram(["index"], corpus.root);
  console.log(indexed.output.trim());

  const transport = new StdioClientTransport({ command: process.execPath, args: [program, "mcp-serve", corpus.root] });
  const client = new Client({ name: "bench", version: "1" });
  const startedAt = performance.now();
  await client.connect(transport);
  await client.listTools();
  const firstListMs = performance.now() - startedAt;
  const search = (query: string) => client.callTool({ name: "grepai_search", arguments: { query, limit: 10 } });
  const firstAt = performance.now();
  await search("warm up");
  const firstQueryMs = performance.now() - firstAt;
  for (let round = 0; round < 3; round++) for (const question of questions) await search(question);
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    for (const question of questions) {
      const queryAt = performance.now();
      await search(question);
      times.push(performance.now() - queryAt);
    }
  }
  const status = await client.callTool({ name: "grepai_index_status", arguments: {} });
  const content = status.structuredContent as { readonly index: { readonly chunks: number } };
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const resident = residentOf(transport.pid ?? undefined);
  await client.close();

  const whole: number[] = [];
  const bare: number[] = [];
  for (const question of questions.slice(0, 11)) {
    whole.push(timeProgram(["search", question], corpus.root));
    bare.push(timeProgram(["--version"], corpus.root));
  }
  printTable(
    `Queries over ${content.index.chunks} chunks`,
    [
      "server p50 (ms)",
      "p99 (ms)",
      "first query (ms)",
      "first tools/list (ms)",
      "server memory (MiB)",
      "grepai search, whole process (ms)",
      "grepai --version (ms)",
      "indexing peak (MiB)",
    ],
    [
      [
        median(times),
        quantile(times, 0.99),
        firstQueryMs,
        firstListMs,
        resident,
        median(whole),
        median(bare),
        indexed.peakMebibytes,
      ],
    ],
  );
} finally {
  rmSync(corpus.root, { recursive: true, force: true });
}
