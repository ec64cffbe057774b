import { encode as encodeToon } from "@toon-format/toon";

/** Encodings for programs. `toon` is the JSON data model in fewer tokens (Token-Oriented Object Notation). */
export type ReplyFormat = "json" | "toon";

/** A reply ready to be encoded: plain JSON data. */
export type Reply = Readonly<Record<string, unknown>>;

/** The reply as one document, without a line break at its end. */
export function encodeReply(reply: Reply, format: ReplyFormat): string {
  switch (format) {
    case "json":
      return JSON.stringify(reply);
    case "toon":
      return encodeToon(reply);
  }
}
