/** Letters and digits a token holds on average in code, over the common tokenizers; a little low, to be careful. */
const charactersPerToken = 3;

/**
 * Tokens a transformer's tokenizer makes of a text, roughly and rather too many: a third of the letters and digits,
 * one for each other visible character, as in code-heavy or Chinese text.
 */
export function estimateTokens(text: string): number {
  let wordCharacters = 0;
  let others = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)) {
      wordCharacters++;
    } else if (code > 0x20) others++;
  }
  return Math.ceil(wordCharacters / charactersPerToken) + others;
}

/** Cuts a text into this many pieces of like length, at line ends or spaces where there are any near; none is lost. */
export function splitText(text: string, pieces: number): readonly string[] {
  const result: string[] = [];
  let start = 0;
  for (let left = pieces; left > 1 && text.length - start > 1; left--) {
    const cut = cutNear(text, start, start + Math.ceil((text.length - start) / left));
    result.push(text.slice(start, cut));
    start = cut;
  }
  result.push(text.slice(start));
  return result.filter((piece) => piece.trim() !== "");
}

/** The best place to cut at or before `target`, at most a quarter of the piece away. */
function cutNear(text: string, start: number, target: number): number {
  const earliest = target - Math.floor((target - start) / 4);
  for (const boundary of ["\n", " "]) {
    const at = text.lastIndexOf(boundary, target - 1);
    if (at >= earliest && at >= start) return at + 1;
  }
  const code = text.charCodeAt(target - 1);
  const splitsPair = code >= 0xd800 && code <= 0xdbff;
  return splitsPair ? (target - 1 > start ? target - 1 : target + 1) : target;
}
