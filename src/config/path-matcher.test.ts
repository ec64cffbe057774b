import { describe, expect, it } from "vitest";
import { pathMatcher } from "./path-matcher.ts";

describe("pathMatcher", () => {
  it.each([
    ["src", ["src/a.ts", "src/api/b.ts"], ["src-utils/b.ts", "lib/src/c.ts"]],
    ["src/", ["src/a.ts"], ["srcx/a.ts"]],
    ["src/api/a.ts", ["src/api/a.ts"], ["src/api/a.tsx"]],
    [".", ["top.ts", "src/a.ts"], []],
    ["src/**/*.ts", ["src/a.ts", "src/x/y.ts"], ["lib/a.ts", "src/a.go"]],
    ["*.go", ["a.go", "deep/down/b.go"], ["a.gox"]],
    ["src/*", ["src/a.ts", "src/api/deep/b.ts"], ["lib/a.ts"]],
    ["{lib,src}/api", ["src/api/a.ts", "lib/api/b.ts"], ["src/apis/a.ts"]],
    ["app/[id]", ["app/[id]/page.tsx"], ["app/other/page.tsx"]],
    [".github/**", [".github/workflows/ci.yml"], ["github/a.yml"]],
  ])("%s", (place, inside, outside) => {
    const matches = pathMatcher([place]);
    for (const path of inside) expect([path, matches(path)]).toEqual([path, true]);
    for (const path of outside) expect([path, matches(path)]).toEqual([path, false]);
  });

  it("leaves out what is marked so", () => {
    const matches = pathMatcher(["src", "!src/api", "!*.test.ts"]);
    expect(["src/a.ts", "src/api/a.ts", "src/a.test.ts", "lib/a.ts"].filter(matches)).toEqual(["src/a.ts"]);
    expect(["src/a.ts", "lib/a.ts"].filter(pathMatcher(["!lib"]))).toEqual(["src/a.ts"]);
  });
});
