import { describe, expect, it } from "vitest";
import { assignedValue } from "./assignment.ts";

describe("assignedValue", () => {
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
    expect(assignedValue(line, name)).toBe(expected);
  });
});
