import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { parseConfig } from "../src/config/load.ts";
import { GrepaiError } from "../src/errors.ts";
import { seededRandom } from "../test/support/random.ts";
import { printTable } from "./support/figures.ts";
import { program, runProgram } from "./support/processes.ts";

/*
 * Mutated configurations, tool arguments, databases, derived files, model files and sources: no crash, no hang of over
 * ten seconds beyond what sound input of the kind takes (grammars of all languages have to be loaded), no error but those of the taxonomy. Run it in the repository.
 * usage: npm run bench -- fuzz [ROUNDS] [SEED]
 */

const [rounds = "40", seed = "1"] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const below = (limit: number) => Math.floor(random() * limit);
const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
const base = mkdtempSync(join(tmpdir(), "grepai-fuzz-"));
const faults: string[] = [];
const rows: [string, number, number, number][] = [];
const hangMs = 10_000;

/** Flips bits, overwrites, cuts, doubles and empties stretches. */
function mutate(bytes: Buffer): Buffer {
  let result = Buffer.from(bytes);
  for (let times = 1 + below(6); times > 0; times--) {
    const at = below(result.length + 1);
    const length = Math.min(below(below(2) === 0 ? 16 : 4096), result.length - at);
    const kind = below(6);
    if (kind === 0 && at < result.length) result[at] = (result[at] ?? 0) ^ (1 << below(8));
    else if (kind === 1) result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
    else if (kind === 2)
      result = Buffer.concat([result.subarray(0, at), result.subarray(at, at + length), result.subarray(at)]);
    else if (kind === 3) result.fill(below(256), at, at + length);
    else if (kind === 4) {
      const junk = Buffer.from(Array.from({ length: 1 + below(32) }, () => below(256)));
      result = Buffer.concat([result.subarray(0, at), junk, result.subarray(at)]);
    } else if (below(8) === 0) result = result.subarray(0, at);
  }
  return result;
}

/** Runs the program and takes note when it dies, hangs or speaks of an internal error. */
function mustCope(what: string, args: readonly string[], cwd: string): number {
  const startedAt = performance.now();
  const run = spawnSync(process.execPath, [program, ...args], { cwd, encoding: "utf8", timeout: 6 * hangMs });
  const elapsed = performance.now() - startedAt;
  if (run.signal !== null || run.status === null || run.status > 2) {
    faults.push(`${what}: ended with ${run.signal ?? run.status}: ${run.stderr.slice(0, 300)}`);
  }
  if (/internal error|TypeError|RangeError|ReferenceError|gave up on/i.test(run.stderr)) {
    faults.push(`${what}: ${run.stderr.slice(0, 400)}`);
  }
  return elapsed;
}

async function section(name: string, times: number, body: (round: number) => number | Promise<number>): Promise<void> {
  const before = faults.length;
  let slowest = 0;
  for (let round = 0; round < times; round++) {
    const elapsed = await body(round);
    if (elapsed > hangMs + soundMs) faults.push(`${name}, round ${round}: took ${elapsed.toFixed(0)} ms`);
    slowest = Math.max(slowest, elapsed);
  }
  rows.push([name, times, faults.length - before, slowest]);
}

/** Samples of all languages, one file each. */
const samplesFolder = resolve("src/parse/samples");
const samples = readdirSync(samplesFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }));

const project = join(base, "project");
mkdirSync(join(project, ".grepai"), { recursive: true });
for (const { name, bytes } of samples) writeFileSync(join(project, name), bytes);
const soundMs = (await runProgram(["index", project], project)).wallMs;
await runProgram(["search", "read"], project);

