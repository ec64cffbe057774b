import type { EmbedOutcome } from "../types.ts";

/** Checks one vector of an answer and scales it to unit length. */
export function toUnitVector(raw: unknown): EmbedOutcome {
  if (raw === undefined) return { ok: false, reason: "the server gave no vector for it" };
  if (!Array.isArray(raw) || raw.length === 0) return { ok: false, reason: "the server's vector is not a list" };
  const vector = new Float32Array(raw.length);
  let squares = 0;
  for (let at = 0; at < raw.length; at++) {
    const value: unknown = raw[at];
    if (typeof value !== "number" || !Number.isFinite(value)) {
      return { ok: false, reason: "the server's vector holds a value that is not a number" };
    }
    vector[at] = value;
    squares += value * value;
  }
  if (squares === 0) return { ok: false, reason: "the server's vector is all zeros" };
  if (!Number.isFinite(squares)) return { ok: false, reason: "the server's vector is too large" };
  const factor = 1 / Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) vector[at] = (raw[at] as number) * factor;
  return { ok: true, vector };
}

/** The unit vector of a text from those of its pieces, each weighted by its length; pieces without one are left out. */
export function averageVectors(outcomes: readonly EmbedOutcome[], weights: readonly number[]): EmbedOutcome {
  let sum: Float32Array | null = null;
  let reason = "nothing of it could be embedded";
  for (const [index, outcome] of outcomes.entries()) {
    if (!outcome.ok) {
      reason = outcome.reason;
      continue;
    }
    sum ??= new Float32Array(outcome.vector.length);
    if (sum.length !== outcome.vector.length) continue;
    const weight = weights[index] ?? 1;
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] as number) + (outcome.vector[at] as number) * weight;
  }
  return sum === null ? { ok: false, reason } : toUnitVector([...sum]);
}
