/** Calls that are followed when nothing is asked for, and at most. */
export const DEFAULT_IMPACT_DEPTH = 10;
export const MAX_IMPACT_DEPTH = 100;

/** Symbols that are listed when nothing is asked for, and at most. */
export const DEFAULT_IMPACT_LIMIT = 200;
export const MAX_IMPACT_LIMIT = 5_000;
