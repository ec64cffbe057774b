import { comparePaths } from "./path-order.ts";
import type { EngineName, FileCount, FileMatches, TextMatch } from "./types.ts";

/** One match with the file it is in. */
export interface PlacedMatch extends TextMatch {
  readonly engine: EngineName;
  readonly path: string;
}

/** Files are thrown away once so many matches more than twice those needed are held, so that sorting stays rare. */
const slack = 200;

/**
 * Gathers what one engine finds. Files come in any order, and what is kept does not depend on it: the first matches by
 * path and line, as many as are needed.
 */
export class EngineResults {
  readonly engine: EngineName;
  readonly #needed: number;
  readonly #cap: number;
  #files: FileMatches[] = [];
  #held = 0;
  /** Files from here on bring no match that is needed. */
  #end: string | null = null;
  readonly #counts = new Map<string, number>();
  /** Matches seen. */
  matchCount = 0;

  /**
   * @param needed matches that can be asked for, from the first on
   * @param cap matches after which the engine is stopped
   */
  constructor(engine: EngineName, needed: number, cap: number) {
    this.engine = engine;
    this.#needed = needed;
    this.#cap = cap;
  }

  get isCapped(): boolean {
    return this.matchCount >= this.#cap;
  }

  /** @returns whether more are wanted */
  readonly add = (file: FileMatches): boolean => {
    this.matchCount += file.count;
    this.#counts.set(file.path, file.count);
    if (file.matches.length > 0 && this.isWanted(file.path)) {
      this.#files.push(file);
      this.#held += file.matches.length;
      if (this.#held > 2 * this.#needed + slack) this.#prune();
    }
    return !this.isCapped;
  };

  /** Whether matches of a file can still be among those that are needed. */
  readonly isWanted = (path: string): boolean => this.#end === null || comparePaths(path, this.#end) < 0;

  #prune(): void {
    this.#files.sort((a, b) => comparePaths(a.path, b.path));
    let held = 0;
    let end = 0;
    while (end < this.#files.length && held < this.#needed) held += this.#files[end++]?.matches.length ?? 0;
    this.#files.length = end;
    this.#held = held;
    const last = this.#files.at(-1);
    if (held >= this.#needed && last !== undefined) this.#end = last.path;
  }

  /** The matches in order, at least as many as are needed where there are so many. */
  matches(): readonly PlacedMatch[] {
    this.#prune();
    return this.#files.flatMap(({ path, matches }) =>
      matches.map((match) => ({ ...match, engine: this.engine, path })),
    );
  }

  /** Every file with matches, in any order. */
  paths(): IterableIterator<string> {
    return this.#counts.keys();
  }

  /** Every file with matches, sorted. */
  files(): readonly FileCount[] {
    return [...this.#counts]
      .map(([path, count]) => ({ path, engine: this.engine, count }))
      .sort((a, b) => comparePaths(a.path, b.path));
  }
}

/** Lets the engines take turns, so that none of them takes all the room. */
export function interleave<T>(lists: readonly (readonly T[])[]): readonly T[] {
  if (lists.length === 1) return lists[0] as readonly T[];
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
