/** Beyond this long a time past work no longer counts. */
const windowMs = 10_000;

/** What a process has used of the processors. */
export interface CpuClock {
  /** Milliseconds since any moment. */
  readonly now: () => number;
  /** Processor time used so far by all threads of the process, in milliseconds. */
  readonly used: () => number;
}

const processClock: CpuClock = {
  now: () => performance.now(),
  used: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/** Says how long to rest so that work takes at most a share of the processors' time. */
export class CpuGovernor {
  readonly #processors: number;
  readonly #clock: CpuClock;
  #startedAt: number;
  #usedBefore: number;

  /** @param processors how many the work may fill, such as 0.5 for half of one */
  constructor(processors: number, clock: CpuClock = processClock) {
    this.#processors = processors;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#usedBefore = clock.used();
  }

  /** Milliseconds to rest before the next piece of work; 0 for none. */
  restMs(): number {
    const elapsed = this.#clock.now() - this.#startedAt;
    const rest = (this.#clock.used() - this.#usedBefore) / this.#processors - elapsed;
    if (elapsed + Math.max(0, rest) > windowMs) {
      this.#startedAt += elapsed + Math.max(0, rest);
      this.#usedBefore = this.#clock.used();
    }
    return Math.max(0, rest);
  }
}
