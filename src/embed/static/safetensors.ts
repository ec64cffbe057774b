import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { GrepaiError, messageOf } from "../../errors.ts";

/** Bytes an element of each type takes; the types of the format that embedding tables come in. */
const elementBytes = { F64: 8, F32: 4, F16: 2, BF16: 2, I64: 8, I32: 4, I8: 1 } as const;

export type TensorType = keyof typeof elementBytes;

/** Where one tensor lies in its file. */
export interface TensorInfo {
  readonly name: string;
  readonly type: TensorType;
  readonly shape: readonly number[];
  /** Product of the shape. */
  readonly elements: number;
  /** Position of its first byte in the file. */
  readonly position: number;
}

/** The format's own bound on the header, so that a foreign file's first bytes cannot ask for gigabytes. */
const maxHeaderBytes = 100_000_000;
/** Elements converted at a time, so that no second copy of the table is held. */
const conversionBlock = 1 << 18;

function isTensorType(value: unknown): value is TensorType {
  return typeof value === "string" && Object.hasOwn(elementBytes, value);
}

function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function allFinite(values: Float32Array): boolean {
  // The runtime's own loop: one written out would be compiled, which takes more memory than most tables of weights.
  return [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].every((value) => !values.includes(value));
}

/** Value of IEEE 754 binary16 bits. */
function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/**
 * An open file in the safetensors format: eight bytes of header length (little-endian), a JSON header that names
 * each tensor's type, shape and place, then the bytes of the tensors.
 * Format: https://github.com/huggingface/safetensors#format
 */
export class SafetensorsFile {
  readonly path: string;
  readonly tensors: ReadonlyMap<string, TensorInfo>;
  readonly #descriptor: number;

  private constructor(path: string, descriptor: number, tensors: ReadonlyMap<string, TensorInfo>) {
    this.path = path;
    this.#descriptor = descriptor;
    this.tensors = tensors;
  }

  /**
   * Opens a file and checks that its header is whole and that every tensor lies within the file.
   * @throws GrepaiError EMBEDDER_UNAVAILABLE when it is missing, cut short or of another format
   */
  static open(path: string): SafetensorsFile {
    let descriptor: number;
    try {
      descriptor = openSync(path, "r");
    } catch (error) {
      throw unusable(path, `it cannot be opened (${messageOf(error)})`, error);
    }
    try {
      return new SafetensorsFile(path, descriptor, readHeader(path, descriptor));
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /**
   * The tensor as it is, in memory that threads share.
   * @throws GrepaiError EMBEDDER_UNAVAILABLE when it is of another type
   */
  readInt8(tensor: TensorInfo): Int8Array {
    if (tensor.type !== "I8") throw unusable(this.path, `"${tensor.name}" is ${tensor.type}, not I8`);
    const values = new Int8Array(new SharedArrayBuffer(tensor.elements));
    this.#fill(new Uint8Array(values.buffer), tensor.position);
    return values;
  }

  /**
   * The tensor's values as 32-bit floats in memory that threads share, whatever its type.
   * @throws GrepaiError EMBEDDER_UNAVAILABLE when a value is not finite
   */
  readFloats(tensor: TensorInfo): Float32Array {
    const values = new Float32Array(new SharedArrayBuffer(tensor.elements * 4));
    if (tensor.type === "F32") this.#fill(new Uint8Array(values.buffer), tensor.position);
    else this.#convert(tensor, values);
    if (!allFinite(values)) throw unusable(this.path, `"${tensor.name}" holds values that are not finite`);
    return values;
  }

  /** The tensor's values as 32-bit integers in memory that threads share. */
  readIntegers(tensor: TensorInfo): Int32Array {
    const values = new Int32Array(new SharedArrayBuffer(tensor.elements * 4));
    this.#convert(tensor, values);
    return values;
  }

  #convert(tensor: TensorInfo, target: Float32Array | Int32Array): void {
    const width = elementBytes[tensor.type];
    const block = new ArrayBuffer(Math.min(conversionBlock, tensor.elements) * width);
    const bytes = new Uint8Array(block);
    const values = blockReader(tensor.type, block);
    for (let start = 0; start < tensor.elements; start += conversionBlock) {
      const count = Math.min(conversionBlock, tensor.elements - start);
      this.#fill(bytes.subarray(0, count * width), tensor.position + start * width);
      target.set(values(count), start);
    }
  }

  #fill(bytes: Uint8Array, position: number): void {
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.#descriptor, bytes, done, bytes.length - done, position + done);
      if (read === 0) throw unusable(this.path, "it ends too early");
      done += read;
    }
  }
}

