import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { shippedPath } from "../../assets.ts";
import { StaticEncoder } from "./encoder.ts";
import { IdentifierTokenizer } from "./identifier-tokenizer.ts";
import { loadStaticModel } from "./load.ts";
import { StaticEmbedder } from "./static-embedder.ts";
import { buildVocabulary } from "./vocabulary.ts";

const shipped = shippedPath("models", "code-static");

function tokenizeWith(words: readonly string[], text: string): string[] {
  const tokens: string[] = [];
  const vocabulary = buildVocabulary(Buffer.from(words.map((word) => `${word}\n`).join("")));
  new IdentifierTokenizer(vocabulary).tokenize(text, { add: (id) => tokens.push(words[id] ?? "?") });
  return tokens;
}

describe("tokenizer of identifiers", () => {
  const words = ["parse", "http", "response", "a", "x", "2", "404", "user", "users", "name", "un", "abc", "s"];

  test.each([
    ["parseHTTPResponse", ["parse", "http", "response"]],
    ["HTTPResponse_PARSE-a", ["http", "response", "parse", "a"]],
    ["HTTPs", []],
    ["ABCUser", ["abc", "user"]],
    ["user2name", ["user", "2", "name"]],
    ["404 40404 4049 12345", ["404"]],
    ["username", ["user", "name"]],
    ["usersname", ["users", "name"]],
    ["zzusernamezz", ["user", "name"]],
    ["unx", []],
    ["naïve café", []],
    ["日本 user 😀 name", ["user", "name"]],
    ["", []],
  ])("%s", (text, expected) => {
    expect(tokenizeWith(words, text)).toEqual(expected);
  });

  test("takes words longer than any prefix only as a whole", () => {
    const long = "internationalization";
    expect(tokenizeWith([long, "international"], `${long} ${long}s`)).toEqual([long, "international"]);
  });

  test("passes over a megabyte of unbroken letters", () => {
    expect(tokenizeWith(words, "q".repeat(1_000_000))).toEqual([]);
  });

  test.each([
    ["a\n\nb\n", /line 2 is empty/],
    ["a\nb\na\n", /line 3 is repeated/],
    ["a\nB\n", /line 2 is not a word/],
    ["a\nb", /cut short/],
  ])("refuses the vocabulary %j", (file, message) => {
    expect(() => buildVocabulary(Buffer.from(file))).toThrow(message);
  });
});

