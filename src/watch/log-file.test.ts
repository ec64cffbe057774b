import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appendToLog } from "./log-file.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grepai-log-"));
  path = join(folder, "watch.log");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("appendToLog", () => {
  it("keeps the newest lines, each with its time, in two files of bounded size", () => {
    for (let line = 0; line < 1_000; line++) appendToLog(path, `line ${line}`, 2_000);
    expect(readdirSync(folder).sort()).toEqual(["watch.log", "watch.log.1"]);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(2_100);
    const lines = (readFileSync(`${path}.1`, "utf8") + readFileSync(path, "utf8")).trim().split("\n");
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z line 999$/);
    expect(lines.map((line) => line.split(" ")[2])).toEqual(lines.map((_, index) => `${1_000 - lines.length + index}`));
  });

  it("loses a line that cannot be written, and nothing else", () => {
    rmSync(folder, { recursive: true });
    appendToLog(path, "lost");
    expect(existsSync(path)).toBe(false);
  });

  it.skipIf(!existsSync("/dev/full"))("outlives a disk without room", () => {
    appendToLog("/dev/full", "lost");
  });
});
