import { describe, expect, it } from "vitest";
import type { ScannedFile } from "../scan/types.ts";
import type { FileState } from "../store/types.ts";
import { batchJobs, isWithin, planPass } from "./plan.ts";

const file = (path: string, changes: Partial<ScannedFile> = {}): ScannedFile => ({
  path,
  sizeBytes: 10,
  mtimeMs: 1,
  ctimeMs: 1,
  inode: 1,
  ...changes,
});
const states = (...files: readonly ScannedFile[]): ReadonlyMap<string, FileState> =>
  new Map(files.map((one) => [one.path, { ...one, hash: `hash of ${one.path}` }]));

describe("planPass", () => {
  it("reads new and changed files, removes vanished ones, leaves the rest alone", () => {
    const plan = planPass(
      [file("same.ts"), file("changed.ts", { mtimeMs: 2 }), file("new.ts")],
      states(file("same.ts"), file("changed.ts"), file("vanished.ts")),
      "all",
      true,
    );
    expect(plan.jobs).toEqual([
      { path: "changed.ts", indexedHash: "hash of changed.ts" },
      { path: "new.ts", indexedHash: null },
    ]);
    expect(plan.removed).toEqual(["vanished.ts"]);
    expect(plan.unchanged).toBe(1);
  });

  it("notices a file replaced by another of equal size and time", () => {
    const plan = planPass([file("a.ts", { inode: 2 })], states(file("a.ts")), "all", true);
    expect(plan.jobs).toHaveLength(1);
  });

  it("removes nothing outside its scope, and stops at path boundaries", () => {
    const known = states(file("src/a.ts"), file("src-utils/b.ts"), file("src"));
    expect(planPass([], known, ["src"], true).removed).toEqual(["src/a.ts", "src"]);
  });

  it("reads everything when the analysis has changed", () => {
    expect(planPass([file("a.ts")], states(file("a.ts")), "all", false).jobs).toHaveLength(1);
  });
});

describe("isWithin", () => {
  it("takes the empty path for the whole project", () => {
    expect(isWithin("a/b.ts", [""])).toBe(true);
  });
});

describe("batchJobs", () => {
  it("cuts by count and by size, keeps the order and loses nothing", () => {
    const files = Array.from({ length: 100 }, (_, index) =>
      file(`${String(index).padStart(3, "0")}.ts`, { sizeBytes: index === 50 ? 10_000_000 : 10 }),
    );
    const batches = [...batchJobs(planPass(files, new Map(), "all", true))];
    expect(batches.flat().map((job) => job.path)).toEqual(files.map((one) => one.path));
    expect(batches.map((batch) => batch.length)).toEqual([32, 19, 32, 17]);
  });
});
