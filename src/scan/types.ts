/** Why a path is not indexed. The reasons are counted and shown by `status --verbose`. */
export type SkipReason =
  | "git-ignored"
  | "grepai-ignored"
  | "config-ignored"
  | "default-ignored"
  | "secret"
  | "binary"
  | "minified"
  | "too-large"
  | "symlink"
  | "nested-repository"
  | "unreadable"
  | "not-a-file";

/** A path that was seen and left out. An ignored folder counts once. */
export interface SkippedPath {
  /** Relative to the root, `/`-separated. */
  readonly path: string;
  readonly reason: SkipReason;
  /** For people: the size, the rule or the system's error. */
  readonly detail: string | null;
}

/** What `stat` says of a file; equal stamps mean that the content need not be read again. */
export interface FileStamp {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

/** A file that the rules let through; its content has not been looked at yet. */
export interface ScannedFile extends FileStamp {
  /** Relative to the root, `/`-separated, exact as on disk. */
  readonly path: string;
}

export interface ScanResult {
  /** Sorted by path (code-unit order). */
  readonly files: readonly ScannedFile[];
  readonly skipped: readonly SkippedPath[];
}

/** A file's text, ready to parse. */
export interface DecodedSource {
  readonly kind: "text";
  /** Without byte-order mark; CRLF and lone CR are LF. */
  readonly text: string;
  /** Hex of the first 16 bytes of SHA-256 over the raw bytes. */
  readonly contentHash: string;
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "latin1";
}

export type ReadResult = DecodedSource | { readonly kind: "skipped"; readonly skipped: SkippedPath };
