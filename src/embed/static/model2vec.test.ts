import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { shippedPath } from "../../assets.ts";
import { StaticEncoder } from "./encoder.ts";
import { loadStaticModel } from "./load.ts";

/** Word pieces by id, as a BERT tokenizer has them. */
const words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "open", "file", "##s", "close", "(", ")"];
const tokenizerJson = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: [0, 1, 2, 3].map((id) => ({
    id,
    content: words[id],
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: "BertNormalizer",
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: { type: "BertProcessing", sep: ["[SEP]", 3], cls: ["[CLS]", 2] },
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(words.map((word, id) => [word, id])),
  },
};

interface Tensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: Buffer;
}

function writeSafetensors(path: string, tensors: Readonly<Record<string, Tensor>>): void {
  const header: Record<string, unknown> = { __metadata__: { format: "pt" } };
  let offset = 0;
  for (const [name, { dtype, shape, bytes }] of Object.entries(tensors)) {
    header[name] = { dtype, shape, data_offsets: [offset, offset + bytes.length] };
    offset += bytes.length;
  }
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  writeFileSync(path, Buffer.concat([length, json, ...Object.values(tensors).map(({ bytes }) => bytes)]));
}

/** Three values a token, all exact in half precision: [id, id², 1 for even ids else −1] / 4. */
const table = words.map((_, id) => [id / 4, (id * id) / 4, id % 2 === 0 ? 0.25 : -0.25]);

function halfBits(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = Math.abs(value) / 2 ** exponent - 1;
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | Math.round(fraction * 1024);
}

const encodings: Readonly<Record<string, (values: readonly number[]) => Buffer>> = {
  F64: (values) => Buffer.from(Float64Array.from(values).buffer),
  F32: (values) => Buffer.from(Float32Array.from(values).buffer),
  F16: (values) => Buffer.from(Uint16Array.from(values.map(halfBits)).buffer),
  BF16: (values) => {
    const bits = new Uint32Array(Float32Array.from(values).buffer);
    return Buffer.from(Uint16Array.from(bits, (word) => word >>> 16).buffer);
  },
  I8: (values) => Buffer.from(Int8Array.from(values.map((value) => value * 4)).buffer),
  I64: (values) => Buffer.from(BigInt64Array.from(values.map(BigInt)).buffer),
  I32: (values) => Buffer.from(Int32Array.from(values).buffer),
};

function tensor(dtype: string, shape: readonly number[], values: readonly number[]): Tensor {
  const encode = encodings[dtype];
  if (encode === undefined) throw new Error(`no encoding for ${dtype}`);
  return { dtype, shape, bytes: encode(values) };
}

