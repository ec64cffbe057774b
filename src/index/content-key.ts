import { createHash } from "node:crypto";
import type { ChunkingConfig } from "../config/types.ts";
import type { LanguageId } from "../parse/types.ts";

/** Grows whenever the same bytes would give other chunks, symbols, references or terms than before. */
const analysisVersion = 5;

/** Names how contents are analysed now; an index made under another one is analysed anew. */
export function analysisFingerprint(chunking: ChunkingConfig): string {
  return `${analysisVersion}.${chunking.sizeTokens}.${chunking.overlapTokens}`;
}

/**
 * Key of what a file's bytes mean: equal bytes read as another language, or cut into chunks of another size, are
 * another content. 32 hexadecimal digits.
 */
export function contentKey(contentHash: string, language: LanguageId, fingerprint: string): string {
  return createHash("sha256").update(`${contentHash} ${language} ${fingerprint}`).digest("hex").slice(0, 32);
}
