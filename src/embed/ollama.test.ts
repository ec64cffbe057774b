import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FakeEmbeddingServer, startFakeEmbeddingServer } from "../../test/support/fake-embedding-server.ts";
import { createEmbedder } from "./create.ts";
import type { CheckedEmbedder, EmbedOutcome } from "./types.ts";

/*
 * What must hold with any Ollama that works: always against the test server, and against a real one when
 * GREPAI_TEST_OLLAMA_URL names it (GREPAI_TEST_OLLAMA_MODEL and _CONTEXT: the model to use and the tokens it reads).
 * `bench/ollama` sets one up. On a busy processor it may take minutes.
 */

const realUrl = process.env["GREPAI_TEST_OLLAMA_URL"];
const realModel = process.env["GREPAI_TEST_OLLAMA_MODEL"] ?? "nomic-embed-text";
const contextTokens = Number(process.env["GREPAI_TEST_OLLAMA_CONTEXT"] ?? 2_048);

let fake: FakeEmbeddingServer;
beforeAll(async () => {
  fake = await startFakeEmbeddingServer({ models: [realModel], contextTokens });
});
afterAll(() => fake.close());

const targets = realUrl === undefined ? ["test server"] : ["test server", "real server"];

function vectorOf(outcome: EmbedOutcome | undefined): Float32Array {
  if (!outcome?.ok) throw new Error(`expected a vector, got: ${outcome?.reason}`);
  return outcome.vector;
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
}

describe.each(targets)("Ollama, %s", { timeout: 600_000 }, (target) => {
  const url = () => (target === "real server" && realUrl !== undefined ? realUrl : fake.url);
  const embedderFor = (model = realModel): CheckedEmbedder =>
    createEmbedder(
      {
        provider: "ollama",
        model,
        endpoint: url(),
        dimensions: null,
        parallelism: 2,
        timeoutMs: 300_000,
        queryTimeoutMs: 60_000,
      },
      { projectRoot: "/", env: {} },
    );

  test("is connected", async () => {
    expect(await embedderFor().health()).toEqual({ status: "connected" });
  });

  test("names its vector space, the same with and without :latest", async () => {
    const id = await embedderFor().id();
    expect(id).toEqual({ provider: "ollama", model: realModel, dimensions: expect.any(Number) });
    if (!realModel.includes(":")) expect(await embedderFor(`${realModel}:latest`).id()).toEqual(id);
  });

  test("gives unit vectors in order, alone as in a batch", async () => {
    const embedder = embedderFor();
    const texts = Array.from({ length: 70 }, (_, at) => `export function step${at}() { return ${at * at}; }`);
    const outcomes = await embedder.embed(texts, { kind: "passage" });
    for (const outcome of outcomes) expect(Math.hypot(...vectorOf(outcome))).toBeCloseTo(1, 4);
    const [alone] = await embedder.embed([texts[50] as string], { kind: "passage" });
    expect(cosine(vectorOf(alone), vectorOf(outcomes[50]))).toBeGreaterThan(0.999);
  });

  test("brings a question nearest to its answer", async () => {
    const embedder = embedderFor();
    const passages = await embedder.embed(
      [
        "function parseInvoice(text) { return readInvoice(text); } // reads an invoice",
        "class Circle { draw(canvas) { canvas.arc(this.radius); } }",
        "def connect_database(url): return Database(url)",
      ],
      { kind: "passage" },
    );
    const [query] = await embedder.embed(["parse an invoice"], { kind: "query" });
    const scores = passages.map((passage) => cosine(vectorOf(query), vectorOf(passage)));
    expect(scores.indexOf(Math.max(...scores))).toBe(0);
  });

  test("embeds texts longer than its context: English, Chinese, dense symbols, one word", async () => {
    const long = [
      "export const word = value;\n".repeat(contextTokens / 4),
      "漢字仮名".repeat(contextTokens / 3),
      "=-[]".repeat(contextTokens / 3),
      "x".repeat(4 * contextTokens),
      "short",
    ];
    const outcomes = await embedderFor().embed(long, { kind: "passage" });
    for (const outcome of outcomes) expect(Math.hypot(...vectorOf(outcome))).toBeCloseTo(1, 4);
  });

  test("without the model says how to get it", async () => {
    const embedder = embedderFor("no-such-model");
    const error = expect.objectContaining({
      code: "EMBEDDER_UNAVAILABLE",
      message: expect.stringContaining("`ollama pull no-such-model`"),
    });
    await expect(embedder.id()).rejects.toEqual(error);
    await expect(embedder.embed(["text"], { kind: "query" })).rejects.toEqual(error);
    expect((await embedder.health()).status).toBe("unavailable");
  });

  test("stops when aborted", async () => {
    const controller = new AbortController();
    const texts = Array.from({ length: 200 }, (_, at) => `line ${at} `.repeat(200));
    const embedding = embedderFor().embed(texts, { kind: "passage", signal: controller.signal });
    controller.abort();
    await expect(embedding).rejects.toEqual(expect.objectContaining({ code: "CANCELLED" }));
  });
});
