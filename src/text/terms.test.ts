import { describe, expect, it } from "vitest";
import { partsOf, wordsOf } from "./identifiers.ts";
import { chunkTerms, pathTerms, queryTerms, TermExtractor } from "./terms.ts";
import type { TermBag } from "./types.ts";
import { partTerm, wholeTerm } from "./word-terms.ts";

function source(text: string, name: { symbol?: string; scope?: string; signature?: string } = {}) {
  return { text, symbol: name.symbol ?? null, scope: name.scope ?? "", signature: name.signature ?? null };
}

function countsOf(bag: TermBag, term: number): [body: number, name: number] {
  const index = bag.hashes.indexOf(term);
  return index === -1 ? [0, 0] : [bag.bodyCounts[index] as number, bag.nameCounts[index] as number];
}

describe("wordsOf and partsOf", () => {
  it.each([
    ["parseHTTPResponse2", ["parse", "http", "response", "2"]],
    ["snake_case_name", ["snake", "case", "name"]],
    ["__init__", ["init"]],
    ["SCREAMING_SNAKE", ["screaming", "snake"]],
    ["utf8Decoder", ["utf", "8", "decoder"]],
    ["userIDs", ["user", "ids"]],
    ["XMLParser", ["xml", "parser"]],
    ["A", ["a"]],
    ["größeÄndern", ["größe", "ändern"]],
    ["разборСтроки", ["разбор", "строки"]],
    ["検索結果", ["検索", "索結", "結果"]],
    ["_", []],
  ])("splits %s", (word, parts) => {
    expect(partsOf(word)).toEqual(parts);
  });

  it("finds words of any script and leaves data out", () => {
    expect(wordsOf("if (größe_2 != x.y) { ПРИВЕТ() }")).toEqual(["if", "größe_2", "x", "y", "ПРИВЕТ"]);
    expect(wordsOf(`key = "${"Zm9v".repeat(100)}"`)).toEqual(["key"]);
    expect(partsOf("a1b2c3d4e5f6a7b8c9d0e1f2")).toEqual(["a1b2c3d4e5f6a7b8c9d0e1f2"]);
  });
});

describe("chunkTerms", () => {
  it("counts parts and whole identifiers, in the body and in the name", () => {
    const bag = chunkTerms(
      source("func parseRequest(r) { parse(r); parse_request }", {
        symbol: "parseRequest",
        signature: "func parseRequest(r)",
      }),
    );
    expect(countsOf(bag, partTerm("parse"))).toEqual([3, 2]);
    expect(countsOf(bag, partTerm("request"))).toEqual([2, 2]);
    expect(countsOf(bag, wholeTerm(["parse", "request"]))).toEqual([2, 2]);
    expect(countsOf(bag, partTerm("func"))).toEqual([1, 1]);
  });

  it("keeps the whole identifier apart from a plain word of the same letters", () => {
    const bag = chunkTerms(source("parseRequest parserequest"));
    expect(countsOf(bag, wholeTerm(["parse", "request"]))).toEqual([1, 0]);
    expect(countsOf(bag, partTerm("parserequest"))).toEqual([1, 0]);
  });

  it("gives ascending distinct hashes and caps counts", () => {
    const words = Array.from({ length: 9_000 }, (_, index) => `word${index % 4_500}x`).join(" ");
    const bag = chunkTerms(source(`${words} ${"loop ".repeat(400)}`));
    for (let index = 1; index < bag.hashes.length; index++) {
      expect(bag.hashes[index] as number).toBeGreaterThan(bag.hashes[index - 1] as number);
    }
    expect(countsOf(bag, partTerm("loop"))).toEqual([255, 0]);
    expect(countsOf(bag, partTerm("4499"))).toEqual([2, 0]);
    expect(countsOf(bag, wholeTerm(["word", "17", "x"]))).toEqual([2, 0]);
  });

  it("gives the same bag whatever was seen before", () => {
    const wanted = chunkTerms(source("alpha betaGamma delta"));
    const extractor = new TermExtractor();
    for (let round = 0; round < 40; round++) {
      const noise = Array.from({ length: 3_000 }, (_, index) => `noise${round * 3_000 + index}Name`).join(" ");
      extractor.chunkTerms(source(noise));
    }
    expect(extractor.chunkTerms(source("alpha betaGamma delta"))).toEqual(wanted);
  });

  it("handles empty text, lone surrogates and emoji", () => {
    expect(chunkTerms(source("")).hashes).toHaveLength(0);
    expect(chunkTerms(source("\ud800 🎉 x\udc00y")).hashes).toHaveLength(2);
  });
});

describe("queryTerms", () => {
  it("leaves question words out unless nothing else remains", () => {
    const terms = [...queryTerms("how does the parser work").hashes];
    expect(terms).toContain(partTerm("parser"));
    expect(terms).not.toContain(partTerm("how"));
    expect([...queryTerms("how is it").hashes]).toContain(partTerm("how"));
  });

  it("looks for the compound of neighbours and for a word as a whole identifier", () => {
    const { hashes, weights } = queryTerms("rate limiter");
    const compound = hashes.indexOf(wholeTerm(["rate", "limiter"]));
    expect(weights[compound]).toBe(0.5);
    expect([...queryTerms("ratelimiter").hashes]).toContain(wholeTerm(["rate", "limiter"]));
  });

  it("gives nothing for a query without words", () => {
    expect(queryTerms("() => {}").hashes).toHaveLength(0);
  });
});

describe("pathTerms", () => {
  it("covers folders, file name and extension", () => {
    const terms = [...pathTerms("src/http_client/RetryPolicy.test.ts")];
    for (const part of ["src", "http", "client", "retry", "policy", "test", "ts"])
      expect(terms).toContain(partTerm(part));
    expect(terms).toContain(wholeTerm(["retry", "policy"]));
  });
});
