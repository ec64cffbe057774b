import { describe, expect, it } from "vitest";
import { assignmentTo, destructuredPart } from "./assignment.ts";

describe("assignmentTo", () => {
  it.each([
    ["const m = await import('./impl'); return m.work();", "m", "await import('./impl')"],
    ["\to, err := open(path)", "o", "open(path)"],
    ["export const again: () => number = work;", "again", null],
    ["let printer: Printer = make()", "printer", "make()"],
    ["x = Foo(1)  # why", "x", "Foo(1)"],
    ["func() { h := o.Ping }", "h", "o.Ping"],
    ["if (x == y) run()", "x", null],
    ["const f = (a) => a", "a", null],
    ["this.x = y", "x", null],
  ])("in %s, %s", (line, name, expected) => {
    expect(assignmentTo(name)(line)).toBe(expected);
  });
});

describe("destructuredPart", () => {
  it.each([
    ["const { file, index: at } = place;", "at", { property: "index", value: "place" }],
    ["  const { file } = await open(path);", "file", { property: "file", value: "await open(path)" }],
    ["const { depth = 2 } = options", "depth", { property: "depth", value: "options" }],
    ["const { file } = place;", "place", null],
    ["if (file) run({ file });", "file", null],
  ])("in %s, %s", (line, name, expected) => {
    expect(destructuredPart(line, name)).toEqual(expected);
  });
});
