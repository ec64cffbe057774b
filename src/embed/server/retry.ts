import { setTimeout as sleep } from "node:timers/promises";
import { type FaultKind, ServerFault } from "./faults.ts";
import { cancelled } from "./http.ts";

/** How a request is tried again. */
export interface RetryPolicy {
  /** Requests in all. */
  readonly attempts: number;
  /** For all attempts and the pauses between them. */
  readonly totalMs: number;
  /** Also when nothing listens, as while a server restarts. */
  readonly retryUnreachable: boolean;
}

const baseDelayMs = 300;
const maxDelayMs = 8_000;

/** Faults that may be gone a moment later. Anything else would only happen again. */
const transient: ReadonlySet<FaultKind> = new Set(["timeout", "busy", "failing"]);

/**
 * Pause before attempt `failures + 1`: doubling, with jitter so that parallel requests do not return together
 * (equal jitter; Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015).
 * @param random in 0..1
 */
export function backoffMs(failures: number, random: number): number {
  const ceiling = Math.min(maxDelayMs, baseDelayMs * 2 ** (failures - 1));
  return ceiling / 2 + (ceiling / 2) * random;
}

/**
 * Runs `attempt` until it succeeds, fails for good, or the policy is used up.
 * @param attempt gets the time that is left for it
 * @throws the last ServerFault; GrepaiError CANCELLED on abort
 */
export async function withRetry<T>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: (remainingMs: number) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + policy.totalMs;
  for (let failures = 1; ; failures++) {
    try {
      return await attempt(Math.max(1, Math.ceil(deadline - performance.now())));
    } catch (error) {
      if (!(error instanceof ServerFault)) throw error;
      const mayPass = transient.has(error.kind) || (error.kind === "unreachable" && policy.retryUnreachable);
      const delay = Math.max(backoffMs(failures, Math.random()), error.retryAfterMs ?? 0);
      if (!mayPass || failures >= policy.attempts || performance.now() + delay >= deadline) throw error;
      await pause(delay, signal);
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch {
    throw cancelled();
  }
}
