import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { DirtySet } from "./dirty-set.ts";

const never = new AbortController().signal;

describe("DirtySet", () => {
  it("hands a burst over once", async () => {
    const dirty = new DirtySet(5);
    for (const path of ["a/b.ts", "c.ts", "c.ts"]) dirty.add(path);
    expect([...((await dirty.next(never)) ?? [])].sort()).toEqual(["a/b.ts", "c.ts"]);
  });

  it("turns a flood into a look at everything", async () => {
    const dirty = new DirtySet(5);
    for (let index = 0; index <= 5_000; index++) dirty.add(`${index}.ts`);
    expect(await dirty.next(never)).toBe("all");
  });

  it("keeps what arrives while a burst is worked on", async () => {
    const dirty = new DirtySet(5);
    dirty.add("first.ts");
    expect(await dirty.next(never)).toEqual(["first.ts"]);
    dirty.add("second.ts");
    expect(await dirty.next(never)).toEqual(["second.ts"]);
  });

  it("hands over a burst that does not end", async () => {
    const dirty = new DirtySet(20);
    const saving = setInterval(() => dirty.add("busy.ts"), 5);
    try {
      expect(await dirty.next(never)).toEqual(["busy.ts"]);
    } finally {
      clearInterval(saving);
      dirty.close();
    }
  });

  it("leaves no listener behind for any wait", async () => {
    const { signal } = new AbortController();
    const dirty = new DirtySet(0);
    for (let burst = 0; burst < 30; burst++) {
      const waiting = dirty.next(signal);
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      dirty.add("a.ts");
      await waiting;
      expect(getEventListeners(signal, "abort")).toHaveLength(0);
    }
  });

  it("ends waiting when told to stop", async () => {
    const stop = new AbortController();
    const waiting = new DirtySet(5).next(stop.signal);
    stop.abort();
    expect(await waiting).toBeNull();
  });
});
