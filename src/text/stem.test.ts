import { describe, expect, it } from "vitest";
import { stem } from "./stem.ts";

describe("stem", () => {
  it.each([
    ["parse", "parses", "parsed", "parsing"],
    ["query", "queries", "querying", "queried"],
    ["cache", "caches", "cached", "caching"],
    ["match", "matches", "matched", "matching"],
    ["index", "indexes", "indexed", "indexing"],
    ["map", "maps", "mapped", "mapping"],
    ["name", "names", "named", "naming"],
    ["type", "types", "typed", "typing"],
    ["use", "uses", "used", "using"],
    ["create", "creates", "created", "creating"],
    ["class", "classes"],
    ["call", "calls", "called", "calling"],
    ["miss", "misses", "missed", "missing"],
    ["embed", "embeds", "embedded", "embedding"],
    ["alias", "aliases"],
    ["state", "states"],
    ["dependency", "dependencies"],
  ])("brings the forms of %s together", (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it("keeps words apart that a blunt rule would merge", () => {
    for (const [one, other] of [
      ["note", "not"],
      ["mode", "mod"],
      ["state", "stat"],
      ["file", "fill"],
      ["string", "str"],
      ["need", "ne"],
      ["bus", "bu"],
    ] as const) {
      expect(stem(one)).not.toBe(stem(other));
    }
  });

  it("leaves short words, numbers and other scripts alone", () => {
    for (const word of ["as", "is", "red", "123s", "größes", "разбор"]) expect(stem(word)).toBe(word);
  });
});
