/** An array that can be kept in a derived file as it lies in memory. */
export type SectionArray = Uint32Array | Float32Array | Int8Array | Uint8Array;

/** A description, and the byte length of each array that follows it. */
interface SectionHead {
  readonly description: unknown;
  readonly lengths: readonly number[];
}

const LENGTH_BYTES = 4;

/** A description (JSON) and arrays as the parts of one payload, without copying the arrays. */
export function encodeSections(description: unknown, arrays: readonly SectionArray[]): Uint8Array[] {
  const head: SectionHead = { description, lengths: arrays.map((array) => array.byteLength) };
  const text = Buffer.from(JSON.stringify(head), "utf8");
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  return [length, text, ...arrays.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength))];
}

/** Takes apart what {@link encodeSections} made. The payload is trusted: its checksum was verified. */
export class SectionReader {
  readonly description: unknown;
  readonly #payload: Uint8Array;
  readonly #lengths: readonly number[];
  #next = 0;
  #offset: number;

  constructor(payload: Buffer) {
    this.#payload = payload;
    this.#offset = LENGTH_BYTES + payload.readUInt32LE(0);
    const head = JSON.parse(payload.toString("utf8", LENGTH_BYTES, this.#offset)) as SectionHead;
    this.description = head.description;
    this.#lengths = head.lengths;
  }

  /** A copy of the next section, so that the payload's memory can be given back. */
  uint32(): Uint32Array {
    const bytes = this.bytes();
    const copy = new Uint32Array(bytes.length / 4);
    new Uint8Array(copy.buffer).set(bytes);
    return copy;
  }

  /** A copy of the next section. */
  float32(): Float32Array {
    return new Float32Array(this.uint32().buffer);
  }

  /** The next section in the payload's own memory. */
  bytes(): Uint8Array {
    const length = this.#lengths[this.#next++];
    if (length === undefined) throw new RangeError("a section is missing");
    const start = this.#offset;
    this.#offset += length;
    if (this.#offset > this.#payload.length) throw new RangeError("a section is cut short");
    return this.#payload.subarray(start, this.#offset);
  }
}
