import { afterEach, describe, expect, test } from "vitest";
import {
  type FakeEmbeddingServer,
  type FakeServerOptions,
  type ServerFaultMode,
  startFakeEmbeddingServer,
} from "../../../test/support/fake-embedding-server.ts";
import type { EmbedderConfig } from "../../config/types.ts";
import { createEmbedder } from "../create.ts";
import type { CheckedEmbedder, EmbedOutcome } from "../types.ts";

let server: FakeEmbeddingServer;

afterEach(async () => {
  await server?.close();
});

type ServerProvider = "ollama" | "openai";

function embedderAt(url: string, provider: ServerProvider, config: Partial<EmbedderConfig> = {}): CheckedEmbedder {
  return createEmbedder(
    {
      provider,
      model: "nomic-embed-text",
      endpoint: provider === "openai" ? `${url}/v1` : url,
      dimensions: null,
      parallelism: 2,
      timeoutMs: 5_000,
      queryTimeoutMs: 5_000,
      ...config,
    },
    { projectRoot: "/", env: {} },
  );
}

/** A server that works, an embedder that has reached it, and then the fault. */
async function withFault(
  fault: ServerFaultMode,
  provider: ServerProvider = "ollama",
  options: FakeServerOptions & { readonly config?: Partial<EmbedderConfig> } = {},
): Promise<CheckedEmbedder> {
  server = await startFakeEmbeddingServer(options);
  const embedder = embedderAt(server.url, provider, options.config);
  await embedder.id();
  server.setFault(fault);
  return embedder;
}

const passages = (count: number, text = "function number") => Array.from({ length: count }, (_, at) => `${text} ${at}`);
const embedPassages = (embedder: CheckedEmbedder, texts: readonly string[]) =>
  embedder.embed(texts, { kind: "passage" });

function vectorOf(outcome: EmbedOutcome | undefined): Float32Array {
  if (!outcome?.ok) throw new Error(`expected a vector, got: ${outcome?.reason}`);
  return outcome.vector;
}

function reasonOf(outcome: EmbedOutcome | undefined): string {
  if (outcome === undefined || outcome.ok) throw new Error("expected a failure");
  return outcome.reason;
}

const norm = (vector: Float32Array) => Math.hypot(...vector);
const unavailable = (message: RegExp) =>
  expect.objectContaining({ code: "EMBEDDER_UNAVAILABLE", message: expect.stringMatching(message) });

