/** Room for one reply, so that an assistant's context is not flooded. */
export interface ReplyLimits {
  /** Size of the reply as JSON in UTF-8. */
  readonly maxBytes: number;
  /** UTF-16 units after which a line of source is cut. */
  readonly maxLineWidth: number;
}

/**
 * For assistants: about 15,000 tokens. The text and the structured content of an answer hold the same data, so a
 * whole answer stays below the 25,000 tokens at which clients cut, whichever of the two they pass on.
 */
export const assistantLimits: ReplyLimits = { maxBytes: 48_000, maxLineWidth: 400 };

/** Size in bytes that `value` takes as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The longest prefix of `items` for which `fits` holds; `fits` must hold for every shorter one too. */
export function fittingPrefix<T>(items: readonly T[], fits: (prefix: readonly T[]) => boolean): readonly T[] {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(items.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return items.slice(0, low);
}

/** The added `notes` key of a reply, only where there is something to say. */
export function notesKey(notes: readonly string[]): { readonly notes?: readonly string[] } {
  return notes.length > 0 ? { notes } : {};
}
