import { type BigIntStats, lstatSync, type Stats, statSync } from "node:fs";

/** Nothing is at a path; also when something on the way to it has become a file, which Node reports as an error. */
function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** What lies at a path, a link not followed; undefined when nothing does. Throws when it may not be looked at. */
export function entryStats(path: string): Stats | undefined {
  return orNothing(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** What a path leads to; undefined when to nothing. Throws when it may not be looked at. */
export function targetStats(path: string): Stats | undefined {
  return orNothing(() => statSync(path, { throwIfNoEntry: false }));
}

/** As {@link targetStats}, exact to the nanosecond and for inodes of any size. */
export function exactTargetStats(path: string): BigIntStats | undefined {
  return orNothing(() => statSync(path, { bigint: true, throwIfNoEntry: false }));
}
