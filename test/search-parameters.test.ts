import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectClient, failure, reply } from "./support/mcp.ts";
import { run } from "./support/program.ts";
import { indexedProject, removeFolder, sampleFiles } from "./support/sample-project.ts";

/** Too long for one passage. */
const longFunction = `/** Computes the invoice of an order, line by line. */
export function computeInvoice(order: Order): Invoice {
${Array.from({ length: 70 }, (_, step) => `  const position${step} = roundToCents(order.lines[${step}], "step ${step} of the invoice");`).join("\n")}
  return { total: position69 };
}
`;

const files: Readonly<Record<string, string>> = {
  ...sampleFiles,
  "billing/invoice.ts": longFunction,
  "web/queue.ts": `/** Waiting jobs, the oldest first. */
export class JobQueue {
  readonly #jobs: string[] = [];

  enqueueJob(name: string): void {
    this.#jobs.push(name);
  }

  dequeueJob(): string | undefined {
    return this.#jobs.shift();
  }
}

/** Waiting tasks, the newest first. */
export class TaskStack {
  readonly #tasks: string[] = [];

  pushTask(name: string): void {
    this.#tasks.push(name);
  }

  popTask(): string | undefined {
    return this.#tasks.pop();
  }
}

export enum JobState {
  Waiting,
  Running,
}
`,
  "vendored/retry.ts": sampleFiles["web/retry.ts"] ?? "",
};

let root: string;
let client: Client;

beforeAll(async () => {
  root = await indexedProject(files);
  client = await connectClient({ cwd: root });
  await client.listTools();
});

afterAll(async () => {
  await client?.close();
  await removeFolder(root);
});

interface Result {
  readonly file: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly content: string;
  readonly tokens?: number;
}

async function search(parameters: Record<string, unknown>): Promise<readonly Result[]> {
  return (await reply(client, "grepai_search", parameters))["results"] as readonly Result[];
}

const filesOf = (results: readonly Result[]): readonly string[] => results.map(({ file }) => file);

describe("kind", () => {
  it("finds only what is or holds a symbol of it", async () => {
    expect(filesOf(await search({ query: "job", kind: "enum" }))).toEqual(["web/queue.ts"]);
    expect(filesOf(await search({ query: "put a job into the queue", kind: "method" }))).toEqual(["web/queue.ts"]);
    expect(new Set(filesOf(await search({ query: "order user", kind: ["struct", "section"] })))).toEqual(
      new Set(["auth/user.go", "services/order.go", "docs/guide.md"]),
    );
    expect(await search({ query: "job", kind: "trait" })).toEqual([]);
  });

  it("refuses what is no kind, naming those that are", async () => {
    expect(await failure(client, "grepai_search", { query: "job", kind: "widget" })).toMatchObject({
      code: "INVALID_PARAMETERS",
      error: expect.stringMatching(/'widget'.*function, method, .*class/),
    });
    expect(await failure(client, "grepai_search", { query: "job", kind: 3 })).toMatchObject({
      error: expect.stringContaining("'kind'"),
    });
    const { code, stderr } = await run(["search", "job", "--kind", "widget"], { cwd: root });
    expect([code, stderr]).toEqual([2, expect.stringContaining("function, method")]);
  });
});

describe("include_tests", () => {
  const query = "login with a correct password refused";

  it("leaves tests out, ranks them as other code, or lower", async () => {
    const rankOf = async (more: object) => filesOf(await search({ query, ...more })).indexOf("auth/user_test.go");
    expect(await rankOf({ include_tests: false })).toBe(-1);
    expect(await rankOf({})).toBeGreaterThanOrEqual(0);
    expect(await rankOf({ include_tests: true })).toBeLessThanOrEqual(await rankOf({}));
    const scoreIn = async (more: object) => {
      const results = (await search({ query, ...more })) as readonly (Result & { score: number })[];
      return results.find(({ file }) => file === "auth/user_test.go")?.score ?? 0;
    };
    expect(await scoreIn({ include_tests: true })).toBeGreaterThan(await scoreIn({}));
  });

  it("is a switch", async () => {
    expect(await failure(client, "grepai_search", { query, include_tests: "no" })).toEqual({
      code: "INVALID_PARAMETERS",
      error: "Parameter 'include_tests' must be true or false.",
    });
  });

  it("at the terminal", async () => {
    const found = async (...args: string[]) =>
      (await run(["search", query, "--compact", ...args], { cwd: root })).stdout;
    expect(await found()).toContain("auth/user_test.go");
    expect(await found("--tests")).toContain("auth/user_test.go");
    expect(await found("--no-tests")).not.toContain("auth/user_test.go");
  });
});

