import { describe, expect, it } from "vitest";
import { floatLiteral, scalarLiteral, stringLiteral } from "./literal.ts";

describe("floats", () => {
  // The right-hand side is what Python's repr() prints.
  it.each([
    [0, "0.0"],
    [-0, "-0.0"],
    [60, "60.0"],
    [-20.5, "-20.5"],
    [0.1 + 0.2, "0.30000000000000004"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [0.00012345, "0.00012345"],
    [-1.5e-7, "-1.5e-07"],
    [1e15, "1000000000000000.0"],
    [1e16, "1e+16"],
    [123456789012345680, "1.2345678901234568e+17"],
    [1e20, "1e+20"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
    [5e-324, "5e-324"],
    [Number.NaN, "float('nan')"],
    [Number.NEGATIVE_INFINITY, "float('-inf')"],
  ])("%d is %s", (value, literal) => expect(floatLiteral(value)).toBe(literal));
});

describe("strings", () => {
  it.each([
    ["radius", "'radius'"],
    ["", "''"],
    ["it's", `"it's"`],
    [`"left" isn't`, `'''"left" isn't'''`],
    ["two\nlines", "'''two\nlines'''"],
    ["C:\\temp", "r'C:\\temp'"],
    ["ends\\", "'ends\\\\'"],
    [`say 'no'`, `"say 'no'"`],
    [`"it's"`, `'''"it's"'''`],
    [`"a" 'b'`, `""""a" 'b'"""`],
    ["'''\n\"\"\"", `'''\\'\\'\\'\n"""'''`],
    ["Maße – 支柱 😀", "'Maße – 支柱 😀'"],
    ["tab\there", "'tab\there'"],
    ["bell\x07 return\r", "'bell\\x07 return\\r'"],
    ["half \ud83d pair", "'half \\ud83d pair'"],
  ])("%j", (text, literal) => expect(stringLiteral(text)).toBe(literal));
});

it("writes Python's names for what is neither number nor text", () => {
  expect([null, true, false, 3, 12345678901234567890n].map(scalarLiteral)).toEqual([
    "None",
    "True",
    "False",
    "3",
    "12345678901234567890",
  ]);
});
