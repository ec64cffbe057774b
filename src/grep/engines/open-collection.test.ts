import { describe, expect, it } from "vitest";
import { openCollectionRule } from "./open-collection.ts";

const text = (content: string) => ({ any: [{ pattern: `'${content}'` }, { pattern: `"${content}"` }] });
const pair = (key: object, value: object) => ({
  has: { kind: "pair", all: [{ has: { field: "key", ...key } }, { has: { field: "value", ...value } }] },
});

describe("collections with any other entries", () => {
  it.each([
    ["{..., 'radius': $X, ...}", [pair(text("radius"), { pattern: "$X" })]],
    ['{ ..., "radius": 4.25 }', [pair(text("radius"), { pattern: "4.25" })]],
    ["{$$$, $K: 'a:b, c', $$$REST}", [pair({ pattern: "$K" }, text("a:b, c"))]],
    [
      "{'type': 'Circle', ..., 'at': f(x, {'y': 1}), ...}",
      [pair(text("type"), text("Circle")), pair(text("at"), { pattern: "f(x, {'y': 1})" })],
    ],
    [
      "{..., 'center': {..., 'x': $X, ...}, ...}",
      [pair(text("center"), { kind: "dictionary", all: [pair(text("x"), { pattern: "$X" })] })],
    ],
    ["{..., 'steps': [..., 3, ...]}", [pair(text("steps"), { kind: "list", all: [{ has: { pattern: "3" } }] })]],
  ])("%s", (pattern, all) => expect(openCollectionRule(pattern)).toEqual({ kind: "dictionary", all }));

  it("of lists", () => {
    const all = [{ has: text("Face3") }, { has: { pattern: "f($$$)" } }];
    expect(openCollectionRule("[..., 'Face3', f(...), $$$]")).toEqual({ kind: "list", all });
  });

  it.each([
    "{'radius': $X}",
    "[1, 2]",
    "[...]",
    "[..., 1}",
    "{...}",
    "{}",
    "$X",
    "{..., a}",
    "{..., 'a': }",
    "{..., ')': (}",
    "f({..., 'a': 1})",
  ])("but not %s", (pattern) => expect(openCollectionRule(pattern)).toBeNull());
});