try {
  const example = readFileSync(resolve(".grepai.example.yaml"));
  await section("configuration", 50 * Number(rounds), () => {
    const startedAt = performance.now();
    const text = mutate(example).toString();
    try {
      parseConfig(text, "config.yaml", {});
    } catch (error) {
      if (!(error instanceof GrepaiError)) faults.push(`configuration: ${String(error)} of ${JSON.stringify(text)}`);
    }
    return performance.now() - startedAt;
  });

  const client = new Client({ name: "fuzz", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, "mcp-serve", project], stderr: "ignore" }),
  );
  const { tools } = await client.listTools();
  const words = ["main", "read", "a", "", " ", "\u0000", "../..", "/etc/passwd", "**/*", "[", "{a,b", "(".repeat(500)];
  const value = (depth: number): unknown => {
    const kind = below(12);
    if (kind < 4) return pick(words);
    if (kind === 4) return below(100) - 20;
    if (kind === 5) return pick([1e308, -1, 0.5, 1e21, Number.MAX_SAFE_INTEGER]);
    if (kind === 6) return pick([true, false, null]);
    if (kind === 7) return mutate(Buffer.from(pick(samples).bytes.subarray(0, 300))).toString();
    if (kind === 8) return "x".repeat(below(200_000));
    if (depth > 2) return 1;
    if (kind === 9) return Array.from({ length: below(50) }, () => value(depth + 1));
    if (kind === 10) return { [pick(words)]: value(depth + 1) };
    return pick(["json", "toon", "hybrid", "lexical", "semantic"]);
  };
  await section("tool arguments", 30 * Number(rounds), async () => {
    const tool = pick(tools);
    const names = [...Object.keys(tool.inputSchema.properties ?? {}), "query", "symbol", "nonsense"];
    const input = Object.fromEntries(Array.from({ length: below(5) }, () => [pick(names), value(0)]));
    const startedAt = performance.now();
    try {
      const answer = await client.callTool({ name: tool.name, arguments: input });
      if (JSON.stringify(answer).includes('"INTERNAL')) {
        faults.push(`${tool.name} ${JSON.stringify(input).slice(0, 300)}: ${JSON.stringify(answer).slice(0, 300)}`);
      }
    } catch (error) {
      faults.push(`${tool.name} ${JSON.stringify(input).slice(0, 300)}: ${String(error)}`);
    }
    return performance.now() - startedAt;
  });
  await client.close();

  const { files: indexFiles, folder: indexFolder } = {
    files: ["index.db", "search.snapshot"],
    folder: join(project, ".grepai"),
  };
  const sound = new Map(indexFiles.map((name) => [name, readFileSync(join(indexFolder, name))]));
  for (const name of indexFiles) {
    await section(name, Number(rounds), (round) => {
      const victim = join(base, "victim");
      cpSync(project, victim, { recursive: true });
      writeFileSync(join(victim, ".grepai", name), mutate(sound.get(name) ?? Buffer.alloc(0)));
      const commands = [["search", "read"], ["status"], ["trace", "callers", "main"], ["index", victim]];
      const elapsed = mustCope(`${name}, round ${round}`, commands[round % commands.length] ?? [], victim);
      rmSync(victim, { recursive: true, force: true });
      return elapsed;
    });
  }

  const model = resolve("models/code-static");
  const modelFiles = readdirSync(model);
  await section("model files", Number(rounds), (round) => {
    const victim = join(base, "victim");
    cpSync(project, victim, { recursive: true });
    cpSync(model, join(victim, "model"), { recursive: true });
    const name = pick(modelFiles);
    writeFileSync(join(victim, "model", name), mutate(readFileSync(join(model, name))));
    writeFileSync(join(victim, ".grepai", "config.yaml"), "embedder: { provider: static, model: ./model }\n");
    const elapsed = mustCope(`${name} of the model, round ${round}`, ["index", victim], victim);
    rmSync(victim, { recursive: true, force: true });
    return elapsed;
  });

  await section("sources, 60 files a round", Math.ceil(Number(rounds) / 8), (round) => {
    const victim = join(base, "victim");
    mkdirSync(join(victim, ".grepai"), { recursive: true });
    for (let index = 0; index < 60; index++) {
      const { name, bytes } = pick(samples);
      const other = pick(samples).bytes;
      const spliced = below(3) === 0 ? Buffer.concat([bytes.subarray(0, below(bytes.length)), other]) : bytes;
      writeFileSync(join(victim, `${index}-${name}`), mutate(spliced));
    }
    const { name } = pick(samples);
    writeFileSync(join(victim, `nul-${name}`), Buffer.alloc(100_000));
    writeFileSync(join(victim, `utf-${name}`), Buffer.from(Array.from({ length: 50_000 }, () => 128 + below(128))));
    writeFileSync(join(victim, `line-${name}`), `${"a(b + ".repeat(1_700_000)}\n`);
    writeFileSync(join(victim, `short-${name}`), `${"a(b +\n".repeat(300_000)}\n`);
    const elapsed = mustCope(`sources, round ${round}`, ["index", victim], victim);
    rmSync(victim, { recursive: true, force: true });
    return elapsed;
  });
} finally {
  rmSync(base, { recursive: true, force: true });
}
printTable("Fuzzing", ["input", "rounds", "faults", "slowest (ms)"], rows);
for (const fault of faults.slice(0, 40)) console.log(fault);
process.exit(faults.length > 0 ? 1 : 0);
