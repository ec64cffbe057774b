import { describe, expect, it } from "vitest";
import { scopeOfBurst } from "./pass-scope.ts";

describe("scopeOfBurst", () => {
  it.each([
    [
      ["a.ts", "src/b.ts"],
      ["a.ts", "src/b.ts"],
    ],
    [
      ["a/b.ts", "a", "a-b.ts", "c.ts"],
      ["a", "a-b.ts", "c.ts"],
    ],
    [["src/.gitignore", "a.ts"], "all"],
    [["lib/sub/.git"], ["lib/sub"]],
    [
      ["lib/x/CACHEDIR.TAG", "lib/x/deep/a.ts", "lib/y.ts"],
      ["lib/x", "lib/y.ts"],
    ],
    [["web/package.json"], ["web"]],
    [["package.json"], "all"],
    ["all", "all"],
  ] as const)("of %j is %j", (burst, scope) => {
    expect(scopeOfBurst(burst)).toEqual(scope);
  });
});