/** A function that gives the first `count` values of a block that is filled again and again. */
function blockReader(type: TensorType, block: ArrayBuffer): (count: number) => ArrayLike<number> {
  switch (type) {
    case "F64":
      return (count) => new Float64Array(block, 0, count);
    case "F32":
      return (count) => new Float32Array(block, 0, count);
    case "F16": {
      // There are only 65,536 values, so they are looked up.
      const table = Float32Array.from({ length: 0x10000 }, (_, bits) => fromHalf(bits));
      const values = new Float32Array(block.byteLength / 2);
      const halves = new Uint16Array(block);
      return (count) => {
        for (let at = 0; at < count; at++) values[at] = table[halves[at] as number] as number;
        return values.subarray(0, count);
      };
    }
    case "BF16": {
      // A BF16 value is the upper half of a binary32.
      const bits = new Uint32Array(block.byteLength / 2);
      const values = new Float32Array(bits.buffer);
      const halves = new Uint16Array(block);
      return (count) => {
        for (let at = 0; at < count; at++) bits[at] = (halves[at] as number) << 16;
        return values.subarray(0, count);
      };
    }
    case "I64":
      return (count) => Float64Array.from(new BigInt64Array(block, 0, count), Number);
    case "I32":
      return (count) => new Int32Array(block, 0, count);
    case "I8":
      return (count) => new Int8Array(block, 0, count);
  }
}

function readHeader(path: string, descriptor: number): ReadonlyMap<string, TensorInfo> {
  const fileBytes = fstatSync(descriptor).size;
  const prefix = Buffer.alloc(8);
  if (readSync(descriptor, prefix, 0, 8, 0) < 8) throw unusable(path, "it is too short");
  if (prefix.toString("latin1") === "version ") throw unusable(path, "it is a Git LFS pointer; run `git lfs pull`");
  const headerBytes = Number(prefix.readBigUInt64LE());
  if (headerBytes > maxHeaderBytes || 8 + headerBytes > fileBytes) {
    throw unusable(path, "its header is cut short, or it is not in the safetensors format");
  }
  const text = Buffer.alloc(headerBytes);
  readSync(descriptor, text, 0, headerBytes, 8);
  let header: unknown;
  try {
    header = JSON.parse(text.toString("utf8"));
  } catch (error) {
    throw unusable(path, "it is not in the safetensors format", error);
  }
  if (typeof header !== "object" || header === null || Array.isArray(header)) {
    throw unusable(path, "it is not in the safetensors format");
  }
  const dataStart = 8 + headerBytes;
  const tensors = new Map<string, TensorInfo>();
  for (const [name, entry] of Object.entries(header)) {
    if (name !== "__metadata__") tensors.set(name, readEntry(path, name, entry, dataStart, fileBytes));
  }
  return tensors;
}

function readEntry(path: string, name: string, entry: unknown, dataStart: number, fileBytes: number): TensorInfo {
  const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
  if (!isTensorType(dtype)) throw unusable(path, `"${name}" is of a type that is not supported (${String(dtype)})`);
  if (!Array.isArray(shape) || !shape.every(isSize)) throw unusable(path, `"${name}" has no valid shape`);
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isSize)) {
    throw unusable(path, `"${name}" has no valid place`);
  }
  const elements = shape.reduce((product: number, size: number) => product * size, 1);
  const [begin, end] = offsets as [number, number];
  if (end - begin !== elements * elementBytes[dtype]) throw unusable(path, `"${name}" has a size unlike its shape`);
  if (dataStart + end > fileBytes) throw unusable(path, "it is cut short");
  return { name, type: dtype, shape, elements, position: dataStart + begin };
}

/** The error for a model file that cannot be used. */
export function unusable(path: string, why: string, cause?: unknown): GrepaiError {
  return new GrepaiError(
    "EMBEDDER_UNAVAILABLE",
    `The embedding model file ${path} cannot be used: ${why}. Reinstall grepai, or mend \`embedder.model\` in .grepai/config.yaml.`,
    { cause },
  );
}
