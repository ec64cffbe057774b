import { describe, expect, it } from "vitest";
import { escapeRegex, inBothEncodings, translateRegex, unclosedGroup } from "./dialect.ts";

describe("translateRegex", () => {
  it.each([
    ["a|b+?", "a|b+?"],
    ["\\bfoo\\b\\d{2,3}", "\\bfoo\\b\\d{2,3}"],
    ["[^\\r\\n]*", "[^\\r\\n]*"],
    ["x\\r?$", "x$"],
    ["if (x) {", "if (x) \\{"],
    ["a{2}", "a{2}"],
    ["\\p{Lu}\\u{1F600}", "\\p{Lu}\\u{1F600}"],
    ["[\\b]", "[\\x08]"],
    ["[^]", "[\\s\\S]"],
    ["\\cJ", "\\x0a"],
    ["[]a]", "[]a]"],
    ["(?<name>a)(?:b)", "(?<name>a)(?:b)"],
  ])("%s becomes %s", (pattern, expected) => {
    const { source, notes } = translateRegex(pattern, false);
    expect(source).toBe(expected);
    expect(notes).toHaveLength(source === pattern ? 0 : 1);
  });

  it.each([
    ["a(?=b)", "position 2"],
    ["(?<!a)b", "position 1"],
    ["(a)\\1", "position 4"],
    ["(?<n>a)\\k<n>", "position 8"],
  ])("refuses %s", (pattern, place) => {
    expect(() => translateRegex(pattern, false)).toThrow(place);
  });

  it("keeps carriage returns where matches may span lines", () => {
    expect(translateRegex("a\\r?\\n", true).source).toBe("a\\r?\\n");
  });
});

describe("unclosedGroup", () => {
  it.each([
    ["a(b", 1],
    ["(a)(b", 3],
    ["[(]", null],
    ["\\((a)", null],
  ])("%s", (pattern, place) => expect(unclosedGroup(pattern)).toBe(place));
});

describe("inBothEncodings", () => {
  it("finds the byte that Latin-1 has for a character", () => {
    expect(inBothEncodings("gr\u00f6n", true)).toBe("gr(?:\u00f6|(?-u:[\\xf6]))n");
    expect(inBothEncodings("gr\u00f6n", false)).toBe("gr(?:\u00f6|(?-u:[\\xf6\\xd6]))n");
    expect(inBothEncodings("[\u00f6]\\\u00f6", true)).toBe("[\u00f6]\\\u00f6");
  });
});

describe("escapeRegex", () => {
  it("makes text match itself", () => expect(escapeRegex("a.b(c)[d]{e}|\\")).toBe("a\\.b\\(c\\)\\[d\\]\\{e\\}\\|\\\\"));
});
