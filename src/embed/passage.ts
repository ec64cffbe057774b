import type { Chunk } from "../chunk/types.ts";

/** What a passage's text is made of. */
export interface PassageSource {
  /** Relative to the project root, with "/". */
  readonly path: string;
  readonly language: string;
  readonly chunk: Pick<Chunk, "scope" | "symbol" | "signature" | "text">;
}

/** For a static model, which counts words, or for a transformer behind a server, which reads. */
export type PassageStyle = "static" | "server";

/**
 * How often path and name count in a static passage. The model weighs a word by the root of its count, so that one
 * mention drowns in code. Over 19 repositories and 371 queries, vectors alone, NDCG@10 of files rose from 0.746
 * (last three path names once) through 0.756 (whole path once) to 0.804 (path and name three times).
 */
export const emphasis = 3;

/** `scope.symbol`, or whichever there is. */
function qualifiedName({ scope, symbol }: PassageSource["chunk"]): string {
  if (symbol === null) return scope;
  return scope === "" ? symbol : `${scope}.${symbol}`;
}

/** The line that precedes the chunk's own text in a static passage, {@link emphasis} times. */
export function staticHeadLine({ path, chunk }: PassageSource): string {
  return `${path} ${qualifiedName(chunk)}\n`;
}

/**
 * The text that is embedded for a chunk at a path: where it is and what it belongs to, then the code.
 *
 * Static: path, scope and symbol, weighted by repetition. The signature stays out, since the code repeats it.
 * Server: one header line as a comment, with the signature only where the chunk itself does not hold it.
 */
export function passageText(passage: PassageSource, style: PassageStyle): string {
  const { path, chunk } = passage;
  if (style === "static") return staticHeadLine(passage).repeat(emphasis) + chunk.text;
  const name = qualifiedName(chunk);
  const parts = name === "" ? [path] : [path, name];
  if (chunk.signature !== null && !holdsSignature(chunk.text, chunk.signature)) parts.push(chunk.signature);
  return `// ${parts.join(" · ")}\n${chunk.text}`;
}

/** Whether a chunk holds its own signature, as it does unless it is a later part of a long definition. */
function holdsSignature(text: string, signature: string): boolean {
  const squeeze = (value: string) => value.replace(/\s+/g, "");
  // Its beginning is enough: a signature over many lines is shortened to one.
  return squeeze(text.slice(0, 2_000)).includes(squeeze(signature).slice(0, 40));
}
