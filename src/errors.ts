/**
 * The one taxonomy of failures. Every error that reaches a user or an assistant is a {@link GrepaiError}
 * with a stable code; anything else that escapes is a defect and is reported as `INTERNAL`.
 */
export type ErrorCode =
  | "INDEX_NOT_FOUND"
  | "INDEX_BUSY"
  | "INDEX_DAMAGED"
  | "INDEX_TOO_NEW"
  | "EMBEDDER_UNAVAILABLE"
  | "MODEL_MISMATCH"
  | "SYMBOL_NOT_FOUND"
  | "INVALID_PARAMETERS"
  | "INVALID_CONFIG"
  | "INVALID_PATTERN"
  | "QUERY_TOO_LONG"
  | "LOCATION_NOT_FOUND"
  | "NOT_A_DIRECTORY"
  | "PATH_OUTSIDE_PROJECT"
  | "ENGINE_UNAVAILABLE"
  | "FILE_SYSTEM_ERROR"
  | "PERMISSION_DENIED"
  | "DISK_FULL"
  | "TIMEOUT"
  | "CANCELLED"
  | "INTERNAL";

/** An error with a stable code and a message that tells a person what to do about it. */
export class GrepaiError extends Error {
  readonly code: ErrorCode;

  /**
   * @param code what went wrong, for programs
   * @param message what went wrong and the remedy, for people; never holds keys, stack traces or file contents
   * @param options the underlying error, kept for debug logs only
   */
  constructor(code: ErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "GrepaiError";
    this.code = code;
  }
}

/** The message of any thrown value, for logs and for wrapping into a {@link GrepaiError}. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
