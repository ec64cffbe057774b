import { RE2JS } from "re2js";
import { GrepaiError, messageOf } from "../../errors.ts";
import { translateRegex } from "../dialect.ts";
import { comparePaths } from "../path-order.ts";
import type { Engine, GrepRequest } from "../types.ts";
import type { RunChild } from "./child-process.ts";
import { runWorker } from "./run-worker.ts";

/** Unicode escapes as RE2 writes them. */
function unicodeEscapes(source: string): string {
  return source.replace(/\\(?:u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})|.)/gs, (whole, braced, four) => {
    const code: string | undefined = braced ?? four;
    return code === undefined ? whole : `\\x{${code}}`;
  });
}

/** @throws GrepaiError INVALID_PATTERN */
function patternOf({ query, isRegex, isMultiline }: GrepRequest): {
  readonly source: string;
  readonly notes: readonly string[];
} {
  if (!isRegex) return { source: RE2JS.quote(query), notes: [] };
  const { source, notes } = translateRegex(query, isMultiline);
  const written = unicodeEscapes(source);
  try {
    RE2JS.compile(written);
  } catch (error) {
    throw new GrepaiError(
      "INVALID_PATTERN",
      `The pattern is not a valid regular expression: ${messageOf(error).replace(/^error parsing regexp: /, "")}. Mend it (the syntax is that of RE2), or look for the text as it stands (regex: false; -F at the terminal).`,
    );
  }
  return { source: written, notes };
}

/**
 * Text search in JavaScript by RE2's algorithm, which takes linear time, for machines that ripgrep has no binary for.
 * It differs from ripgrep in that `\\w`, `\\d` and `\\b` know ASCII alone, and in being many times slower.
 */
export function createJavaScriptEngine(runChild: RunChild): Engine {
  return {
    name: "javascript",
    async search({ request, space, keepPerFile, signal, sink }) {
      const { source, notes } = patternOf(request);
      if (!request.isMultiline && /\\n|\n/.test(source.replace(/\[\^[^\]]*\]/g, ""))) {
        throw new GrepaiError(
          "INVALID_PATTERN",
          "The pattern holds a line break, but matches cannot span lines. Set multiline to allow that.",
        );
      }
      const counts = { unreadable: 0, binary: 0, "too-large": 0 };
      const input = {
        root: space.root,
        source,
        isCaseSensitive: request.isCaseSensitive,
        isWord: request.isWord,
        isMultiline: request.isMultiline,
        files: [...space.files].sort(comparePaths),
        keepPerFile: Number.isFinite(keepPerFile) ? keepPerFile : null,
        contextLines: request.contextLines,
      };
      await runWorker({ program: "text-worker", input }, signal, runChild, (message) => {
        if (message.kind === "file") return sink(message.file);
        if (message.kind in counts) counts[message.kind as keyof typeof counts]++;
        return true;
      });
      const tooLarge = counts["too-large"];
      return {
        unreadable: counts.unreadable + tooLarge,
        binary: counts.binary,
        notes: [
          "ripgrep has no program for this machine; the slower JavaScript engine searched.",
          ...(tooLarge === 0 ? [] : [`${tooLarge} files are too large for it and were not searched.`]),
          ...notes,
        ],
      };
    },
  };
}
