import type { Skip } from "./default-rules.ts";

/** A line longer than this was not written by hand; paragraphs of prose are often one line. */
const longLineLength = 1_000;
const longProseLineLength = 20_000;
/** Share of a text in such lines from which on it may be minified. */
const minifiedShare = 0.6;
/** Shorter texts do no harm whatever they hold. */
const minifiedMinLength = 4_096;
/** A source with a picture or table in one line keeps at least this many lines of its own... */
const handWrittenMinLines = 20;
/** ...and a bundle below a long licence notice has at least this much in long lines. */
const bundleMinLength = 65_536;

const prose = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|tex|org)$/i;
const privateKey = /^\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;
const serviceAccountKey = /"private_key"\s*:\s*"/;
/** Key files are small; looking for keys in large data would take longer than reading it. */
const keyFileMaxLength = 16_384;

/** Tells minified code from code: returns the share of it in long lines, or null when it is written by hand. */
function minifiedShareOf(text: string, limit: number): number | null {
  let longLength = 0;
  let ordinaryLines = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    if (end - start > limit) longLength += end - start;
    else if (end > start) ordinaryLines++;
    start = end + 1;
  }
  const share = longLength / text.length;
  if (share <= minifiedShare) return null;
  return ordinaryLines < handWrittenMinLines || longLength >= bundleMinLength ? share : null;
}

/** Tells a private key under a harmless name from other text. */
export function secretSkip(path: string, text: string): Skip | null {
  if (privateKey.test(text.slice(0, 200))) return { reason: "secret", detail: "private key" };
  if (path.endsWith(".json") && text.length <= keyFileMaxLength && serviceAccountKey.test(text)) {
    return { reason: "secret", detail: "holds a private key" };
  }
  return null;
}

/** What a text's content says against indexing it: it is minified, or a private key under a harmless name. */
export function contentSkip(path: string, text: string): Skip | null {
  const secret = secretSkip(path, text);
  if (secret !== null || text.length < minifiedMinLength) return secret;
  const share = minifiedShareOf(text, prose.test(path) ? longProseLineLength : longLineLength);
  if (share === null) return null;
  return { reason: "minified", detail: `${Math.round(share * 100)} % of it in very long lines` };
}
