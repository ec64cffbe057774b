import { describe, expect, it } from "vitest";
import { resolveKinds } from "./kinds.ts";

describe("resolveKinds", () => {
  it.each([
    ["function", "function"],
    ["Functions", "function"],
    ["classes", "class"],
    ["properties", "property"],
    ["enum member", "enum_member"],
    [" section ", "section"],
  ])("knows %j", (name, kind) => {
    expect(resolveKinds([name])).toEqual([kind]);
  });

  it("names each kind once, and none where none is given", () => {
    expect(resolveKinds(["class", "classes", "enum"])).toEqual(["class", "enum"]);
    expect(resolveKinds([])).toEqual([]);
  });

  it("refuses what it does not know, naming what it does", () => {
    expect(() => resolveKinds(["widget"])).toThrow(/Unknown kind 'widget'\. Known: function, method, .*, text\./);
  });
});
