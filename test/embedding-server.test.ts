import { execFileSync } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { projectPaths } from "../src/config/paths.ts";
import { type FakeEmbeddingServer, startFakeEmbeddingServer } from "./support/fake-embedding-server.ts";
import { callTool, connectClient, failure, reply } from "./support/mcp.ts";
import { run, startProgram } from "./support/program.ts";
import { removeFolder, temporaryFolder, writeFiles } from "./support/sample-project.ts";
import { eventually, startWatching, type Watching } from "./support/watching.ts";

/** The program with an embedding server that fails in every way such servers do. */

let root: string;
let server: FakeEmbeddingServer | null = null;
let watching: Watching | null = null;

beforeEach(async () => {
  root = await temporaryFolder();
});
afterEach(async () => {
  await watching?.stop("SIGKILL");
  await server?.close();
  watching = null;
  server = null;
  await removeFolder(root);
});

/** A project that uses a server at this address, with patience for tests. */
async function project(
  url: string,
  files: Readonly<Record<string, string>>,
  model = "nomic-embed-text",
): Promise<void> {
  const config = `version: 1
embedder: { provider: ollama, model: ${model}, endpoint: "${url}", timeout_ms: 1500, query_timeout_ms: 800 }
`;
  await writeFiles(root, { ...files, ".grepai/config.yaml": config });
}

const index = () => run(["index", root], { cwd: root });
const search = (query: string, ...more: readonly string[]) => run(["search", query, "--json", ...more], { cwd: root });
const filesFound = (output: string) =>
  (JSON.parse(output) as { readonly results: readonly { readonly file: string }[] }).results.map((one) => one.file);
const status = async () => JSON.parse((await run(["status", "--json", "--verbose"], { cwd: root })).stdout);

/** A port that nothing listens on. */
async function unusedUrl(): Promise<{ readonly url: string; readonly port: number }> {
  const probe = await startFakeEmbeddingServer();
  const { url, port } = probe;
  await probe.close();
  return { url, port };
}

const invoice = {
  "a.ts": "export function parseInvoice() {\n  return 1;\n}\nexport function caller() {\n  return parseInvoice();\n}\n",
};

