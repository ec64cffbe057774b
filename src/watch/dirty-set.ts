import { waitUnlessAborted } from "./wait.ts";

/** Beyond this many paths a look at the whole tree is cheaper than a look at each. */
const maxPaths = 5_000;

/**
 * Gathers paths that may have changed until no new one has come for a while (or the burst has lasted long enough),
 * then hands them over at once. Bounded: a flood of paths becomes "all".
 */
export class DirtySet {
  readonly #quietMs: number;
  #paths = new Set<string>();
  #all = false;
  #quietTimer: NodeJS.Timeout | null = null;
  #firstAt = 0;
  #wake: (() => void) | null = null;
  #due = false;

  /** @param quietMs silence after which a burst is over; it is handed over after ten times that in any case */
  constructor(quietMs: number) {
    this.#quietMs = quietMs;
  }

  /** Adds a path, or everything with "all". */
  add(path: string | "all"): void {
    if (this.#paths.size === 0 && !this.#all) this.#firstAt = Date.now();
    if (path === "all" || path === "" || this.#paths.size >= maxPaths) {
      this.#all = true;
      this.#paths.clear();
    } else if (!this.#all) {
      this.#paths.add(path);
    }
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
    const remaining = this.#firstAt + 10 * this.#quietMs - Date.now();
    this.#quietTimer = setTimeout(() => this.#handOver(), Math.max(0, Math.min(this.#quietMs, remaining)));
  }

  /** Resolves with the next burst, or null when `signal` fires. One waiter at a time. */
  async next(signal: AbortSignal): Promise<"all" | readonly string[] | null> {
    while (!this.#due) {
      if (signal.aborted) return null;
      await waitUnlessAborted(signal, (wake) => {
        this.#wake = wake;
        return () => {
          this.#wake = null;
        };
      });
    }
    if (signal.aborted) return null;
    const burst = this.#all ? ("all" as const) : [...this.#paths];
    this.#paths = new Set();
    this.#all = false;
    this.#due = false;
    return burst;
  }

  /** Stops the timer. */
  close(): void {
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
  }

  #handOver(): void {
    this.#quietTimer = null;
    this.#due = true;
    this.#wake?.();
  }
}
