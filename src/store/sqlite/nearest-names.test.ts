import { describe, expect, it } from "vitest";
import { editDistance, nearestNames } from "./nearest-names.ts";

describe("editDistance", () => {
  it("counts insertions, deletions, substitutions and swaps of neighbours as one each", () => {
    expect(editDistance("parse", "parse", 3)).toBe(0);
    expect(editDistance("parse", "parses", 3)).toBe(1);
    expect(editDistance("parse", "pase", 3)).toBe(1);
    expect(editDistance("parse", "purse", 3)).toBe(1);
    expect(editDistance("parse", "prase", 3)).toBe(1);
    expect(editDistance("kitten", "sitting", 3)).toBe(3);
    expect(editDistance("", "ab", 3)).toBe(2);
  });

  it("stops counting beyond its limit", () => {
    expect(editDistance("abcdef", "uvwxyz", 2)).toBeGreaterThan(2);
    expect(editDistance("a", "abcdefgh", 2)).toBeGreaterThan(2);
  });
});

describe("nearestNames", () => {
  it("puts another case first, then few edits, then continuations, shorter ones first", () => {
    const names = ["ParseInvoiceLine", "parseInvoices", "unrelated", "ParseInvoice", "parseInvoiceLines"];
    expect(nearestNames("parseinvoice", names)).toEqual([
      "ParseInvoice",
      "parseInvoices",
      "ParseInvoiceLine",
      "parseInvoiceLines",
    ]);
  });

  it("takes nothing far away, nor anything for an empty name", () => {
    expect(nearestNames("ab", ["xy", "cd"])).toEqual([]);
    expect(nearestNames("", ["a", "b"])).toEqual([]);
  });
});
