import type { Confidence } from "./types.ts";

/** Every confidence, the surest first. */
export const CONFIDENCES = ["exact", "inferred", "ambiguous"] as const satisfies readonly Confidence[];

/** Whether an edge is at least as sure as asked. */
export function isAtLeast(confidence: Confidence, least: Confidence): boolean {
  return CONFIDENCES.indexOf(confidence) <= CONFIDENCES.indexOf(least);
}

/** The surer of two. */
export function surer(a: Confidence, b: Confidence): Confidence {
  return isAtLeast(a, b) ? a : b;
}
