import type { FileMatches } from "../types.ts";
import type { LoadableGrammar } from "./ast-grep-languages.ts";

/** What the child that looks for code shapes is told, as JSON on its standard input. */
export interface StructuralJob {
  /** Absolute. */
  readonly root: string;
  readonly pattern: string;
  /** Grammars that are not built in, by ast-grep's name of the language. */
  readonly grammars: Readonly<Record<string, LoadableGrammar>>;
  /** Paths by ast-grep's name of their language. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** Matches of one file that are kept at most; null for all. */
  readonly keepPerFile: number | null;
  readonly contextLines: number;
}

/** What the child that looks for text is told, as JSON on its standard input. */
export interface TextJob {
  /** Absolute. */
  readonly root: string;
  /** In the syntax of RE2. */
  readonly source: string;
  readonly isCaseSensitive: boolean;
  readonly isWord: boolean;
  readonly isMultiline: boolean;
  readonly files: readonly string[];
  /** Matches of one file that are kept at most; null for all. */
  readonly keepPerFile: number | null;
  readonly contextLines: number;
}

/** What a child answers of the files it was told of, one JSON object a line. */
export type FileMessage =
  | { readonly kind: "file"; readonly file: FileMatches }
  | { readonly kind: "unreadable" | "binary" | "too-large"; readonly path: string }
  | { readonly kind: "done" };

/** What the child that looks for code shapes answers. */
export type StructuralMessage =
  /** The pattern is no code of this language; none of its files are searched. */
  | { readonly kind: "refused"; readonly language: string; readonly reason: string }
  /** The pattern is taken although it is broken code. */
  | { readonly kind: "doubtful"; readonly language: string }
  | FileMessage;
