import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { GrepaiError, messageOf } from "../../errors.ts";
import { HuggingFaceTokenizer } from "./huggingface-tokenizer.ts";
import type { Pooling, StaticModel, TokenizerData } from "./model.ts";
import { SafetensorsFile, type TensorInfo, unusable } from "./safetensors.ts";
import { buildVocabulary } from "./vocabulary.ts";

/** Values of the table that go into its fingerprint, evenly spread: enough to tell two trainings apart at once. */
const fingerprintSamples = 16_384;

/** What a model folder's `config.json` says; keys of Model2Vec or of our own models. */
interface ModelConfig {
  readonly name: string;
  readonly tokenizer: "identifier-parts" | "huggingface";
  readonly pooling: Pooling;
  readonly dimensions: number | null;
}

/**
 * Loads a static model from a folder: one of ours (`model.safetensors` with I8 `embeddings` and `scales`, `vocab.txt`,
 * `config.json` with `"tokenizer": "identifier-parts"`), or any Model2Vec folder (`model.safetensors` with `embeddings`
 * and optional `weights` and `mapping`, `tokenizer.json`, `config.json`; https://github.com/MinishLab/model2vec).
 * @throws GrepaiError EMBEDDER_UNAVAILABLE when a file is missing, damaged or does not fit the others
 */
export function loadStaticModel(folder: string): StaticModel {
  const config = readConfig(folder);
  const file = SafetensorsFile.open(join(folder, "model.safetensors"));
  try {
    const table = tableOf(file);
    const [rows, dimensions] = table.shape as [number, number];
    if (config.dimensions !== null && config.dimensions !== dimensions) {
      throw unusable(file.path, `its vectors have ${dimensions} values where config.json says ${config.dimensions}`);
    }
    const vectors = table.type === "I8" ? file.readInt8(table) : file.readFloats(table);
    const weights = file.tensors.get("scales") ?? file.tensors.get("weights");
    const tokenWeights = weights === undefined ? null : file.readFloats(weights);
    const mapping = file.tensors.get("mapping");
    const tokenRows = mapping === undefined ? null : file.readIntegers(mapping);
    const tokenCount = tokenRows?.length ?? rows;
    const tokenizer = readTokenizer(folder, config, tokenCount);
    if (tokenRows?.some((row) => row < 0 || row >= rows))
      throw unusable(file.path, '"mapping" points outside the table');
    if (tokenWeights !== null && tokenWeights.length !== tokenCount) {
      throw unusable(file.path, `it has ${tokenWeights.length} weights for ${tokenCount} tokens`);
    }
    if (tokenizer.kind === "identifier-parts" && tokenizer.vocabulary.size !== tokenCount) {
      throw unusable(file.path, `it has ${tokenCount} vectors for the ${tokenizer.vocabulary.size} words of vocab.txt`);
    }
    const model = `${config.name}@${fingerprint(vectors, tokenWeights)}`;
    return {
      id: { provider: "static", model, dimensions },
      dimensions,
      vectors,
      tokenWeights,
      tokenRows,
      tokenCount,
      tokenizer,
      pooling: config.pooling,
    };
  } finally {
    file.close();
  }
}

function tableOf(file: SafetensorsFile): TensorInfo {
  const table = file.tensors.get("embeddings") ?? file.tensors.get("embedding.weight");
  if (table === undefined) {
    const names = [...file.tensors.keys()].slice(0, 3).join(", ");
    throw unusable(
      file.path,
      `it holds no "embeddings" table (but ${names || "nothing"}), so it is not a static model`,
    );
  }
  if (table.shape.length !== 2 || table.elements === 0) throw unusable(file.path, '"embeddings" is not a table');
  return table;
}

function readModelFile(folder: string, name: string): Buffer {
  const path = join(folder, name);
  try {
    return readFileSync(path);
  } catch (error) {
    throw unusable(path, `it cannot be read (${messageOf(error)})`, error);
  }
}

