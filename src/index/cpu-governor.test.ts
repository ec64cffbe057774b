import { describe, expect, it } from "vitest";
import { CpuGovernor } from "./cpu-governor.ts";

describe("CpuGovernor", () => {
  it.each([0.25, 0.5, 1, 4])("keeps work that could fill eight processors to %d", (processors) => {
    const time = { now: 0, used: 0 };
    const governor = new CpuGovernor(processors, { now: () => time.now, used: () => time.used });
    for (let piece = 0; piece < 2_000; piece++) {
      time.now += 10;
      time.used += 80;
      time.now += governor.restMs();
    }
    expect(time.used / time.now).toBeCloseTo(processors, 1);
  });

  it("lets work go that stays below, and saves nothing up for later", () => {
    const time = { now: 0, used: 0 };
    const governor = new CpuGovernor(1, { now: () => time.now, used: () => time.used });
    for (let piece = 0; piece < 5_000; piece++) {
      time.now += 10;
      time.used += 5;
      expect(governor.restMs()).toBe(0);
    }
    time.now += 10_000;
    time.used += 20_000;
    expect(governor.restMs()).toBeGreaterThan(0);
  });
});
