import { describe, expect, it } from "vitest";
import { chunkTerms, pathTerms, queryTerms } from "../../text/terms.ts";
import { bestMatches, LexicalIndex } from "./lexical-index.ts";
import { documentOf, findTerm, frequencyOf, GONE, mergeSegments, SegmentBuilder } from "./segment.ts";

const NO_PATH = new Uint32Array(0);

function bag(text: string) {
  return chunkTerms({ text, symbol: null, scope: "", signature: null });
}

function indexOf(texts: readonly string[]): LexicalIndex {
  const index = new LexicalIndex();
  for (const text of texts) index.append(bag(text), NO_PATH);
  index.commit();
  return index;
}

function found(index: LexicalIndex, query: string, live = new Uint8Array(index.documentCount).fill(1), k = 10) {
  return bestMatches(index.score(queryTerms(query), live), k, live).ranked();
}

/** Deterministic pseudo-random numbers in [0, 1) (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const VOCABULARY = "read write open close parse token buffer socket retry cache index graph node edge walk".split(" ");

function randomText(random: () => number): string {
  const length = 1 + Math.floor(random() * 30);
  return Array.from({ length }, () => VOCABULARY[Math.floor(random() ** 2 * VOCABULARY.length)]).join(" ");
}

describe("SegmentBuilder", () => {
  it("orders terms over the whole range and keeps documents ascending", () => {
    const builder = new SegmentBuilder();
    const random = randomNumbers(1);
    const terms = Array.from({ length: 50 }, () => Math.floor(random() * 2 ** 32));
    for (let document = 0; document < 200; document++) {
      for (const term of new Set(terms.filter(() => random() < 0.3))) builder.add(document, term, 1 + (document % 300));
    }
    const { terms: sorted, offsets, postings } = builder.build();
    expect([...sorted]).toEqual([...new Set(terms)].sort((one, other) => one - other));
    for (let position = 0; position < sorted.length; position++) {
      const documents = [...postings.subarray(offsets[position], offsets[position + 1])].map(documentOf);
      expect(documents).toEqual([...new Set(documents)].sort((one, other) => one - other));
    }
    const first = postings[offsets[0] as number] as number;
    expect(frequencyOf(first)).toBe(Math.min(255, 1 + (documentOf(first) % 300)));
    expect(findTerm({ terms: sorted, offsets, postings }, sorted[17] as number)).toBe(17);
    expect(findTerm({ terms: sorted, offsets, postings }, 12345)).toBe(-1);
  });
});

describe("mergeSegments", () => {
  it("equals one segment of all, without the documents that are gone", () => {
    const random = randomNumbers(2);
    const all = new SegmentBuilder();
    const parts = [new SegmentBuilder(), new SegmentBuilder(), new SegmentBuilder()];
    const renumbering = new Uint32Array(90);
    let next = 0;
    for (let document = 0; document < 90; document++) {
      const number = random() < 0.3 ? GONE : next++;
      renumbering[document] = number;
      for (let term = 0; term < 20; term++) {
        if (random() < 0.5) continue;
        parts[Math.floor(document / 30)]?.add(document, term * 1e8, 3);
        if (number !== GONE) all.add(number, term * 1e8, 3);
      }
    }
    const merged = mergeSegments(
      parts.map((part) => part.build()),
      renumbering,
    );
    expect(merged).toEqual(all.build());
  });
});

describe("LexicalIndex", () => {
  it("computes BM25 as the formula says", () => {
    const index = indexOf(["parser parser token", "token", "graph edge walk node"]);
    const [best] = found(index, "parser");
    const idf = Math.log(1 + (3 - 1 + 0.5) / (1 + 0.5));
    const averageLength = (3 + 1 + 4) / 3;
    const expected = (idf * 2 * (1.2 + 1)) / (2 + 1.2 * (1 - 0.75 + (0.75 * 3) / averageLength));
    expect(best?.id).toBe(0);
    expect(best?.score).toBeCloseTo(expected, 5);
  });

  it("counts names and paths above the text", () => {
    const index = new LexicalIndex();
    index.append(bag("retry once"), NO_PATH);
    index.append(chunkTerms({ text: "retry once", symbol: "retry", scope: "", signature: null }), NO_PATH);
    index.append(bag("once more"), pathTerms("net/backoff.ts"));
    index.commit();
    expect(found(index, "retry").map(({ id }) => id)).toEqual([1, 0]);
    expect(found(index, "backoff").map(({ id }) => id)).toEqual([2]);
  });

  it("gives nothing for words that do not occur, and for an empty index", () => {
    expect(found(indexOf(["a b"]), "zebra")).toEqual([]);
    expect(found(new LexicalIndex(), "zebra")).toEqual([]);
    expect(found(indexOf(["alpha"]), "alpha", undefined, 0)).toEqual([]);
  });

  it("after any additions and removals equals an index built of the live documents", () => {
    for (let seed = 10; seed < 20; seed++) {
      const random = randomNumbers(seed);
      const index = new LexicalIndex();
      const texts: string[] = [];
      let live = new Uint8Array(0);
      for (let round = 0; round < 12; round++) {
        for (let count = Math.floor(random() * 12); count > 0; count--) {
          const text = randomText(random);
          index.append(bag(text), NO_PATH);
          texts.push(text);
        }
        index.commit();
        const grown = new Uint8Array(texts.length).fill(1);
        grown.set(live);
        live = grown;
        for (const document of live.keys()) {
          if (live[document] === 0 || random() > 0.15) continue;
          live[document] = 0;
          index.remove(document);
        }
        const kept = texts.map((_, document) => document).filter((document) => live[document] === 1);
        const fresh = indexOf(kept.map((document) => texts[document] as string));
        for (const query of ["parse token", "socket retry cache", "read"]) {
          const wanted = found(fresh, query).map(({ id, score }) => ({ id: kept[id], score }));
          expect(found(index, query, live)).toEqual(wanted);
        }
        if (round !== 7) continue;
        let next = 0;
        index.renumber(Uint32Array.from(live, (alive) => (alive === 1 ? next++ : GONE)));
        texts.splice(0, texts.length, ...kept.map((document) => texts[document] as string));
        live = new Uint8Array(texts.length).fill(1);
      }
    }
  });

  it("comes back from what it saved", () => {
    const index = indexOf(["parse token", "token graph", "walk"]);
    index.remove(1);
    index.renumber(Uint32Array.of(0, GONE, 1));
    const restored = new LexicalIndex(index.saved());
    expect(found(restored, "token walk")).toEqual(found(index, "token walk"));
    restored.append(bag("walk walk"), NO_PATH);
    restored.commit();
    expect(found(restored, "walk").map(({ id }) => id)).toEqual([2, 1]);
  });
});
