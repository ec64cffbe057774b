import type { DocTable } from "../doc-table.ts";
import { GONE } from "../lexical/segment.ts";
import type { VectorIndex } from "./vector-index.ts";

/** Which documents a graph knows, and which came or went since it was built. */
export class GraphCoverage {
  /** Document of each label, or GONE. */
  #documents: Uint32Array;
  #freshRanges: (readonly [from: number, to: number])[] = [];
  #goneShare = 0;
  #staleShare = 0;

  constructor(documents: Uint32Array) {
    this.#documents = documents;
  }

  /** Ranges of documents with vectors that the graph does not know. */
  get freshRanges(): readonly (readonly [from: number, to: number])[] {
    return this.#freshRanges;
  }

  /** Share of the graph's labels whose documents are gone. */
  get goneShare(): number {
    return this.#goneShare;
  }

  /** Documents that came or went, as a share of the graph's labels. */
  get staleShare(): number {
    return this.#staleShare;
  }

  /** The document of a label, or GONE. */
  documentOf(label: number): number {
    return this.#documents[label] ?? GONE;
  }

  renumber(renumbering: Uint32Array): void {
    this.#documents = this.#documents.map((document) => (document === GONE ? GONE : (renumbering[document] as number)));
  }

  /** Compares with the documents that there are now. */
  update(docs: DocTable, vectors: VectorIndex): void {
    const { live } = docs;
    const isKnown = new Uint8Array(docs.size);
    let gone = 0;
    for (const document of this.#documents) {
      if (document === GONE || live[document] !== 1) gone++;
      else isKnown[document] = 1;
    }
    let fresh = 0;
    let from = -1;
    this.#freshRanges = [];
    for (let document = 0; document <= docs.size; document++) {
      const isFresh = document < docs.size && live[document] === 1 && isKnown[document] === 0 && vectors.has(document);
      if (isFresh) fresh++;
      if (isFresh && from === -1) from = document;
      if (isFresh || from === -1) continue;
      this.#freshRanges.push([from, document]);
      from = -1;
    }
    const labels = Math.max(1, this.#documents.length);
    this.#goneShare = gone / labels;
    this.#staleShare = (gone + fresh) / labels;
  }
}
