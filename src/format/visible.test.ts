import { describe, expect, it } from "vitest";
import { visibleLine, visibleText } from "./visible.ts";

const esc = String.fromCharCode(0x1b);

describe("visibleText", () => {
  it("shows C0, DEL and C1 controls as escapes and keeps tabs and line feeds", () => {
    const text = `a${esc}[2J\u0007\u007f\u009b31m\tb\nc\rd`;
    expect(visibleText(text)).toBe("a\\x1b[2J\\x07\\x7f\\x9b31m\tb\nc\\x0dd");
  });

  it("shows bidirectional controls and line separators", () => {
    expect(visibleText("\u202e\u2066x\u2069\u200f\u061c\u2028")).toBe("\\u202e\\u2066x\\u2069\\u200f\\u061c\\u2028");
  });

  it("shows lone surrogates and keeps pairs, accents and other scripts", () => {
    expect(visibleText("\ud83d\ude00 é 日本 עברית \ud800")).toBe("\ud83d\ude00 é 日本 עברית \\ud800");
  });
});

describe("visibleLine", () => {
  it("leaves nothing that could start another line or column", () => {
    expect(visibleLine("a\nb\tc\rSAFE")).toBe("a\\nb\\tc\\x0dSAFE");
  });
});
