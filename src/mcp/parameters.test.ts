import { describe, expect, it } from "vitest";
import * as z from "zod";
import { GrepaiError } from "../errors.ts";
import {
  asList,
  flag,
  nearest,
  optionalChoice,
  parseParameters,
  requiredText,
  textList,
  wholeNumber,
} from "./parameters.ts";

const schema = z.strictObject({
  query: requiredText("query", "what"),
  limit: wholeNumber("limit", "how many", { from: 1, to: 100, usual: 10, isLenientAbove: true }),
  depth: wholeNumber("depth", "how deep", { from: 1, to: 9, usual: 2, isLenientAbove: false }),
  compact: flag("compact", "short"),
  mode: optionalChoice("mode", "how", ["words", "meaning", "both"]),
  path: textList("path", "where"),
});

function messageFor(input: unknown): string {
  try {
    parseParameters(schema, input);
  } catch (error) {
    if (error instanceof GrepaiError) {
      expect(error.code).toBe("INVALID_PARAMETERS");
      return error.message;
    }
    throw error;
  }
  return "accepted";
}

describe("parseParameters", () => {
  it("fills in defaults, and takes null as left out", () => {
    const expected = { query: "a", limit: 10, depth: 2, compact: false, path: [] };
    expect(parseParameters(schema, { query: "a" })).toEqual(expected);
    expect(parseParameters(schema, { query: "a", limit: null, path: null })).toEqual(expected);
  });

  it.each([undefined, null, {}, { query: null }, { limit: 3 }])("asks for what is required: %j", (input) => {
    expect(messageFor(input)).toBe("Parameter 'query' is required.");
  });

  it.each([
    [{ query: "" }, "Parameter 'query' must not be empty."],
    [{ query: " \t\n" }, "Parameter 'query' must not be empty."],
    [{ query: 7 }, "Parameter 'query' must be a string."],
    [{ query: ["a"] }, "Parameter 'query' must be a string."],
    [{ query: "a".repeat(10_001) }, "Parameter 'query' must not be longer than 10000 characters."],
    [{ query: "a", limit: 0 }, "Parameter 'limit' must be a whole number from 1 to 100."],
    [{ query: "a", limit: -5 }, "Parameter 'limit' must be a whole number from 1 to 100."],
    [{ query: "a", limit: 2.5 }, "Parameter 'limit' must be a whole number from 1 to 100."],
    [{ query: "a", limit: "5" }, "Parameter 'limit' must be a whole number from 1 to 100."],
    [{ query: "a", depth: 10 }, "Parameter 'depth' must be a whole number from 1 to 9."],
    [{ query: "a", compact: "yes" }, "Parameter 'compact' must be true or false."],
    [{ query: "a", mode: "magic" }, `Parameter 'mode' must be "words", "meaning" or "both".`],
    [{ query: "a", path: [1] }, "Parameter 'path' must be a string or a list of strings."],
    [
      { query: "a", limt: 3 },
      "Unknown parameter 'limt'. Did you mean 'limit'? Allowed: query, limit, depth, compact, mode, path.",
    ],
    ["query", "The arguments must be an object of parameter names and values."],
    [["query"], "The arguments must be an object of parameter names and values."],
  ])("names what is wrong with %j", (input, message) => {
    expect(messageFor(input)).toBe(message);
  });

  it("lets a lenient number through however large it is", () => {
    expect(parseParameters(schema, { query: "a", limit: 1e308 }).limit).toBe(1e308);
  });

  it("is not fooled by names of the prototype", () => {
    expect(messageFor(JSON.parse('{"query":"a","__proto__":1}'))).toContain("Unknown parameter '__proto__'.");
    expect(messageFor({ query: "a", constructor: 1 })).toContain("Unknown parameter 'constructor'.");
  });
});

describe("asList", () => {
  it("makes a list of one text", () => {
    expect([asList("a"), asList(["a", "b"])]).toEqual([["a"], ["a", "b"]]);
  });
});

describe("nearest", () => {
  it("offers only what is near", () => {
    expect(nearest("patth", ["path", "query"])).toBe("path");
    expect(nearest("zzzzzz", ["path", "query"])).toBeNull();
  });
});
