import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { seededRandom } from "../test/support/random.ts";
import { makeCorpus } from "./support/corpus.ts";
import { printTable, quantile } from "./support/figures.ts";
import { program, residentOf } from "./support/processes.ts";

/*
 * Edits at a steady rate under `grepai watch` while ten servers are searched at a steady rate: latencies and memory at
 * the start and at the end.
 * usage: npm run bench -- soak FOLDER [SECONDS] [FILES] [EDITS/S] [SEARCHES/S]
 */

const [folder, seconds = "3600", files = "2000", edits = "20", searches = "50"] = process.argv.slice(2);
if (folder === undefined) throw new Error("name a folder with source code");
const serverCount = 10;
const random = seededRandom(1);
const corpus = makeCorpus(folder, { files: Number(files) });
const originals = new Map(corpus.files.map((path) => [path, readFileSync(join(corpus.root, path))]));
const watch = spawn(process.execPath, [program, "watch", corpus.root], { stdio: ["ignore", "pipe", "inherit"] });
watch.stdout.resume();
await once(watch.stdout, "data");

const transports = Array.from(
  { length: serverCount },
  () => new StdioClientTransport({ command: process.execPath, args: [program, "mcp-serve", corpus.root] }),
);
const clients = await Promise.all(
  transports.map(async (transport) => {
    const client = new Client({ name: "soak", version: "1" });
    await client.connect(transport);
    await client.callTool({ name: "grepai_search", arguments: { query: "read a file" } });
    return client;
  }),
);
const queries = ["parse a number", "close the connection", "sort the list", "write to a file", "compare two strings"];
const samples: { readonly at: number; readonly latencyMs: number }[] = [];
const memory: { readonly at: number; readonly watch: number; readonly servers: number }[] = [];
let failures = 0;
let editsDone = 0;
const startedAt = performance.now();
const elapsed = () => (performance.now() - startedAt) / 1000;

const editing = setInterval(() => {
  const path = corpus.files[Math.floor(random() * corpus.files.length)] ?? "";
  const target = join(corpus.root, path);
  // Back to the original now and then, so that the files do not grow.
  if (random() < 0.3) writeFileSync(target, originals.get(path) ?? "");
  else appendFileSync(target, `\n// edit ${editsDone}\n`);
  editsDone++;
}, 1000 / Number(edits));
const searching = setInterval(() => {
  const at = elapsed();
  const askedAt = performance.now();
  clients[samples.length % serverCount]
    ?.callTool({
      name: "grepai_search",
      arguments: { query: queries[Math.floor(random() * queries.length)], limit: 5 },
    })
    .then((answer) => {
      if (answer.isError) failures++;
      samples.push({ at, latencyMs: performance.now() - askedAt });
    })
    .catch(() => failures++);
}, 1000 / Number(searches));
const sampling = setInterval(() => {
  const servers = transports.map(({ pid }) => residentOf(pid ?? undefined));
  memory.push({
    at: elapsed(),
    watch: residentOf(watch.pid),
    servers: servers.reduce((sum, one) => sum + one, 0) / serverCount,
  });
}, 1_000);

await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000));
for (const timer of [editing, searching, sampling]) clearInterval(timer);
await new Promise((resolve) => setTimeout(resolve, 1_000));

const end = Number(seconds);
const rows = (
  [
    ["second tenth", 0.1, 0.2],
    ["middle", 0.45, 0.55],
    ["last tenth", 0.9, 1],
  ] as const
).map(([name, from, to]): (string | number)[] => {
  const within = ({ at }: { readonly at: number }) => at >= from * end && at < to * end;
  const latencies = samples.filter(within).map(({ latencyMs }) => latencyMs);
  const resident = memory.filter(within);
  return [
    name,
    latencies.length,
    quantile(latencies, 0.5),
    quantile(latencies, 0.95),
    quantile(
      resident.map((one) => one.watch),
      0.5,
    ),
    quantile(
      resident.map((one) => one.servers),
      0.5,
    ),
  ];
});
printTable(
  `${editsDone} edits and ${samples.length} searches in ${seconds} s, ${files} files, ${serverCount} servers, ${failures} failures`,
  ["part", "searches", "p50 (ms)", "p95 (ms)", "watch (MiB)", "a server (MiB)"],
  rows,
);
await Promise.all(clients.map((client) => client.close()));
watch.kill("SIGTERM");
await once(watch, "exit");
rmSync(corpus.root, { recursive: true, force: true });
process.exit(failures > 0 ? 1 : 0);
