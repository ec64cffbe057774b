import { describe, expect, test } from "vitest";
import { faultOfFetchError, faultOfStatus, faultOfUnreadable, parseRetryAfter, serverWords } from "./faults.ts";
import { taskPrefix } from "./model-family.ts";
import { backoffMs } from "./retry.ts";
import { estimateTokens, splitText } from "./split.ts";
import { averageVectors, toUnitVector } from "./vectors.ts";

describe("faults", () => {
  const none = new Headers();
  test.each([
    [400, '{"error":"the input length exceeds the context length"}', "too-long"],
    [
      400,
      '{"error":{"message":"This model\'s maximum context length is 8192 tokens, however you requested 9001"}}',
      "too-long",
    ],
    [500, '{"error":{"message":"input is too large to process. increase the physical batch size"}}', "too-long"],
    [413, "{}", "too-long"],
    [404, '{"error":"model \\"x\\" not found, try pulling it first"}', "model-missing"],
    [404, '{"error":{"message":"The model `x` does not exist or you do not have access to it."}}', "model-missing"],
    [404, "<html>Not Found</html>", "nonsense"],
    [405, "", "nonsense"],
    [401, '{"error":{"message":"Incorrect API key"}}', "denied"],
    [429, '{"error":{"message":"Rate limit reached: too large tokens"}}', "busy"],
    [503, "", "busy"],
    [500, '{"error":"failed to encode response: json: unsupported value: NaN"}', "bad-text"],
    [500, '{"error":"do embedding request: Post \\"http://127.0.0.1:1/embedding\\": EOF"}', "cut"],
    [502, "<html>Bad Gateway</html>", "failing"],
    [422, '{"detail":"value is not valid"}', "bad-text"],
  ])("status %d with %s is %s", (status, body, kind) => {
    expect(faultOfStatus(status, none, body).kind).toBe(kind);
  });

  test("an answer that is no JSON", () => {
    expect(faultOfUnreadable('{"data":[{"embedding":[NaN,0.1]}]}').kind).toBe("bad-text");
    expect(faultOfUnreadable("<html>").message).toMatch(/web page/);
    expect(faultOfUnreadable('{"a":').kind).toBe("nonsense");
  });

  test("an error of fetch is told by its cause", () => {
    const failed = (code: string) => new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
    expect(faultOfFetchError(failed("ECONNREFUSED"))).toMatchObject({
      kind: "unreachable",
      message: "connection refused",
    });
    expect(faultOfFetchError(failed("ENOTFOUND")).kind).toBe("unreachable");
    expect(faultOfFetchError(failed("DEPTH_ZERO_SELF_SIGNED_CERT")).kind).toBe("unreachable");
    expect(faultOfFetchError(failed("UND_ERR_SOCKET")).kind).toBe("cut");
    expect(faultOfFetchError("oops").kind).toBe("cut");
  });

  test("a server's words are shortened, on one line, without keys and control characters", () => {
    const words = serverWords(JSON.stringify({ error: `bad\n key sk-abcdef123456 \u001b[2J ${"x".repeat(999)}` }));
    expect(words).toMatch(/^bad key sk-\*\*\* \[2J x+…$/);
    expect(words.length).toBeLessThan(210);
    expect(serverWords("<html><script>")).toBe("a web page");
  });

  test("Retry-After in seconds, as a date, or unreadable", () => {
    expect(parseRetryAfter("7", 0)).toBe(7_000);
    expect(parseRetryAfter("Thu, 01 Jan 1970 00:00:09 GMT", 4_000)).toBe(5_000);
    expect(parseRetryAfter("Thu, 01 Jan 1970 00:00:01 GMT", 4_000)).toBe(0);
    expect(parseRetryAfter("soon", 0)).toBeUndefined();
    expect(parseRetryAfter(null, 0)).toBeUndefined();
  });
});

test("pauses double up to a limit, half of them by chance", () => {
  expect([1, 2, 3].map((failures) => backoffMs(failures, 1))).toEqual([300, 600, 1_200]);
  expect([1, 2, 3].map((failures) => backoffMs(failures, 0))).toEqual([150, 300, 600]);
  expect(backoffMs(40, 1)).toBe(8_000);
});

test.each([
  ["nomic-embed-text", "search_query: ", "search_document: "],
  ["nomic-embed-text:v1.5", "search_query: ", "search_document: "],
  ["hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0", "search_query: ", "search_document: "],
  ["text-embedding-nomic-embed-text-v1.5", "search_query: ", "search_document: "],
  ["manutic/nomic-embed-code", "Represent this query for searching relevant code: ", ""],
  ["mxbai-embed-large:latest", "Represent this sentence for searching relevant passages: ", ""],
  ["BAAI/bge-large-en-v1.5", "Represent this sentence for searching relevant passages: ", ""],
  ["bge-m3", "", ""],
  ["intfloat/multilingual-e5-large", "query: ", "passage: "],
  ["snowflake-arctic-embed:m", "Represent this sentence for searching relevant passages: ", ""],
  ["snowflake-arctic-embed2", "query: ", ""],
  ["embeddinggemma", "task: code retrieval | query: ", "title: none | text: "],
  ["all-minilm", "", ""],
  ["text-embedding-3-small", "", ""],
])("%s wants its prefixes", (model, query, passage) => {
  expect(taskPrefix(model, "query")).toBe(query);
  expect(taskPrefix(model, "passage")).toBe(passage);
});

test("instruction models get theirs with the query only", () => {
  for (const model of ["qwen3-embedding:0.6b", "multilingual-e5-large-instruct"]) {
    expect(taskPrefix(model, "query")).toMatch(/^Instruct: .*\nQuery: $/);
    expect(taskPrefix(model, "passage")).toBe("");
  }
});

describe("splitting", () => {
  test("loses nothing and prefers line ends", () => {
    const text = Array.from({ length: 100 }, (_, at) => `line number ${at}`).join("\n");
    const pieces = splitText(text, 4);
    expect(pieces).toHaveLength(4);
    expect(pieces.join("")).toBe(text);
    for (const piece of pieces.slice(0, -1)) expect(piece.endsWith("\n")).toBe(true);
    for (const piece of pieces) expect(piece.length).toBeLessThan(text.length / 3);
  });

  test.each(["x".repeat(1_001), "😀".repeat(501), "漢字".repeat(333), "abc", "ab"])(
    "cuts %s anywhere but in a character",
    (text) => {
      for (const count of [2, 3, 7]) {
        const pieces = splitText(text, count);
        expect(pieces.join("")).toBe(text);
        for (const piece of pieces) expect(piece).not.toMatch(/\p{Surrogate}/u);
      }
    },
  );

  test("estimates dense text as longer than words", () => {
    const words = estimateTokens("the quick brown fox jumps over the lazy dog");
    expect(words).toBeGreaterThan(8);
    expect(words).toBeLessThan(16);
    expect(estimateTokens("漢字仮名")).toBe(4);
    expect(estimateTokens("=-=-=-=-")).toBe(8);
    expect(estimateTokens("  \n ")).toBe(0);
  });
});

describe("vectors", () => {
  test.each([
    [undefined, /no vector/],
    ["AAAA", /not a list/],
    [[], /not a list/],
    [[1, null], /not a number/],
    [[1, "2"], /not a number/],
    [[0, 0], /zeros/],
    [[1e200, 1e200], /too large/],
  ])("%j is refused", (raw, reason) => {
    expect(toUnitVector(raw)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  test("are averaged by weight, failures left out", () => {
    const unit = (values: number[]) => toUnitVector(values);
    expect(averageVectors([unit([1, 0]), unit([0, 1]), { ok: false, reason: "no" }], [3, 4, 9])).toEqual({
      ok: true,
      vector: Float32Array.of(0.6, 0.8),
    });
    expect(averageVectors([{ ok: false, reason: "no" }], [1])).toEqual({ ok: false, reason: "no" });
  });
});
