import { escapeRegex, hasLatin1, inBothEncodings, translateRegex } from "../dialect.ts";
import type { GrepRequest } from "../types.ts";

/** What to hand to ripgrep. */
export interface RipgrepPattern {
  readonly source: string;
  readonly isFixed: boolean;
  /** It may match a part of a character, which is no match. */
  readonly mustVerify: boolean;
  /** For people: what was rewritten. */
  readonly notes: readonly string[];
}

/**
 * The query as ripgrep takes it. Its files are UTF-8 or UTF-16 with a byte-order mark to ripgrep, so that characters of
 * Latin-1 are looked for in both of their forms.
 * @throws GrepaiError INVALID_PATTERN
 */
export function ripgrepPattern({ query, isRegex, isCaseSensitive, isMultiline }: GrepRequest): RipgrepPattern {
  if (isRegex) {
    const { source, notes } = translateRegex(query, isMultiline);
    if (!hasLatin1(source)) return { source, isFixed: false, mustVerify: false, notes };
    return { source: inBothEncodings(source, isCaseSensitive), isFixed: false, mustVerify: true, notes };
  }
  if (!hasLatin1(query)) return { source: query, isFixed: true, mustVerify: false, notes: [] };
  const source = inBothEncodings(escapeRegex(query), isCaseSensitive);
  return { source, isFixed: false, mustVerify: true, notes: [] };
}
