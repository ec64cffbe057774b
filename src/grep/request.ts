import { GrepaiError } from "../errors.ts";
import type { GrepRequest } from "./types.ts";

export const maxQueryLength = 2_000;
export const maxContextLines = 20;
/** Results on one page of an assistant's. */
export const maxPage = 200;
export const defaultPage = 50;

/**
 * Refuses what no engine can search for.
 * @throws GrepaiError QUERY_TOO_LONG, INVALID_PARAMETERS
 */
export function checkRequest(request: GrepRequest): void {
  const { query } = request;
  if (query.length > maxQueryLength) {
    throw new GrepaiError(
      "QUERY_TOO_LONG",
      `The query has ${query.length} characters; ${maxQueryLength} are allowed. Search for a distinctive part of it.`,
    );
  }
  if (query === "") throw new GrepaiError("INVALID_PARAMETERS", "The query is empty. Give text or a pattern.");
  if (query.includes("\0")) {
    throw new GrepaiError("INVALID_PARAMETERS", "The query holds a NUL character, which no text file has.");
  }
  if (!request.isMultiline && request.mode === "text" && /[\n\r]/.test(query.replace(/\n$/, ""))) {
    throw new GrepaiError(
      "INVALID_PATTERN",
      "The query holds a line break, but matches cannot span lines. Set multiline to allow that.",
    );
  }
}
