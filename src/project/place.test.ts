import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolvePlace } from "./place.ts";

let root: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "grepai-place-")));
  mkdirSync(join(root, "app/[id]"), { recursive: true });
  for (const file of ["app/a.ts", "app/[id]/page.tsx", "app/b:7.ts"]) writeFileSync(join(root, file), "");
});

afterAll(() => rmSync(root, { recursive: true }));

describe("resolvePlace", () => {
  it.each([
    ["app/a.ts:42", "app/a.ts", 42],
    [" ./app//a.ts:42 ", "app/a.ts", 42],
    ["app/a.ts:15-45", "app/a.ts", 15],
    ["app/a.ts:15:3", "app/a.ts", 15],
    ["app/a.ts#L7", "app/a.ts", 7],
    ["app/a.ts#L7-L9", "app/a.ts", 7],
    ["app/[id]/page.tsx:3", "app/[id]/page.tsx", 3],
    ["app/b:7.ts:2", "app/b:7.ts", 2],
    ["gone.ts:1", "gone.ts", 1],
  ])("reads %s", (text, file, line) => {
    expect(resolvePlace(root, text)).toEqual({ file, line });
  });

  it("reads an absolute path", () => {
    expect(resolvePlace(root, `${root}/app/a.ts:1`)).toEqual({ file: "app/a.ts", line: 1 });
  });

  it.each(["", "app/a.ts", "app/a.ts:", ":3", "app/a.ts:x", "42"])(
    "refuses %j, saying how a place is written",
    (text) => {
      expect(() => resolvePlace(root, text)).toThrow(/file:line/);
    },
  );

  it("refuses what lies outside", () => {
    expect(() => resolvePlace(root, "../x.ts:1")).toThrow(/outside the project/);
  });
});
