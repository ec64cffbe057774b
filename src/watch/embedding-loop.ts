import { messageOf } from "../errors.ts";
import type { EmbedSummary } from "../index/types.ts";
import { sleep, waitUnlessAborted } from "./wait.ts";

/** First and longest pause before an embedding server that failed is asked again. */
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

export interface EmbeddingLoopOptions {
  /** Embeds all that is pending. */
  readonly embed: () => Promise<EmbedSummary>;
  readonly log: (message: string) => void;
  /** Fires to end the loop. */
  readonly signal: AbortSignal;
}

/** Embeds pending passages whenever woken, and again with growing pauses while the server is away. */
export class EmbeddingLoop {
  /** Resolves when the loop has ended. */
  readonly done: Promise<void>;
  readonly #options: EmbeddingLoopOptions;
  #isWoken = true;
  #wakeUp: (() => void) | null = null;

  constructor(options: EmbeddingLoopOptions) {
    this.#options = options;
    this.done = this.#run();
  }

  /** Tells that there may be something pending. */
  wake(): void {
    this.#isWoken = true;
    this.#wakeUp?.();
  }

  async #run(): Promise<void> {
    const { embed, log, signal } = this.#options;
    let pauseMs = firstRetryMs;
    let lastReason: string | null = null;
    for (;;) {
      if (!this.#isWoken) await this.#untilWoken();
      if (signal.aborted) return;
      this.#isWoken = false;
      try {
        const { embedded, unavailable } = await embed();
        if (embedded > 0) log(`embedded ${embedded} chunks`);
        if (unavailable === null) {
          pauseMs = firstRetryMs;
          lastReason = null;
          continue;
        }
        if (unavailable !== lastReason) log(`waiting for the embedding service: ${unavailable}`);
        lastReason = unavailable;
      } catch (error) {
        log(messageOf(error));
      }
      this.#isWoken = true;
      await sleep(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, longestRetryMs);
    }
  }

  #untilWoken(): Promise<void> {
    return waitUnlessAborted(this.#options.signal, (wake) => {
      this.#wakeUp = wake;
      return () => {
        this.#wakeUp = null;
      };
    });
  }
}
