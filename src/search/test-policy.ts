import type { TestPolicy } from "./types.ts";

/** The policy that a switch stands for, which may be left out. */
export function testPolicy(includesTests: boolean | undefined): TestPolicy {
  if (includesTests === undefined) return "penalised";
  return includesTests ? "included" : "excluded";
}
