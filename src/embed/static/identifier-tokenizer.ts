import type { Tokenizer, TokenSink } from "./tokenizer.ts";
import { findWord, hashStart, hashStep, type SharedVocabulary } from "./vocabulary.ts";

/** Longer runs of digits are hashes, times and the like, and say nothing about meaning. */
const maxDigits = 4;
/** Lengths a known beginning of an unknown word may have. */
const minPrefix = 3;
const maxPrefix = 16;

function isLower(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function isUpper(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/**
 * Tokens of code as programmers read it: identifiers split where the case changes (`parseHTTPResponse` → parse,
 * http, response), numbers of up to four digits, everything else a boundary. A part outside the vocabulary becomes
 * the longest known words it is made of, from the left; letters that start none are skipped.
 */
export class IdentifierTokenizer implements Tokenizer {
  readonly #vocabulary: SharedVocabulary;

  constructor(vocabulary: SharedVocabulary) {
    this.#vocabulary = vocabulary;
  }

  tokenize(text: string, sink: TokenSink): void {
    const { length } = text;
    let at = 0;
    while (at < length) {
      const code = text.charCodeAt(at);
      const start = at++;
      if (isLower(code)) {
        while (at < length && isLower(text.charCodeAt(at))) at++;
        this.#addWord(text, start, at, sink);
      } else if (isUpper(code)) {
        while (at < length && isUpper(text.charCodeAt(at))) at++;
        if (at < length && isLower(text.charCodeAt(at))) {
          // The last capital begins the next word: HTTPResponse is HTTP + Response.
          if (at - start > 1) at--;
          else while (at < length && isLower(text.charCodeAt(at))) at++;
        }
        this.#addWord(text, start, at, sink);
      } else if (isDigit(code)) {
        while (at < length && isDigit(text.charCodeAt(at))) at++;
        if (at - start <= maxDigits) this.#addNumber(text, start, at, sink);
      }
    }
  }

  /**
   * The tokens of a word: what {@link tokenize} finds in any text that holds it, since all that may stand beside a
   * word is a boundary.
   */
  tokensOf(word: string): readonly number[] {
    const tokens: number[] = [];
    this.tokenize(word, { add: (tokenId) => tokens.push(tokenId) });
    return tokens;
  }

  #addNumber(text: string, from: number, to: number, sink: TokenSink): void {
    const tokenId = this.#find(text, from, to);
    if (tokenId !== -1) sink.add(tokenId);
  }

  #addWord(text: string, from: number, to: number, sink: TokenSink): void {
    const tokenId = this.#find(text, from, to);
    if (tokenId !== -1) sink.add(tokenId);
    else if (to - from >= minPrefix) this.#addPrefixes(text, from, to, sink);
  }

  #addPrefixes(text: string, from: number, to: number, sink: TokenSink): void {
    let start = from;
    while (to - start >= minPrefix) {
      const limit = Math.min(to, start + maxPrefix);
      let hash = hashStart;
      let found = -1;
      let end = start + 1;
      for (let at = start; at < limit; at++) {
        hash = hashStep(hash, text.charCodeAt(at) | 0x20);
        if (at - start + 1 < minPrefix) continue;
        const tokenId = findWord(this.#vocabulary, hash, text, start, at + 1);
        if (tokenId === -1) continue;
        found = tokenId;
        end = at + 1;
      }
      if (found !== -1) sink.add(found);
      start = end;
    }
  }

  #find(text: string, from: number, to: number): number {
    if (to - from > this.#vocabulary.maxWordLength) return -1;
    let hash = hashStart;
    for (let at = from; at < to; at++) hash = hashStep(hash, text.charCodeAt(at) | 0x20);
    return findWord(this.#vocabulary, hash, text, from, to);
  }
}
