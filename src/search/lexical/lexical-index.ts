import type { TermBag, WeightedTerms } from "../../text/types.ts";
import { GrowableUint32 } from "../growable.ts";
import { TopK } from "../top-k.ts";
import {
  documentOf,
  findTerm,
  frequencyOf,
  GONE,
  MAX_DOCUMENTS,
  MAX_FREQUENCY,
  mergeSegments,
  type Segment,
  SegmentBuilder,
} from "./segment.ts";

/** BM25's saturation of term frequency and its length normalisation (Robertson & Zaragoza 2009). */
const K1 = 1.2;
const B = 0.75;

/**
 * What an occurrence in the name and one in the path count, against 1 in the text: the simple form of BM25F
 * (Robertson, Zaragoza & Taylor 2004), which sums weighted frequencies before saturation.
 */
const NAME_WEIGHT = 2;
const PATH_WEIGHT = 4;

/** Occurrences of a word that make a match full, for {@link LexicalScores.fullMatch}. */
const FULL_MATCH = 2;

/** A segment at least this share of its elder's size is merged into it, so that there are few (log-structured merge). */
const MERGE_SHARE = 0.5;

/** What a lexical query found. Valid until the next query. */
export interface LexicalScores {
  /** BM25 of every document, 0 where no term matches; also of documents that may not be shown. */
  readonly scores: Float32Array;
  /** What a document of average length would score that holds every word of the query {@link FULL_MATCH} times. */
  readonly fullMatch: number;
}

/**
 * An inverted index under BM25 that grows by segments: each batch of documents becomes one, and small segments are
 * merged into larger ones. Removed documents stay in the postings until the next {@link renumber}, but count for
 * nothing, so that scores depend on the live documents alone and never on how the index came about.
 */
export class LexicalIndex {
  #segments: Segment[] = [];
  /** Weighted number of terms of each document. */
  readonly #lengths: GrowableUint32;
  #liveCount: number;
  #totalLength: number;
  #builder: SegmentBuilder | null = null;
  #scores = new Float32Array(0);

  constructor(saved?: { readonly segment: Segment; readonly lengths: Uint32Array }) {
    this.#segments = saved === undefined ? [] : [saved.segment];
    this.#lengths = new GrowableUint32(saved?.lengths);
    this.#liveCount = this.#lengths.size;
    this.#totalLength = saved?.lengths.reduce((sum, length) => sum + length, 0) ?? 0;
  }

  get documentCount(): number {
    return this.#lengths.size;
  }