function parseModelJson(folder: string, name: string): Readonly<Record<string, unknown>> {
  const text = readModelFile(folder, name).toString("utf8");
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    throw unusable(join(folder, name), "it is not valid JSON", error);
  }
  throw unusable(join(folder, name), "it is not a JSON object");
}

function readConfig(folder: string): ModelConfig {
  const config = parseModelJson(folder, "config.json");
  const isOurs = config["tokenizer"] === "identifier-parts";
  const name = isOurs && typeof config["name"] === "string" ? config["name"] : basename(resolve(folder));
  return {
    name,
    tokenizer: isOurs ? "identifier-parts" : "huggingface",
    dimensions: isOurs && typeof config["dimensions"] === "number" ? config["dimensions"] : null,
    pooling: isOurs && config["pooling"] === "sqrt-count" ? "sqrt-count" : "mean",
  };
}

function readTokenizer(folder: string, config: ModelConfig, tokenCount: number): TokenizerData {
  if (config.tokenizer === "huggingface") {
    return readHuggingFaceTokenizer(folder, tokenCount);
  }
  try {
    return { kind: "identifier-parts", vocabulary: buildVocabulary(readModelFile(folder, "vocab.txt")) };
  } catch (error) {
    throw new GrepaiError("EMBEDDER_UNAVAILABLE", `${join(folder, "vocab.txt")} is damaged: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

function readHuggingFaceTokenizer(folder: string, tokenCount: number): TokenizerData {
  const path = join(folder, "tokenizer.json");
  const { model } = parseModelJson(folder, "tokenizer.json") as { readonly model?: HuggingFaceModel | null };
  if (typeof model !== "object" || model === null)
    throw unusable(path, 'it holds no "model", so it is not a tokenizer');
  const words = Object.keys(model.vocab ?? {}).length;
  if (words > tokenCount) throw unusable(path, `it knows ${words} tokens where the weights have ${tokenCount}`);
  const json = readModelFile(folder, "tokenizer.json").toString("utf8");
  const unknownToken = unknownTokenOf(model);
  try {
    // Only a try: each thread makes its own.
    new HuggingFaceTokenizer(json, unknownToken);
  } catch (error) {
    throw unusable(path, `it is no tokenizer grepai can run (${messageOf(error)})`, error);
  }
  return { kind: "huggingface", json, unknownToken };
}

/** What is read of a tokenizer's `model`; its vocabulary is an object of ids, or a Unigram model's [token, score] list. */
interface HuggingFaceModel {
  readonly unk_token?: unknown;
  readonly unk_id?: unknown;
  readonly vocab?: unknown;
}

/** The token that stands for anything unknown: named, or in a Unigram model a place in its list of [token, score]. */
function unknownTokenOf(model: HuggingFaceModel): string | null {
  const { unk_token: name, unk_id: place, vocab } = model;
  if (typeof name === "string") return name;
  const entry: unknown = typeof place === "number" && Array.isArray(vocab) ? vocab[place] : undefined;
  return Array.isArray(entry) && typeof entry[0] === "string" ? entry[0] : null;
}

/**
 * Tells two versions of a model of one name apart, since their vectors must not be compared. Sampled, because the
 * whole table would take longer to hash than to read, and a training changes every value.
 */
function fingerprint(vectors: Int8Array | Float32Array, weights: Float32Array | null): string {
  let hash = 0x811c9dc5;
  const bits = new DataView(new ArrayBuffer(4));
  const mix = (values: Int8Array | Float32Array) => {
    const step = Math.max(1, Math.floor(values.length / fingerprintSamples));
    for (let at = 0; at < values.length; at += step) {
      bits.setFloat32(0, values[at] as number);
      hash = Math.imul(hash ^ bits.getUint32(0), 0x01000193);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ values.length, 0x01000193);
  };
  mix(vectors);
  if (weights !== null) mix(weights);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