describe("the model that ships", () => {
  const model = loadStaticModel(shipped);
  const encoder = new StaticEncoder(model);

  // Made by the training code, which is independent of this one.
  test.each([
    {
      text: "where do we check that a user may log in",
      ids: [178, 117, 98, 120, 39, 1, 170, 302, 211, 10],
      first8: [-0.06066, -0.01996, 0.00357, -0.0624, -0.00411, 0.00175, 0.04846, -0.02203],
    },
    {
      text: "func validateOrder(id string) error {\n\treturn nil\n}",
      ids: [30, 464, 312, 64, 20, 14, 3, 56],
      first8: [-0.07843, 0.04599, -0.06539, -0.02143, 0.01744, 0.06179, 0.07158, 0.0606],
    },
    {
      text: "parseHTTPResponse2xx",
      ids: [122, 182, 164, 42, 2008],
      first8: [-0.07825, -0.03143, -0.09102, 0.02283, 0.05616, 0.16078, -0.03339, 0.01927],
    },
    {
      text: "snake_case_name kebab-case ABCDef",
      ids: [5150, 155, 29, 12802, 155, 2184, 5],
      first8: [-0.06953, -0.12005, -0.08417, 0.05737, 0.11964, -0.0037, -0.04694, -0.01604],
    },
  ])("encodes $text as its training does", ({ text, ids, first8 }) => {
    const { tokenizer } = model;
    if (tokenizer.kind !== "identifier-parts") throw new Error("unexpected tokenizer");
    const found: number[] = [];
    new IdentifierTokenizer(tokenizer.vocabulary).tokenize(text, { add: (id) => found.push(id) });
    expect(found).toEqual(ids);
    const vector = encoder.encode(text);
    for (const [at, value] of first8.entries()) expect(vector[at]).toBeCloseTo(value, 5);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
  });

  test("brings code and its description together", () => {
    const query = encoder.encode("check the password of a user");
    const code = [
      "func verifyPassword(user *User, password string) bool { return hash(password) == user.hash }",
      "func drawCircle(canvas *Canvas, radius float64) { canvas.arc(radius) }",
      "SELECT id FROM invoices ORDER BY created_at",
    ].map((text) => encoder.encode(text).reduce((sum, value, at) => sum + value * (query[at] as number), 0));
    expect(code.indexOf(Math.max(...code))).toBe(0);
  });

  test("gives the same vector whatever was encoded before, and into any array", () => {
    const fresh = new StaticEncoder(model).encode("close the file");
    encoder.encode("open open open the door");
    const into = new Float32Array(512).fill(7);
    encoder.encode("close the file", into.subarray(256));
    expect(into.slice(256)).toEqual(fresh);
    expect(into.slice(0, 256).every((value) => value === 7)).toBe(true);
  });

  test("has no vector for a text without a word", async () => {
    expect(encoder.encode("漢字 {}").every((value) => value === 0)).toBe(true);
    const outcomes = await new StaticEmbedder(shipped).embed(["漢字 {}", "word"], { kind: "passage" });
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([false, true]);
  });

  test("lies in memory that threads share", () => {
    expect(model.vectors.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(model.tokenWeights?.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(structuredClone(model).vectors.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test("is embedded with until aborted", async () => {
    const signal = AbortSignal.abort();
    await expect(new StaticEmbedder(shipped).embed(["text"], { kind: "query", signal })).rejects.toEqual(
      expect.objectContaining({ code: "CANCELLED" }),
    );
  });
});

describe("a damaged model", () => {
  let folder: string;
  const weights = () => join(folder, "model.safetensors");
  const refusal = (message: RegExp) =>
    expect.objectContaining({ code: "EMBEDDER_UNAVAILABLE", message: expect.stringMatching(message) });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "grepai-model-"));
    cpSync(shipped, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function expectRefusal(message: RegExp): Promise<void> {
    const embedder = new StaticEmbedder(folder);
    await expect(embedder.id()).rejects.toEqual(refusal(message));
    expect(await embedder.health()).toEqual({ status: "unavailable", reason: expect.stringMatching(message) });
  }

  test.each([0, 7, 100, 5_000, 6_900_000])("cut to %d bytes is refused", async (bytes) => {
    truncateSync(weights(), bytes);
    await expectRefusal(/model\.safetensors cannot be used: .*(short|format)/);
  });

  test.each([
    ["<html>not found</html>", /safetensors format/],
    ["version https://git-lfs.github.com/spec/v1\noid sha256:0", /git lfs pull/],
    ["\u0002\0\0\0\0\0\0\0[]", /safetensors format/],
    ["\u0002\0\0\0\0\0\0\0{}", /holds no "embeddings"/],
    [safetensorsHeader({ embeddings: { dtype: "I8", shape: [2, 2], data_offsets: [0, 5] } }), /size unlike its shape/],
    [safetensorsHeader({ embeddings: { dtype: "U99", shape: [2, 2], data_offsets: [0, 4] } }), /type.*U99/],
    [safetensorsHeader({ embeddings: { dtype: "I8", shape: [-2, 2], data_offsets: [0, 4] } }), /no valid shape/],
    [safetensorsHeader({ embeddings: { dtype: "I8", shape: [2, 2], data_offsets: [0, 4] } }), /cut short/],
    [safetensorsHeader({ embeddings: null }), /not supported/],
  ])("replaced by %j is refused", async (content, message) => {
    writeFileSync(weights(), content, "latin1");
    await expectRefusal(message);
  });

  test("whose files do not belong together is refused", async () => {
    writeFileSync(join(folder, "vocab.txt"), "one\ntwo\n");
    await expectRefusal(/26597 vectors for the 2 words/);
    writeFileSync(join(folder, "vocab.txt"), "one\ntwo\ntwo\n");
    await expectRefusal(/vocab\.txt is damaged: line 3 is repeated/);
  });

  test("that lacks a file is refused by that file's name", async () => {
    rmSync(join(folder, "config.json"));
    await expectRefusal(/config\.json.*cannot be read/);
    writeFileSync(join(folder, "config.json"), "{oops");
    await expectRefusal(/config\.json.*not valid JSON/);
  });

  test("has another identity once its weights differ", async () => {
    const before = await new StaticEmbedder(folder).id();
    const bytes = readFileSync(weights());
    for (let at = 4_000; at < bytes.length - 200_000; at++) bytes[at] = ((bytes[at] as number) + 1) & 0xff;
    writeFileSync(weights(), bytes);
    const after = await new StaticEmbedder(folder).id();
    expect(after.model).not.toBe(before.model);
    expect(after.model).toMatch(/^code-static@[0-9a-f]{8}$/);
    expect(existsSync(folder)).toBe(true);
  });
});

/** A file with this header and no data. */
function safetensorsHeader(header: unknown): string {
  const json = JSON.stringify(header);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return length.toString("latin1") + json;
}
