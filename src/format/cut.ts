/** `text` with at most `maxLength` UTF-16 units, an ellipsis standing for the rest; never half a surrogate pair. */
export function cutLine(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - 1;
  const last = text.charCodeAt(end - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? end - 1 : end)}…`;
}

/** Every line of `text` cut at `maxWidth`. */
export function cutLines(text: string, maxWidth: number): string {
  if (text.length <= maxWidth) return text;
  return text
    .split("\n")
    .map((line) => cutLine(line, maxWidth))
    .join("\n");
}

/** Whole leading lines of `text` that fit into `maxLength` units, and a last line that says how many are missing. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const lines = text.split("\n");
  let kept = 0;
  let length = 0;
  for (const line of lines) {
    if (length + line.length + 1 > maxLength) break;
    length += line.length + 1;
    kept++;
  }
  if (kept === 0) return cutLine(text, maxLength);
  const missing = lines.length - kept;
  return `${lines.slice(0, kept).join("\n")}\n… ${missing} more ${missing === 1 ? "line" : "lines"}`;
}

/**
 * At most `maxLength` units of a line, with the beginning of a stretch of it in view: a third before it, the rest behind.
 * Ellipses stand for what is missing; no surrogate pair is split.
 */
export function cutAround(line: string, stretch: { readonly start: number }, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const before = Math.floor(maxLength / 3);
  if (stretch.start <= maxLength - before) return cutLine(line, maxLength);
  const latest = line.length - (maxLength - 1);
  let from = Math.min(stretch.start - before, latest);
  const first = line.charCodeAt(from);
  if (first >= 0xdc00 && first <= 0xdfff) from++;
  return `…${cutLine(line.slice(from), maxLength - 1)}`;
}
