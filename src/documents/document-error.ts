/** Why a document has no records: its content is not what its format asks for, it exceeds a limit, or cannot be read. */
export type DocumentProblem = "damaged" | "too-large" | "unreadable";

/** A document that cannot be turned into records. The message is for people and names no path. */
export class DocumentError extends Error {
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "DocumentError";
    this.problem = problem;
  }
}