describe("an embedding server", () => {
  it("that is down leaves words, calls and a clear message, and is caught up with when it comes", async () => {
    const { url, port } = await unusedUrl();
    await project(url, invoice);
    const once = await index();
    expect(once.code).toBe(2);
    expect(once.stderr).toContain(url);
    watching = await startWatching(root);
    const client = await connectClient({ cwd: root });
    try {
      expect(await reply(client, "grepai_trace_callers", { symbol: "parseInvoice" })).toMatchObject({ count: 1 });
      expect(await reply(client, "grepai_search", { query: "parseInvoice", mode: "lexical" })).toMatchObject({
        total: 1,
      });
      const { error, code } = await failure(client, "grepai_search", { query: "parse an invoice" });
      expect(code).toBe("EMBEDDER_UNAVAILABLE");
      expect(error).toContain(url);
      server = await startFakeEmbeddingServer({}, port);
      await eventually("the invoice is found by meaning", async () => {
        const result = await callTool(client, "grepai_search", { query: "parse an invoice", mode: "semantic" });
        return !result.isError && JSON.stringify(result.structuredContent).includes("parseInvoice") ? true : null;
      });
      expect((await status()).index).toMatchObject({ files: 1 });
    } finally {
      await client.close();
    }
  });

  it("that lacks the model says so once, with the remedy", async () => {
    server = await startFakeEmbeddingServer({ models: ["other:latest"] });
    await project(server.url, invoice);
    const { code, stderr } = await index();
    expect(code).toBe(2);
    expect(stderr).toContain("ollama pull nomic-embed-text");
    expect(server.requests.length).toBeLessThan(5);
    expect((await search("parseInvoice", "--mode", "lexical")).code).toBe(0);
  });

  it("that embeds other lengths after a switch of models gets all vectors made anew", async () => {
    server = await startFakeEmbeddingServer({ models: ["first", "second"], dimensions: 96 });
    await project(server.url, invoice, "first");
    expect((await index()).code).toBe(0);
    const { port } = server;
    await server.close();
    server = await startFakeEmbeddingServer({ models: ["first", "second"], dimensions: 48 }, port);
    await project(server.url, invoice, "second");
    const mismatch = await search("parse an invoice");
    expect(mismatch.code).toBe(2);
    expect(mismatch.stderr).toContain("grepai index");
    expect((await index()).code).toBe(0);
    expect(filesFound((await search("parse an invoice")).stdout)).toEqual(["a.ts"]);
  });

  it("that finds texts too long has them cut, and the others are not held up", async () => {
    for (const kind of ["too-long-400", "too-long-cut"] as const) {
      server = await startFakeEmbeddingServer();
      server.setFault({ kind, maxCharacters: 700 });
      await project(server.url, {
        "dense.py": `${"# ".padEnd(78, "-")}\n`.repeat(15).concat("def dense():\n    return 1\n"),
        "cjk.ts": `// ${"索引代码搜索".repeat(150)}\nexport function wide() {\n  return 2;\n}\n`,
        "ok.ts": "export function fine() {\n  return 3;\n}\n",
      });
      const { code, stderr } = await index();
      expect(stderr).not.toContain("cannot be embedded");
      expect(code).toBe(0);
      expect((await status()).index).toMatchObject({ files: 3 });
      expect(filesFound((await search("function that is fine", "--mode", "semantic")).stdout)).toContain("ok.ts");
      expect(server.requests.length).toBeLessThan(60);
      await server.close();
      await removeFolder(projectPaths(root).folder);
    }
  });

  it("that gives no numbers for a text is not believed; the text stays findable by words", async () => {
    for (const kind of ["nan-500", "null-value", "zeros"] as const) {
      server = await startFakeEmbeddingServer();
      server.setFault({ kind, trigger: "NANTRIGGER" });
      await project(server.url, {
        "bad.ts": 'export function tripsTheModel() {\n  return "NANTRIGGER";\n}\n',
        "good.ts": "export function fine() {\n  return 1;\n}\n",
      });
      const { code, stderr } = await index();
      expect(code).toBe(0);
      expect(stderr).toContain("1 chunk");
      expect(filesFound((await search("fine", "--mode", "semantic")).stdout)[0]).toBe("good.ts");
      expect(filesFound((await search("tripsTheModel", "--mode", "lexical")).stdout)).toEqual(["bad.ts"]);
      expect(JSON.stringify(await status())).toContain("bad.ts");
      await server.close();
      await removeFolder(projectPaths(root).folder);
    }
  });

  it("is not asked again for code that the main working tree or a damaged index has vectors of", async () => {
    server = await startFakeEmbeddingServer();
    const linked = await temporaryFolder();
    try {
      await project(server.url, { ...invoice, "b.ts": "export function orderTotal() {\n  return 2;\n}\n" });
      const git = (...args: readonly string[]) =>
        execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root, stdio: "ignore" });
      git("init", "-q");
      await writeFiles(root, { ".gitignore": ".grepai\n" });
      git("add", "-A");
      git("commit", "-qm", "first");
      expect((await index()).code).toBe(0);
      const asked = () => server?.texts.filter((text) => text.includes("function")).length;
      const first = asked();
      expect(first).toBeGreaterThan(0);

      git("worktree", "add", "-q", join(linked, "tree"));
      const tree = join(linked, "tree");
      await cp(projectPaths(root).config, projectPaths(tree).config);
      const inTree = await run(["index", tree], { cwd: tree });
      expect([inTree.code, asked()]).toEqual([0, first]);
      expect(inTree.stderr).toContain("took over the vectors");
      expect((await run(["search", "order total", "--mode", "semantic", "--json"], { cwd: tree })).code).toBe(0);

      const bytes = await readFile(projectPaths(root).index);
      // A page in the middle of the file: the structure is broken, most rows are not.
      await writeFile(projectPaths(root).index, bytes.fill(0x5a, 8 * 4096, 9 * 4096));
      const rebuilt = await index();
      expect(rebuilt.code).toBe(0);
      expect(rebuilt.stderr).toMatch(/damaged.*moved aside/);
      expect(rebuilt.stderr).toContain("took over the vectors");
      expect(asked()).toBe(first);
    } finally {
      await removeFolder(linked);
    }
  });

  it("that hangs is given up on in time, and Ctrl-C does not wait for it", async () => {
    server = await startFakeEmbeddingServer();
    await project(server.url, invoice);
    expect((await index()).code).toBe(0);
    server.setFault({ kind: "hang" });
    const startedAt = Date.now();
    const hanging = await search("parse an invoice");
    expect(hanging.code).toBe(2);
    expect(hanging.stderr).toContain(server.url);
    expect(Date.now() - startedAt).toBeLessThan(20_000);

    await writeFiles(root, { "b.ts": "export function waitsForModel() {\n  return 1;\n}\n" });
    const child = startProgram(["index", root], { cwd: root });
    const before = server.requests.length;
    await eventually("the server is asked", () => ((server?.requests.length ?? 0) > before ? true : null));
    child.kill("SIGINT");
    await eventually("it ends", () => (child.exitCode !== null || child.signalCode !== null ? true : null));
    expect((await search("waitsForModel", "--mode", "lexical")).code).toBe(0);
  });

  it("that answers with a web page or with half an answer is told from one that works", async () => {
    for (const kind of ["html", "garbage"] as const) {
      server = await startFakeEmbeddingServer();
      server.setFault({ kind });
      await project(server.url, invoice);
      const { code, stderr } = await index();
      expect(code).toBe(2);
      expect(stderr).toContain(server.url);
      await server.close();
      await removeFolder(projectPaths(root).folder);
    }
  });
});