describe.each(["ollama", "openai"] as const)("an embedding server (%s)", (provider) => {
  test("gives one unit vector a text, in order, over several requests", async () => {
    server = await startFakeEmbeddingServer();
    const embedder = embedderAt(server.url, provider);
    expect(await embedder.id()).toEqual({ provider, model: "nomic-embed-text", dimensions: 64 });
    const texts = passages(150);
    server.setFault({ kind: "slow-first", delayMs: 100 });
    const outcomes = await embedPassages(embedder, texts);
    expect(outcomes).toHaveLength(150);
    expect(server.mostAtOnce()).toBe(2);
    for (const outcome of outcomes) expect(norm(vectorOf(outcome))).toBeCloseTo(1, 5);
    const again = await embedPassages(embedder, [texts[77] as string]);
    expect(vectorOf(again[0])).toEqual(vectorOf(outcomes[77]));
  });

  test("is asked with the prefixes that the model wants", async () => {
    server = await startFakeEmbeddingServer();
    const embedder = embedderAt(server.url, provider);
    await embedder.embed(["who logs in"], { kind: "query" });
    await embedPassages(embedder, ["function login() {}"]);
    expect(server.texts).toContain("search_query: who logs in");
    expect(server.texts).toContain("search_document: function login() {}");
  });

  test("answers a query with a single request", async () => {
    server = await startFakeEmbeddingServer();
    await embedderAt(server.url, provider).embed(["who logs in"], { kind: "query" });
    expect(server.requests).toHaveLength(1);
  });

  test("that is not running is named with its address and the way out", async () => {
    server = await startFakeEmbeddingServer();
    const { url } = server;
    await server.close();
    const embedder = embedderAt(url, provider);
    const named = unavailable(new RegExp(`Cannot connect.*${url}.*embedder\\.provider: static`));
    await expect(embedder.id()).rejects.toEqual(named);
    await expect(embedPassages(embedder, ["text"])).rejects.toEqual(named);
    await expect(embedder.embed(["text"], { kind: "query" })).rejects.toEqual(named);
    expect(await embedder.health()).toEqual({ status: "unavailable", reason: expect.stringContaining(url) });
  });

  test("that comes back works with the same embedder", async () => {
    server = await startFakeEmbeddingServer();
    const { port } = server;
    await server.close();
    const embedder = embedderAt(server.url, provider);
    await expect(embedder.id()).rejects.toThrow();
    server = await startFakeEmbeddingServer({}, port);
    expect(vectorOf((await embedPassages(embedder, ["text"]))[0])).toHaveLength(64);
  });

  test("without the model is told once, in few requests", async () => {
    server = await startFakeEmbeddingServer({ models: ["other"] });
    const embedder = embedderAt(server.url, provider);
    await expect(embedPassages(embedder, passages(300))).rejects.toEqual(unavailable(/no model "nomic-embed-text"/));
    expect(server.requests.length).toBeLessThan(5);
  });

  test("recovers from passing faults: 500, 429 and a cut connection", async () => {
    for (const fault of [
      { kind: "status", status: 500, times: 2 },
      { kind: "status", status: 429, times: 1, retryAfter: "0" },
      { kind: "reset", times: 1 },
    ] as const) {
      const embedder = await withFault(fault, provider);
      const outcomes = await embedPassages(embedder, passages(10));
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(10);
      await server.close();
    }
  });

  test("that fails for good is given up after a few requests", async () => {
    const embedder = await withFault({ kind: "status", status: 500, times: 1_000 }, provider, {
      config: { parallelism: 1 },
    });
    const before = server.requests.length;
    await expect(embedPassages(embedder, passages(100))).rejects.toEqual(unavailable(/status 500/));
    expect(server.requests.length - before).toBe(4);
  });

  test("that refuses a request outright is not asked again", async () => {
    const embedder = await withFault({ kind: "status", status: 403, times: 1_000 }, provider, {
      config: { parallelism: 1 },
    });
    const before = server.requests.length;
    await expect(embedPassages(embedder, passages(100))).rejects.toEqual(unavailable(/status 403/));
    expect(server.requests.length - before).toBe(1);
  });

  test("that hangs ends in an error within the limits", async () => {
    const embedder = await withFault({ kind: "hang" }, provider, { config: { timeoutMs: 150, queryTimeoutMs: 100 } });
    await expect(embedder.embed(["text"], { kind: "query" })).rejects.toEqual(unavailable(/did not answer within/));
    await expect(embedPassages(embedder, ["text"])).rejects.toEqual(unavailable(/did not answer within/));
  });

  test("may be slow with its first answer, as when it loads the model", async () => {
    server = await startFakeEmbeddingServer();
    server.setFault({ kind: "slow-first", delayMs: 700 });
    const outcomes = await embedPassages(embedderAt(server.url, provider), ["text"]);
    expect(outcomes[0]?.ok).toBe(true);
    expect(server.texts).toHaveLength(2);
  });

  test("that dies half-way ends in an error that names it", async () => {
    const embedder = await withFault({ kind: "die-after", requests: 2 }, provider, { config: { timeoutMs: 1_000 } });
    await expect(embedPassages(embedder, passages(300))).rejects.toEqual(unavailable(new RegExp(server.url)));
  });

  test("stops at once when aborted, also within a pause", async () => {
    for (const fault of [{ kind: "hang" }, { kind: "status", status: 429, times: 99, retryAfter: "4" }] as const) {
      const embedder = await withFault(fault, provider, { config: { timeoutMs: 60_000 } });
      const controller = new AbortController();
      const embedding = embedder.embed(passages(100), { kind: "passage", signal: controller.signal });
      while (server.texts.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      controller.abort();
      await expect(embedding).rejects.toEqual(expect.objectContaining({ code: "CANCELLED" }));
      await expect(embedder.embed(["text"], { kind: "query", signal: controller.signal })).rejects.toEqual(
        expect.objectContaining({ code: "CANCELLED" }),
      );
      await server.close();
    }
  });

  test.each(["html", "garbage", "foreign-json"] as const)("that answers nonsense (%s) is told so", async (kind) => {
    server = await startFakeEmbeddingServer();
    server.setFault({ kind });
    const embedder = embedderAt(server.url, provider);
    const why = { html: /web page/, garbage: /not valid JSON/, "foreign-json": /holds no embeddings/ }[kind];
    await expect(embedPassages(embedder, passages(40))).rejects.toEqual(unavailable(why));
    await expect(embedder.embed(["text"], { kind: "query" })).rejects.toEqual(unavailable(why));
    expect(server.requests.length).toBeLessThan(5);
  });

  test.each(["nan-500", "nan-literal", "null-value", "zeros", "drop"] as const)(
    "that computes no vector for one text (%s) embeds the others",
    async (kind) => {
      const embedder = await withFault({ kind, trigger: "TRIPS" }, provider);
      const texts = passages(40);
      texts[13] = "function TRIPS the model";
      const outcomes = await embedPassages(embedder, texts);
      expect(outcomes.map((outcome) => outcome.ok)).toEqual(texts.map((_, at) => at !== 13));
      expect(reasonOf(outcomes[13])).not.toBe("");
    },
  );

  test("that breaks on one short text embeds the others", async () => {
    const embedder = await withFault({ kind: "reset-on", trigger: "TRIPS" }, provider);
    const outcomes = await embedPassages(embedder, ["one", "TRIPS it", "three"]);
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false, true]);
  });

  test.each(["too-long-400", "too-long-cut"] as const)("gets long texts in pieces (%s)", async (kind) => {
    const embedder = await withFault({ kind, maxCharacters: 1_500 }, provider);
    const words = Array.from({ length: 600 }, (_, at) => `word${at}`).join(" ");
    const texts = ["short one", words, `${words}\nthe end`, "漢字仮名交".repeat(600), "=-".repeat(1_400), "short two"];
    const before = server.requests.length;
    const outcomes = await embedPassages(embedder, texts);
    for (const outcome of outcomes) expect(norm(vectorOf(outcome))).toBeCloseTo(1, 5);
    expect(server.requests.length - before).toBeLessThan(60);
    // Nothing is lost: each word was part of some text that was taken.
    const taken = server.texts.filter((text) => [...text].length <= 1_500).join("\n");
    for (let at = 0; at < 600; at++) expect(taken).toContain(`word${at}`);
  });

  test.each(["too-long-400", "too-long-cut"] as const)("is not offered again what it refused (%s)", async (kind) => {
    const embedder = await withFault({ kind, maxCharacters: 1_500 }, provider);
    const words = Array.from({ length: 600 }, (_, at) => `word${at}`).join(" ");
    await embedPassages(embedder, ["short", words]);
    const seen = server.texts.length;
    await embedPassages(embedder, ["short", words, `${words} and more`]);
    for (const text of server.texts.slice(seen)) expect(text.length).toBeLessThanOrEqual(1_500);
  });

  test("that changes its vector length fails those texts by name", async () => {
    const embedder = await withFault({ kind: "flip-dimensions", after: 1 }, provider, { config: { parallelism: 1 } });
    const outcomes = await embedPassages(embedder, passages(100));
    const [first] = outcomes;
    expect(vectorOf(first)).toHaveLength(64);
    expect(reasonOf(outcomes.at(-1))).toMatch(/"nomic-embed-text" from 64 to 128/);
    for (const outcome of outcomes) if (outcome.ok) expect(outcome.vector).toHaveLength(64);
  });

  test("is asked for the configured vector length and held to it", async () => {
    server = await startFakeEmbeddingServer();
    expect((await embedderAt(server.url, provider, { dimensions: 32 }).id()).dimensions).toBe(32);
    server.setFault({ kind: "flip-dimensions", after: 0 });
    const embedder = embedderAt(server.url, provider, { dimensions: 32 });
    await expect(embedder.id()).rejects.toEqual(unavailable(/64 values.*embedder\.dimensions.*32/));
  });

  test("never sees blank texts or lone surrogates", async () => {
    server = await startFakeEmbeddingServer();
    const outcomes = await embedPassages(embedderAt(server.url, provider), ["", " \n", "half \ud83d of a pair", "😀"]);
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([false, false, true, true]);
    expect(server.texts).toContain("search_document: half \ufffd of a pair");
    expect(server.texts).toContain("search_document: 😀");
  });

  test("is checked for the status", async () => {
    server = await startFakeEmbeddingServer();
    expect(await embedderAt(server.url, provider).health()).toEqual({ status: "connected" });
  });
});

