/** Bits of a posting that hold the term frequency; the rest is the document, so that 16.7 million fit. */
const FREQUENCY_BITS = 8;
export const MAX_FREQUENCY = (1 << FREQUENCY_BITS) - 1;
export const MAX_DOCUMENTS = 2 ** (32 - FREQUENCY_BITS);

export function documentOf(posting: number): number {
  return posting >>> FREQUENCY_BITS;
}

export function frequencyOf(posting: number): number {
  return posting & MAX_FREQUENCY;
}

/**
 * An immutable inverted index over some documents, in compressed-sparse-row form: the postings of `terms[i]` are
 * `postings[offsets[i] … offsets[i + 1])`, by ascending document.
 */
export interface Segment {
  /** Ascending, distinct. */
  readonly terms: Uint32Array;
  readonly offsets: Uint32Array;
  /** Document and term frequency in one number. */
  readonly postings: Uint32Array;
}

/** Position of a term in a segment, or -1. */
export function findTerm(segment: Segment, term: number): number {
  const { terms } = segment;
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = terms[middle] as number;
    if (value === term) return middle;
    if (value < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Collects the terms of documents, given in ascending order, and turns them into a segment. */
export class SegmentBuilder {
  #terms = new Uint32Array(1024);
  #postings = new Uint32Array(1024);
  #size = 0;

  add(document: number, term: number, frequency: number): void {
    if (this.#size === this.#terms.length) {
      this.#terms = grown(this.#terms);
      this.#postings = grown(this.#postings);
    }
    this.#terms[this.#size] = term;
    this.#postings[this.#size] = document * (1 << FREQUENCY_BITS) + Math.min(frequency, MAX_FREQUENCY);
    this.#size++;
  }

  build(): Segment {
    const { keys, values } = sortByKey(this.#terms.subarray(0, this.#size), this.#postings.subarray(0, this.#size));
    let distinct = 0;
    for (let index = 0; index < keys.length; index++) {
      if (index === 0 || keys[index] !== keys[index - 1]) distinct++;
    }
    const terms = new Uint32Array(distinct);
    const offsets = new Uint32Array(distinct + 1);
    let at = 0;
    for (let index = 0; index < keys.length; index++) {
      if (index > 0 && keys[index] === keys[index - 1]) continue;
      terms[at] = keys[index] as number;
      offsets[at++] = index;
    }
    offsets[distinct] = keys.length;
    return { terms, offsets, postings: values.slice() };
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** Bits a pass of the radix sort looks at; three passes cover 32. */
const PASS_BITS = 11;
const BUCKETS = 1 << PASS_BITS;
const SHIFTS = [0, PASS_BITS, 2 * PASS_BITS] as const;

/** Stable radix sort of two parallel arrays by the first. May use the inputs as work space. */
function sortByKey(inputKeys: Uint32Array, inputValues: Uint32Array): { keys: Uint32Array; values: Uint32Array } {
  let keys = inputKeys;
  let values = inputValues;
  let otherKeys: Uint32Array = new Uint32Array(keys.length);
  let otherValues: Uint32Array = new Uint32Array(keys.length);
  const starts = bucketStarts(keys);
  for (const [pass, shift] of SHIFTS.entries()) {
    const base = pass * BUCKETS;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as number;
      const to = (starts[base + ((key >>> shift) & (BUCKETS - 1))] as number)++;
      otherKeys[to] = key;
      otherValues[to] = values[index] as number;
    }
    [keys, otherKeys] = [otherKeys, keys];
    [values, otherValues] = [otherValues, values];
  }
  return { keys, values };
}

/** Where each bucket of each pass begins; counted for all passes in one go over the keys. */
function bucketStarts(keys: Uint32Array): Uint32Array {
  const starts = new Uint32Array(SHIFTS.length * BUCKETS);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as number;
    (starts[key & (BUCKETS - 1)] as number)++;
    (starts[BUCKETS + ((key >>> SHIFTS[1]) & (BUCKETS - 1))] as number)++;
    (starts[2 * BUCKETS + (key >>> SHIFTS[2])] as number)++;
  }
  for (let base = 0; base < starts.length; base += BUCKETS) {
    let next = 0;
    for (let bucket = base; bucket < base + BUCKETS; bucket++) {
      const count = starts[bucket] as number;
      starts[bucket] = next;
      next += count;
    }
  }
  return starts;
}

/** In a renumbering: the document is gone. */
export const GONE = 0xffff_ffff;

/**
 * One segment with the postings of all. The segments' documents must be disjoint and ascend from one to the next.
 * @param renumbering new number of each document, ascending with the old one, or {@link GONE}; null keeps numbers
 */
export function mergeSegments(segments: readonly Segment[], renumbering: Uint32Array | null): Segment {
  const total = segments.reduce((sum, segment) => sum + segment.postings.length, 0);
  const maxTerms = segments.reduce((sum, segment) => sum + segment.terms.length, 0);
  const terms = new Uint32Array(maxTerms);
  const offsets = new Uint32Array(maxTerms + 1);
  const postings = new Uint32Array(total);
  const heads = new Uint32Array(segments.length);
  let termCount = 0;
  let size = 0;
  for (;;) {
    const term = lowestHead(segments, heads);
    if (term === null) break;
    const start = size;
    for (const [which, segment] of segments.entries()) {
      const head = heads[which] as number;
      if (segment.terms[head] !== term) continue;
      heads[which] = head + 1;
      size = copyPostings(segment, head, renumbering, postings, size);
    }
    if (size === start) continue;
    terms[termCount] = term;
    offsets[termCount++] = start;
  }
  offsets[termCount] = size;
  return {
    terms: terms.slice(0, termCount),
    offsets: offsets.slice(0, termCount + 1),
    postings: size === total ? postings : postings.slice(0, size),
  };
}

function lowestHead(segments: readonly Segment[], heads: Uint32Array): number | null {
  let lowest: number | null = null;
  for (const [which, segment] of segments.entries()) {
    const term = segment.terms[heads[which] as number];
    if (term !== undefined && (lowest === null || term < lowest)) lowest = term;
  }
  return lowest;
}

function copyPostings(
  segment: Segment,
  position: number,
  renumbering: Uint32Array | null,
  into: Uint32Array,
  start: number,
): number {
  const from = segment.offsets[position] as number;
  const to = segment.offsets[position + 1] as number;
  if (renumbering === null) {
    into.set(segment.postings.subarray(from, to), start);
    return start + to - from;
  }
  let size = start;
  for (let index = from; index < to; index++) {
    const posting = segment.postings[index] as number;
    const document = renumbering[documentOf(posting)] as number;
    if (document !== GONE) into[size++] = document * (1 << FREQUENCY_BITS) + frequencyOf(posting);
  }
  return size;
}