describe("max_tokens", () => {
  it("keeps the answer to the budget, says what each result costs and what found no room", async () => {
    for (const budget of [160, 400, 1_000]) {
      const answer = await reply(client, "grepai_search", { query: "retry an order login", max_tokens: budget });
      const results = answer["results"] as readonly Result[];
      expect(results.length).toBeGreaterThan(0);
      // No tokenizer takes less than two characters of code for a token, and hardly one more than five.
      expect(JSON.stringify(answer).length).toBeLessThan(budget * 5);
      const costs = results.map(({ tokens }) => tokens ?? Number.NaN);
      for (const [index, cost] of costs.entries()) {
        const length = results[index]?.content.length ?? 0;
        expect(cost).toBeGreaterThan(length / 6);
        expect(cost).toBeLessThan(length / 2);
      }
      expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(budget);
      if (budget === 160) expect(answer["notes"]).toEqual([expect.stringContaining("no room in the token budget")]);
    }
  });

  it("shows each code once", async () => {
    const retries = async (more: object) =>
      filesOf(await search({ query: "retry with backoff", ...more })).filter((file) => file.endsWith("/retry.ts"));
    expect(await retries({})).toHaveLength(2);
    expect(await retries({ max_tokens: 4_000 })).toHaveLength(1);
  });

  it("shows a definition whole that is stored in pieces", async () => {
    const query = "computeInvoice";
    const [piece] = await search({ query });
    expect(piece?.content.split("\n").length).toBeLessThan(60);
    const [whole] = await search({ query, max_tokens: 8_000 });
    expect(whole).toMatchObject({ file: "billing/invoice.ts", start_line: 1, end_line: 74 });
    expect(whole?.content).toBe((await readFile(join(root, "billing/invoice.ts"), "utf8")).trimEnd());
    const [tight] = await search({ query, max_tokens: 1_500 });
    expect((tight?.end_line ?? 0) - (tight?.start_line ?? 0)).toBeLessThan(60);
  });

  it("counts the rows of the compact form, and tells what their code would take", async () => {
    const answer = await reply(client, "grepai_search", { query: "retry order", compact: true, max_tokens: 200 });
    const rows = answer["r"] as readonly { f: string; l: string; n: number }[];
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThan(12);
    for (const row of rows) expect(Object.keys(row)).toEqual(["s", "f", "l", "n"]);
  });

  it("is a number within bounds", async () => {
    for (const budget of [0, 99, 15_001, 99.5, "many"]) {
      expect(await failure(client, "grepai_search", { query: "retry", max_tokens: budget })).toEqual({
        code: "INVALID_PARAMETERS",
        error: "Parameter 'max_tokens' must be a whole number from 100 to 15000.",
      });
    }
  });

  it("at the terminal shows whole contents with what they cost", async () => {
    const { code, stdout } = await run(["search", "computeInvoice", "--max-tokens", "8000"], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^billing\/invoice\.ts:1-74 .* ~\d+ tokens$/m);
    expect(stdout).toContain("position69");
    const json = JSON.parse((await run(["search", "retry", "--max-tokens", "300", "--json"], { cwd: root })).stdout);
    expect(json.results[0].tokens).toBeGreaterThan(10);
    expect((await run(["search", "retry", "--max-tokens", "few"], { cwd: root })).code).toBe(2);
  });
});