/** The unit vector of a weighted mean of rows, computed the plain way. */
function expectedVector(tokens: readonly (readonly [row: number, weight: number])[]): number[] {
  const sum = [0, 1, 2].map((at) =>
    tokens.reduce((total, [row, weight]) => total + (table[row]?.[at] ?? 0) * weight, 0),
  );
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

describe("a Model2Vec folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "grepai-model2vec-"));
    writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(tokenizerJson));
    writeFileSync(join(folder, "config.json"), JSON.stringify({ model_type: "model2vec", normalize: true }));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const weightsPath = () => join(folder, "model.safetensors");
  const encode = (text: string) => [...new StaticEncoder(loadStaticModel(folder)).encode(text)];

  test.each(["F32", "F16", "BF16", "F64", "I8"])("in %s gives the mean of its tokens' vectors", (dtype) => {
    writeSafetensors(weightsPath(), { embeddings: tensor(dtype, [10, 3], table.flat()) });
    const vector = encode("open Files (unheard)");
    // "unheard" is unknown and left out, as are the special tokens.
    const expected = expectedVector([4, 5, 6, 8, 9].map((id) => [id, 1] as const));
    for (const [at, value] of expected.entries()) expect(vector[at]).toBeCloseTo(value, 5);
  });

  test("counts a repeated token each time", () => {
    writeSafetensors(weightsPath(), { embeddings: tensor("F32", [10, 3], table.flat()) });
    const vector = encode("open open open close");
    for (const [at, value] of expectedVector([
      [4, 3],
      [7, 1],
    ]).entries())
      expect(vector[at]).toBeCloseTo(value, 5);
  });

  test.each(["I64", "I32"])("with a quantised vocabulary uses its mapping (%s) and weights", (dtype) => {
    writeSafetensors(weightsPath(), {
      embeddings: tensor(
        "F16",
        [3, 3],
        [table[4], table[5], table[7]].flatMap((row) => row ?? []),
      ),
      mapping: tensor(dtype, [10], [0, 0, 0, 0, 0, 1, 1, 2, 2, 2]),
      weights: tensor("F64", [10], [1, 1, 1, 1, 0.5, 2, 0.25, 1, 1, 1]),
    });
    const vector = encode("open files close");
    const expected = expectedVector([
      [4, 0.5],
      [5, 2],
      [5, 0.25],
      [7, 1],
    ]);
    for (const [at, value] of expected.entries()) expect(vector[at]).toBeCloseTo(value, 4);
  });

  test("is named after its folder and contents", () => {
    writeSafetensors(weightsPath(), { embeddings: tensor("F32", [10, 3], table.flat()) });
    expect(loadStaticModel(folder).id).toEqual({
      provider: "static",
      model: expect.stringMatching(/^grepai-model2vec-.*@[0-9a-f]{8}$/),
      dimensions: 3,
    });
  });

  test("with values that are not finite, or a mapping beyond its table, is refused", () => {
    writeSafetensors(weightsPath(), { embeddings: tensor("F32", [10, 3], table.flat().with(7, Number.NaN)) });
    expect(() => loadStaticModel(folder)).toThrow(/not finite/);
    writeSafetensors(weightsPath(), {
      embeddings: tensor("F32", [10, 3], table.flat()),
      mapping: tensor("I64", [10], [0, 1, 2, 3, 4, 5, 6, 7, 8, 10]),
    });
    expect(() => loadStaticModel(folder)).toThrow(/mapping.*outside/);
  });
});

interface Reference {
  readonly text: string;
  readonly vector: readonly number[];
}

// Written by the Python library itself; test/models/make.py says how.
describe("a folder that model2vec 0.10 wrote", () => {
  test.each(["wordpiece-f32", "bpe-i8", "unigram-f16", "wordpiece-mapped"])(
    "%s gives the vectors that the library gives for 100 texts",
    (name) => {
      const folder = shippedPath("test", "models", name);
      const encoder = new StaticEncoder(loadStaticModel(folder));
      const references = JSON.parse(readFileSync(join(folder, "reference.json"), "utf8")) as readonly Reference[];
      expect(references).toHaveLength(100);
      for (const { text, vector } of references) {
        const found = encoder.encode(text);
        const apart = Math.max(...vector.map((value, at) => Math.abs(value - (found[at] as number))));
        expect(apart, text).toBeLessThan(1e-5);
      }
    },
  );
});

describe("a folder that is no model", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "grepai-model2vec-"));
    writeSafetensors(join(folder, "model.safetensors"), { embeddings: tensor("F32", [10, 3], table.flat()) });
    writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(tokenizerJson));
    writeFileSync(join(folder, "config.json"), JSON.stringify({ model_type: "model2vec" }));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ["model.safetensors", undefined, /model\.safetensors cannot be used: it cannot be opened/],
    ["tokenizer.json", undefined, /tokenizer\.json cannot be used: it cannot be read/],
    ["tokenizer.json", "{}", /tokenizer\.json cannot be used: it holds no "model"/],
    ["tokenizer.json", "<html>", /tokenizer\.json cannot be used: it is not valid JSON/],
    [
      "tokenizer.json",
      '{"model":{"type":"Oracle","vocab":{}}}',
      /tokenizer\.json cannot be used: it is no tokenizer grepai can run/,
    ],
    [
      "tokenizer.json",
      JSON.stringify({
        ...tokenizerJson,
        model: { ...tokenizerJson.model, vocab: { ...tokenizerJson.model.vocab, more: 10 } },
      }),
      /tokenizer\.json cannot be used: it knows 11 tokens where the weights have 10/,
    ],
    ["config.json", undefined, /config\.json cannot be used: it cannot be read/],
  ])("with %s being %j is refused by name", (name, content, message) => {
    if (content === undefined) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), content);
    expect(() => new StaticEncoder(loadStaticModel(folder))).toThrow(
      expect.objectContaining({ code: "EMBEDDER_UNAVAILABLE", message: expect.stringMatching(message) }),
    );
  });
});
