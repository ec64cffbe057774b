/**
 * A vocabulary of lower-case ASCII words laid out in shared memory: an open-addressing hash table over the words'
 * bytes. Worker threads share it, and a stretch of a text is looked up without making a string of it.
 */
export interface SharedVocabulary {
  readonly size: number;
  /** Length of the longest word. */
  readonly maxWordLength: number;
  /** All words, each followed by a newline. */
  readonly bytes: Uint8Array;
  /** Where word `i` starts in `bytes`; one entry more than words. */
  readonly starts: Uint32Array;
  /** Token id + 1 by hash, 0 where free; a power of two, at most half full. */
  readonly slots: Int32Array;
}

const newline = 0x0a;

/** FNV-1a, 32 bits (Fowler, Noll, Vo): cheap to extend by one letter, which prefixes need. */
export const hashStart = 0x811c9dc5;
export function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** Whether a byte is a small letter or a digit. */
function isWordByte(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
}

/**
 * Lays out the words of a vocabulary file; a word's line, counted from 0, is its token id.
 * @param file one word a line, each line ended by a newline
 * @throws RangeError when a word is empty, repeated or not lower-case ASCII letters and digits
 */
export function buildVocabulary(file: Uint8Array): SharedVocabulary {
  if (file.length > 0 && file[file.length - 1] !== newline) throw new RangeError("the last line is cut short");
  let size = 0;
  for (const byte of file) if (byte === newline) size++;
  const bytes = new Uint8Array(new SharedArrayBuffer(file.length));
  bytes.set(file);
  const starts = new Uint32Array(new SharedArrayBuffer((size + 1) * 4));
  const slots = new Int32Array(new SharedArrayBuffer(2 ** Math.ceil(Math.log2(Math.max(2, size * 2))) * 4));
  const mask = slots.length - 1;
  let maxWordLength = 0;
  for (let tokenId = 0, start = 0; tokenId < size; tokenId++) {
    let end = start;
    let hash = hashStart;
    for (let byte = file[end] as number; byte !== newline; byte = file[++end] as number) {
      if (!isWordByte(byte)) throw new RangeError(`line ${tokenId + 1} is not a word of small letters and digits`);
      hash = hashStep(hash, byte);
    }
    if (end === start) throw new RangeError(`line ${tokenId + 1} is empty`);
    starts[tokenId + 1] = end + 1;
    let slot = hash & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = (slots[slot] as number) - 1;
      if (sameWord(bytes, starts[other] as number, start)) throw new RangeError(`line ${tokenId + 1} is repeated`);
    }
    slots[slot] = tokenId + 1;
    maxWordLength = Math.max(maxWordLength, end - start);
    start = end + 1;
  }
  return { size, maxWordLength, bytes, starts, slots };
}

function sameWord(bytes: Uint8Array, first: number, second: number): boolean {
  let at = 0;
  while (bytes[first + at] === bytes[second + at] && bytes[first + at] !== newline) at++;
  return bytes[first + at] === bytes[second + at];
}

/**
 * Token id of `text[from, to)`, or -1. Case is ignored; the stretch must hold ASCII letters and digits only.
 * @param hash of the stretch in lower case, by {@link hashStep}
 */
export function findWord(vocabulary: SharedVocabulary, hash: number, text: string, from: number, to: number): number {
  const { bytes, starts, slots } = vocabulary;
  const mask = slots.length - 1;
  const length = to - from;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const entry = slots[slot] as number;
    if (entry === 0) return -1;
    const start = starts[entry - 1] as number;
    if ((starts[entry] as number) - 1 - start !== length) continue;
    let at = 0;
    // Setting this bit turns capitals into small letters and leaves digits as they are.
    while (at < length && bytes[start + at] === (text.charCodeAt(from + at) | 0x20)) at++;
    if (at === length) return entry - 1;
  }
}
