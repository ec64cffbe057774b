import { describe, expect, it } from "vitest";
import { resolveLanguages } from "./languages.ts";

describe("resolveLanguages", () => {
  it.each([
    ["go", ["go"]],
    ["Golang", ["go"]],
    ["C++", ["cpp"]],
    ["c#", ["csharp"]],
    [".py", ["python"]],
    ["ts", ["typescript", "tsx"]],
    ["TypeScript", ["typescript", "tsx"]],
    ["tsx", ["tsx"]],
    ["sh", ["bash"]],
  ])("knows %s", (name, ids) => {
    expect(resolveLanguages([name])).toEqual(ids);
  });

  it("names each language once, and all where none is given", () => {
    expect(resolveLanguages(["ts", "tsx", "go"])).toEqual(["typescript", "tsx", "go"]);
    expect(resolveLanguages([])).toEqual([]);
  });

  it("refuses what it does not know, naming what it does", () => {
    expect(() => resolveLanguages(["klingon"])).toThrow(/Unknown language 'klingon'\. Known: go, typescript/);
  });
});