describe("Ollama", () => {
  test("has one model under a name with and without :latest", async () => {
    for (const [installed, configured] of [
      ["nomic-embed-text:latest", "nomic-embed-text"],
      ["nomic-embed-text", "nomic-embed-text:latest"],
    ] as const) {
      server = await startFakeEmbeddingServer({ models: [installed] });
      const embedder = embedderAt(server.url, "ollama", { model: configured });
      expect((await embedder.id()).model).toBe("nomic-embed-text");
      expect((await embedPassages(embedder, ["text"]))[0]?.ok).toBe(true);
      await server.close();
    }
  });

  test("without the model: the error holds the command that gets it, also in the status", async () => {
    server = await startFakeEmbeddingServer({ models: ["other"] });
    const embedder = embedderAt(server.url, "ollama");
    await expect(embedder.id()).rejects.toEqual(unavailable(/`ollama pull nomic-embed-text`/));
    const health = await embedder.health();
    expect(health).toEqual({ status: "unavailable", reason: expect.stringContaining("ollama pull") });
  });

  test("tells its context, so that long texts are cut beforehand", async () => {
    server = await startFakeEmbeddingServer({ contextTokens: 100 });
    const embedder = embedderAt(server.url, "ollama");
    const long = Array.from({ length: 200 }, (_, at) => `word${at}`).join(" ");
    expect((await embedPassages(embedder, [long]))[0]?.ok).toBe(true);
    const sent = server.texts.filter((text) => text.includes("word"));
    expect(sent.length).toBeGreaterThan(3);
    expect(sent).not.toContain(`search_document: ${long}`);
    for (const text of sent) expect(text).toMatch(/^search_document: /);
  });

  test("is asked not to cut texts and to keep the model loaded", async () => {
    server = await startFakeEmbeddingServer();
    await embedPassages(embedderAt(server.url, "ollama"), ["text"]);
    const { body } = server.requests.at(-1) ?? { body: {} };
    expect(body).toMatchObject({ truncate: false, keep_alive: "30m" });
  });

  test("that hangs is reported by the status in time", async () => {
    const embedder = await withFault({ kind: "hang" });
    expect(await embedder.health()).toEqual({ status: "unavailable", reason: expect.stringMatching(/hangs/) });
  });

  test("writes nothing to stdout, whatever goes wrong", async () => {
    const written: unknown[] = [];
    const { log } = console;
    console.log = (...values: unknown[]) => written.push(values);
    try {
      const embedder = await withFault({ kind: "status", status: 502, times: 9, body: "<html>" });
      await expect(embedder.embed(["text"], { kind: "query" })).rejects.toThrow();
    } finally {
      console.log = log;
    }
    expect(written).toEqual([]);
  });
});