  /** Adds the next document. It can be found after {@link commit}. */
  append(bag: TermBag, pathTerms: Uint32Array): void {
    const document = this.#lengths.size;
    if (document >= MAX_DOCUMENTS) throw new RangeError(`more than ${MAX_DOCUMENTS} passages`);
    this.#builder ??= new SegmentBuilder();
    const length = addDocument(this.#builder, document, bag, pathTerms);
    this.#lengths.push(length);
    this.#liveCount++;
    this.#totalLength += length;
  }

  /** Makes the appended documents findable. */
  commit(): void {
    if (this.#builder === null) return;
    const added = this.#builder.build();
    this.#builder = null;
    if (added.postings.length === 0) return;
    this.#segments.push(added);
    for (;;) {
      const [elder, younger] = this.#segments.slice(-2);
      if (elder === undefined || younger === undefined) return;
      if (younger.postings.length < elder.postings.length * MERGE_SHARE) return;
      this.#segments.splice(-2, 2, mergeSegments([elder, younger], null));
    }
  }

  /** Takes a document out of the counts. The caller's mask of live documents must say so too. */
  remove(document: number): void {
    this.#liveCount--;
    this.#totalLength -= this.#lengths.at(document);
  }

  /** Scores every document. `live` marks those that count (1) for the frequencies of terms. */
  score(query: WeightedTerms, live: Uint8Array): LexicalScores {
    const documents = this.#lengths.size;
    if (this.#scores.length < documents) this.#scores = new Float32Array(this.#lengths.capacity);
    const scores = this.#scores.subarray(0, documents).fill(0);
    let fullMatch = 0;
    for (const [index, term] of query.hashes.entries()) {
      const frequency = this.documentFrequency(term, live);
      const weight = (query.weights[index] as number) * inverseDocumentFrequency(this.#liveCount, frequency) * (K1 + 1);
      if (index < query.wordCount) fullMatch += (weight * FULL_MATCH) / (FULL_MATCH + K1);
      if (frequency > 0) this.#addScores(term, weight, scores);
    }
    return { scores, fullMatch };
  }

  /** Leaves one segment. */
  merge(): void {
    if (this.#segments.length > 1) this.#segments = [mergeSegments(this.#segments, null)];
  }

  /** Drops and renumbers documents, leaving one segment without dead postings. See {@link mergeSegments}. */
  renumber(renumbering: Uint32Array): void {
    this.#segments = [mergeSegments(this.#segments, renumbering)];
    this.#lengths.keep((document) => renumbering[document] !== GONE);
  }

  /** The single segment and the lengths, for a snapshot; only after {@link merge} or {@link renumber}. */
  saved(): { readonly segment: Segment; readonly lengths: Uint32Array } {
    const [segment = new SegmentBuilder().build(), ...others] = this.#segments;
    if (others.length > 0) throw new Error("the lexical index has to be merged before it is saved");
    return { segment, lengths: this.#lengths.values() };
  }

  /** In how many of the documents that `live` marks a term occurs. */
  documentFrequency(term: number, live: Uint8Array): number {
    const isWhole = this.#liveCount === this.#lengths.size;
    let frequency = 0;
    for (const segment of this.#segments) {
      const position = findTerm(segment, term);
      if (position === -1) continue;
      const from = segment.offsets[position] as number;
      const to = segment.offsets[position + 1] as number;
      if (isWhole) frequency += to - from;
      else for (let at = from; at < to; at++) frequency += live[documentOf(segment.postings[at] as number)] as number;
    }
    return frequency;
  }

  #addScores(term: number, weight: number, scores: Float32Array): void {
    const lengths = this.#lengths.values();
    const constantPart = K1 * (1 - B);
    const lengthPart = (K1 * B * this.#liveCount) / Math.max(1, this.#totalLength);
    for (const segment of this.#segments) {
      const position = findTerm(segment, term);
      if (position === -1) continue;
      const { postings } = segment;
      const to = segment.offsets[position + 1] as number;
      for (let at = segment.offsets[position] as number; at < to; at++) {
        const posting = postings[at] as number;
        const document = documentOf(posting);
        const frequency = frequencyOf(posting);
        (scores[document] as number) +=
          (weight * frequency) / (frequency + constantPart + lengthPart * (lengths[document] as number));
      }
    }
  }
}

/** The form of Robertson & Zaragoza that stays positive for terms in more than half of the documents. */
function inverseDocumentFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/** Adds one document's terms, merging those of its path in; both are ascending. Returns the document's length. */
function addDocument(builder: SegmentBuilder, document: number, bag: TermBag, pathTerms: Uint32Array): number {
  const { hashes, bodyCounts, nameCounts } = bag;
  let length = 0;
  let inPath = 0;
  for (let index = 0; index < hashes.length; index++) {
    const term = hashes[index] as number;
    let frequency = (bodyCounts[index] as number) + NAME_WEIGHT * (nameCounts[index] as number);
    for (; inPath < pathTerms.length && (pathTerms[inPath] as number) < term; inPath++) {
      builder.add(document, pathTerms[inPath] as number, PATH_WEIGHT);
      length += PATH_WEIGHT;
    }
    if (pathTerms[inPath] === term) {
      frequency += PATH_WEIGHT;
      inPath++;
    }
    builder.add(document, term, frequency);
    length += Math.min(frequency, MAX_FREQUENCY);
  }
  for (; inPath < pathTerms.length; inPath++) {
    builder.add(document, pathTerms[inPath] as number, PATH_WEIGHT);
    length += PATH_WEIGHT;
  }
  return length;
}

/** The best documents that match at all and that `allowed` marks. */
export function bestMatches(found: LexicalScores, k: number, allowed: Uint8Array): TopK {
  const top = new TopK(k);
  const { scores } = found;
  top.threshold = 0;
  for (let document = 0; document < scores.length; document++) {
    const score = scores[document] as number;
    if (score > top.threshold && allowed[document] === 1) top.offer(document, score);
  }
  return top;
}
