import { GrepaiError } from "../errors.ts";

/** The documented error reply. */
export interface ErrorReply {
  readonly error: string;
  readonly code: string;
}

/** Any thrown value as an error reply. What is not a {@link GrepaiError} is a defect; its message may name anything, so it is not passed on. */
export function errorReply(thrown: unknown): ErrorReply {
  if (thrown instanceof GrepaiError) return { error: thrown.message, code: thrown.code };
  return {
    error: "An internal error occurred. Run the command with GREPAI_DEBUG=1 to see it on standard error.",
    code: "INTERNAL",
  };
}