describe("like", () => {
  const place = "web/retry.ts:2";

  it("finds code like that at a place, without itself and without copies of it", async () => {
    const answer = await reply(client, "grepai_search", { query: "", like: place });
    expect(Object.keys(answer).slice(0, 3)).toEqual(["query", "results", "total"]);
    expect(answer["query"]).toBe(place);
    const found = filesOf(answer["results"] as readonly Result[]);
    expect(found.length).toBeGreaterThan(2);
    expect(found).not.toContain("vendored/retry.ts");
    const retry = (answer["results"] as readonly Result[]).filter(({ file }) => file === "web/retry.ts");
    for (const { start_line } of retry) expect(start_line).toBeGreaterThan(2);
    const withCopies = await search({ like: place, include_copies: true });
    expect(withCopies[0]).toMatchObject({ file: "vendored/retry.ts" });
  });

  it("needs no query, takes the usual spellings of a place, and the other parameters", async () => {
    const alone = await search({ like: place });
    for (const like of ["./web/retry.ts:2", `${root}/web/retry.ts:2`, "web/retry.ts:2-4", "web/retry.ts#L2"]) {
      expect(await search({ like })).toEqual(alone);
    }
    const every = filesOf(await search({ like: place, limit: 100 }));
    expect(filesOf(await search({ like: place, limit: 100, language: "go" }))).toEqual(
      every.filter((file) => file.endsWith(".go")),
    );
    expect(await search({ like: place, limit: 1 })).toEqual(alone.slice(0, 1));
    const compact = await reply(client, "grepai_search", { like: place, compact: true, max_tokens: 300 });
    expect(compact["q"]).toBe(place);
  });

  it.each([
    [{ like: "web/nope.ts:1" }, "INVALID_PARAMETERS", /"web\/nope\.ts" is not in the index/],
    [{ like: "retry.ts:1" }, "INVALID_PARAMETERS", /did you mean .*web\/retry\.ts/],
    [{ like: "web/retry.ts:4000" }, "INVALID_PARAMETERS", /no line 4000: its lines are 1 to 15/],
    [{ like: "web/retry.ts:0" }, "INVALID_PARAMETERS", /no line 0/],
    [{ like: "web/retry.ts" }, "INVALID_PARAMETERS", /file:line/],
    [{ like: "" }, "INVALID_PARAMETERS", /'like'/],
    [{ like: 7 }, "INVALID_PARAMETERS", /'like'|'query'/],
    [{ like: "../x.ts:1" }, "PATH_OUTSIDE_PROJECT", /outside the project/],
    [{ like: "web/retry.ts:1", mode: "lexical" }, "INVALID_PARAMETERS", /lexical/],
    [{}, "INVALID_PARAMETERS", /^Parameter 'query' is required\.$/],
    [{ query: " " }, "INVALID_PARAMETERS", /^Parameter 'query' must not be empty\.$/],
  ])("says what is wrong with %j", async (parameters, code, message) => {
    expect(await failure(client, "grepai_search", parameters)).toEqual({ code, error: expect.stringMatching(message) });
  });

  it("leaves the query required in the tool's schema", async () => {
    const tool = (await client.listTools()).tools.find(({ name }) => name === "grepai_search");
    expect(tool?.inputSchema.required).toEqual(["query"]);
    expect(tool?.inputSchema.properties).toMatchObject({ limit: { default: 10 }, compact: { default: false } });
  });

  it("at the terminal", async () => {
    const { code, stdout } = await run(["search", "--like", place, "--compact"], { cwd: root });
    expect(code).toBe(0);
    expect(stdout).not.toContain("vendored/");
    expect((await run(["search", "--like", place, "--copies", "-n", "1", "--compact"], { cwd: root })).stdout).toMatch(
      /^vendored\/retry\.ts/,
    );
    const wrong = await run(["search", "--like", "web/retry.ts:99"], { cwd: root });
    expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toContain("1 to 15");
  });
});

describe("a query of words that do not occur", () => {
  it("is answered with a note, in both faces", async () => {
    const answer = await reply(client, "grepai_search", { query: "zzqqxxyy wibblefrotz" });
    expect(Object.keys(answer)).toEqual(["query", "results", "total", "notes"]);
    expect(answer["notes"]).toEqual([expect.stringContaining("No word of the query occurs")]);
    expect((await run(["search", "zzqqxxyy wibblefrotz"], { cwd: root })).stderr).toContain("No word of the query");
    expect(await reply(client, "grepai_search", { query: "login" })).not.toHaveProperty("notes");
  });
});
