import type { DocumentRecord } from "./record.ts";

/** A document that is open for reading. */
export interface DocumentFile {
  /** Relative to the project root, `/`-separated. */
  readonly path: string;
  /** Descriptor of the open file; its owner closes it. */
  readonly descriptor: number;
  readonly sizeBytes: number;
}

/** What a document holds, as records that can be searched. */
export interface DocumentContents {
  /** The format's name for people: `FreeCAD document`. */
  readonly format: string;
  /** The name that the document gives itself, else its file's name without ending. */
  readonly label: string;
  /** First the document itself, then its objects in the order in which they are kept. */
  readonly records: readonly DocumentRecord[];
  /** Long values, such as the output of a notebook's cell, were cut. */
  readonly isCut: boolean;
}

/** Knows one format of documents that are not source. */
export interface DocumentAdapter {
  readonly format: string;
  /** Endings of file names with their dot, lower case. */
  readonly extensions: readonly string[];
  /** The file is text as well, in which a search finds something where its records cannot be made. */
  readonly isText: boolean;
  /**
   * Turns a document into records, reading no more of it than they need.
   * @param signal ends the reading; its reason is thrown
   * @throws DocumentError when the document is damaged or too large
   */
  read(file: DocumentFile, signal: AbortSignal): Promise<DocumentContents>;
}
