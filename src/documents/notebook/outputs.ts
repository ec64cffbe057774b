import { dictionary, Float, type Literal } from "../literal.ts";
import type { CellOutput } from "./notebook.ts";

/** Characters of one text in an output, and of all in a cell, that are kept. */
const maxTextLength = 20_000;
const maxCellLength = 100_000;
const maxDepth = 20;
const maxItems = 1_000;

/** Kinds of content that people can read. */
const readable = /^(?:text\/|application\/(?:json|javascript|xml|[\w.-]+\+(?:json|xml))|image\/svg\+xml)/;

/** Escape sequences with which programs colour their output: ECMA-48, control sequences and operating system commands. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const terminalSequence = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;

/** Turns the free parts of a notebook into literals and cuts what is long; tells whether anything was cut. */
export class BoundedValues {
  #left = maxCellLength;
  isCut = false;

  /** A text without terminal sequences. */
  text(text: string): string {
    const plain = text.replace(terminalSequence, "");
    const limit = Math.min(maxTextLength, this.#left);
    if (plain.length > limit) this.isCut = true;
    const kept = plain.slice(0, limit);
    this.#left -= kept.length;
    return kept;
  }

  value(value: unknown, depth = 0): Literal {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "boolean" || value === null) return value;
    if (typeof value === "number") return Number.isSafeInteger(value) ? value : new Float(value);
    if (typeof value !== "object") return null;
    if (depth >= maxDepth) {
      this.isCut = true;
      return null;
    }
    if (Array.isArray(value)) {
      if (value.length > 0 && value.every((item) => typeof item === "string" && item.endsWith("\n"))) {
        return this.text(value.join(""));
      }
      return this.#some(value).map((item) => this.value(item, depth + 1));
    }
    return dictionary(this.#some(Object.entries(value)).map(([key, item]) => [key, this.value(item, depth + 1)]));
  }

  #some<T>(items: readonly T[]): readonly T[] {
    if (items.length <= maxItems) return items;
    this.isCut = true;
    return items.slice(0, maxItems);
  }

  /** Text that is kept as a string or as its lines. */
  #lines(value: unknown): Literal {
    const isLines = Array.isArray(value) && value.every((line) => typeof line === "string");
    return isLines ? this.text(value.join("")) : this.value(value);
  }

  /** Contents by their MIME types; pictures and the like by name only. */
  #bundle(data: unknown): Literal {
    if (typeof data !== "object" || data === null) return this.value(data);
    return dictionary(
      Object.entries(data).map(([type, content]) => {
        if (!readable.test(type)) return [type, null];
        return [type, type.endsWith("json") ? this.value(content) : this.#lines(content)];
      }),
    );
  }

  /** One output of a cell: a stream, a result or an error. */
  output(output: CellOutput): Literal {
    return dictionary(
      Object.entries(output)
        .filter(([key]) => key !== "metadata")
        .map(([key, value]) => {
          if (key === "data") return [key, this.#bundle(value)];
          // A traceback is a list of frames, each of several lines.
          if (key === "traceback" && Array.isArray(value))
            return [key, this.#lines(value.map((frame) => `${frame}\n`))];
          // Version 3 has pictures beside the other fields.
          if (["png", "jpeg", "pdf"].includes(key)) return [key, null];
          return [key, this.#lines(value)];
        }),
    );
  }
}
