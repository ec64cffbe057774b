import type { SymbolKind } from "../parse/types.ts";

/** What a chunk mainly holds: a definition's kind, or a stretch of code, prose or plain text. */
export type ChunkKind = SymbolKind | "block" | "section" | "text";

/** A stretch of whole lines (only a line longer than the limit is cut within). Depends on the content alone. */
export interface Chunk {
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly kind: ChunkKind;
  /** Name of the definition it mainly holds or is a part of; a heading for prose; null otherwise. */
  readonly symbol: string | null;
  /** Enclosing definitions of that symbol, joined by "."; "" at top level. */
  readonly scope: string;
  /** Head of that definition on one line, or null. */
  readonly signature: string | null;
}