describe("an OpenAI-compatible server", () => {
  const key = "sk-verysecret-0123456789";
  const withKey = (url: string, env: Record<string, string>) =>
    createEmbedder(
      {
        provider: "openai",
        model: "nomic-embed-text",
        endpoint: `${url}/v1`,
        dimensions: null,
        parallelism: 1,
        timeoutMs: 2_000,
        queryTimeoutMs: 2_000,
      },
      { projectRoot: "/", env },
    );

  test("may answer in any order", async () => {
    const embedder = await withFault({ kind: "shuffle" }, "openai");
    const shuffled = await embedPassages(embedder, passages(20));
    server.setFault({ kind: "none" });
    expect(await embedPassages(embedder, passages(20))).toEqual(shuffled);
    expect(vectorOf(shuffled[0])).not.toEqual(vectorOf(shuffled[19]));
  });

  test("gets the key that is meant for this program", async () => {
    server = await startFakeEmbeddingServer({ key });
    const embedder = withKey(server.url, { GREPAI_OPENAI_API_KEY: key });
    expect((await embedPassages(embedder, ["text"]))[0]?.ok).toBe(true);
    expect(await embedder.health()).toEqual({ status: "connected" });
  });

  test("never gets the key for OpenAI itself", async () => {
    server = await startFakeEmbeddingServer({ key });
    const embedder = withKey(server.url, { OPENAI_API_KEY: key });
    await expect(embedder.id()).rejects.toEqual(unavailable(/GREPAI_OPENAI_API_KEY/));
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  test("that refuses a key does not bring it into the message", async () => {
    server = await startFakeEmbeddingServer({ key: "another" });
    const embedder = withKey(server.url, { GREPAI_OPENAI_API_KEY: key });
    const error = await embedder.id().catch((thrown: unknown) => thrown);
    expect(error).toEqual(unavailable(/denied.*\*\*\*/));
    expect(String(error)).not.toContain("verysecret");
    expect(JSON.stringify(await embedder.health())).not.toContain("verysecret");
  });
});

describe("endpoints", () => {
  test.each(["ftp://host", "http://", "::::"])("%s is refused with a remedy", async (endpoint) => {
    for (const provider of ["ollama", "openai"] as const) {
      const embedder = embedderAt("", provider, { endpoint });
      await expect(embedder.id()).rejects.toEqual(
        expect.objectContaining({ code: "INVALID_CONFIG", message: expect.stringContaining("embedder.endpoint") }),
      );
    }
  });

  test("credentials in them are sent, and not shown", async () => {
    server = await startFakeEmbeddingServer({ models: ["other"] });
    const endpoint = server.url.replace("http://", "http://user:pa55word@");
    const error = await embedderAt("", "ollama", { endpoint })
      .id()
      .catch((thrown: unknown) => thrown);
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${btoa("user:pa55word")}`);
    expect(String(error)).not.toContain("pa55word");
  });
});
