import { isUtf8 } from "node:buffer";
import type { DecodedSource } from "./types.ts";

export type Decoded =
  | { readonly kind: "text"; readonly text: string; readonly encoding: DecodedSource["encoding"] }
  | { readonly kind: "binary"; readonly detail: string };

/** A zero byte this early means binary, as for git. */
const headBytes = 8_000;
/** More zero bytes than one in so many mean binary; fewer are slips in a text. */
const bytesPerZero = 1_000;
/** Control characters that texts do not hold; more of them than one in so many bytes mean binary. */
const bytesPerControl = 100;

/**
 * Characters of the bytes 0x80 to 0x9f in Windows-1252, the form of latin1 that texts really have. (`TextDecoder` of
 * Node 20 takes these bytes for control characters.)
 */
const windows1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

function decodeSingleBytes(bytes: Buffer): string {
  return bytes.toString("latin1").replace(/[\x80-\x9f]/g, (byte) => windows1252[byte.charCodeAt(0) - 0x80] ?? byte);
}

function startsWith(bytes: Buffer, ...mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++;
  return count;
}

function hasManyControls(bytes: Buffer): boolean {
  let controls = 0;
  for (const byte of bytes) {
    const isControl = (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b) || byte === 0x7f;
    if (isControl) controls++;
  }
  return controls * bytesPerControl > bytes.length;
}

/** Gives every line the ending LF and blanks stray zero bytes, at which parsers would take the text to end. */
function normalise(text: string): string {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  return lines.includes("\0") ? lines.replaceAll("\0", " ") : lines;
}

function decodeUtf16(bytes: Buffer, encoding: "utf-16le" | "utf-16be"): Decoded {
  const units = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
  const text = (encoding === "utf-16be" ? units.swap16() : units).toString("utf16le");
  if (countOf(text, "\0") * bytesPerZero > text.length) return { kind: "binary", detail: "zero characters" };
  return { kind: "text", text: normalise(text), encoding };
}

/**
 * Turns a whole file into text: by its byte-order mark, else as UTF-8 when all of it is valid, else as Windows-1252.
 * A file that holds zero bytes or many control characters is binary.
 */
export function decodeText(bytes: Buffer): Decoded {
  if (startsWith(bytes, 0xff, 0xfe, 0, 0) || startsWith(bytes, 0, 0, 0xfe, 0xff)) {
    return { kind: "binary", detail: "UTF-32" };
  }
  if (startsWith(bytes, 0xff, 0xfe)) return decodeUtf16(bytes, "utf-16le");
  if (startsWith(bytes, 0xfe, 0xff)) return decodeUtf16(bytes, "utf-16be");
  const body = startsWith(bytes, 0xef, 0xbb, 0xbf) ? bytes.subarray(3) : bytes;
  const firstZero = body.indexOf(0);
  if (firstZero !== -1) {
    if (firstZero < headBytes) return { kind: "binary", detail: "zero bytes" };
    if (countOf(body.toString("latin1"), "\0") * bytesPerZero > body.length) {
      return { kind: "binary", detail: "many zero bytes" };
    }
  }
  if (isUtf8(body)) return { kind: "text", text: normalise(body.toString("utf8")), encoding: "utf-8" };
  if (hasManyControls(body)) return { kind: "binary", detail: "control characters" };
  return { kind: "text", text: normalise(decodeSingleBytes(body)), encoding: "latin1" };
}
