import { describe, expect, it } from "vitest";
import { cutLine, cutLines, cutText } from "./cut.ts";

describe("cutLine", () => {
  it("keeps what fits and marks what is cut", () => {
    expect(cutLine("12345", 5)).toBe("12345");
    expect(cutLine("123456", 5)).toBe("1234…");
  });

  it("never leaves half a surrogate pair", () => {
    expect(cutLine("ab\ud83d\ude00cd", 4)).toBe("ab…");
  });
});

describe("cutLines", () => {
  it("cuts each line by itself", () => {
    expect(cutLines("123456\n123", 5)).toBe("1234…\n123");
  });
});

describe("cutText", () => {
  it("keeps whole lines and counts those that are missing", () => {
    expect(cutText("aaa\nbbb\nccc\nddd", 8)).toBe("aaa\nbbb\n… 2 more lines");
  });

  it("cuts within a line only when even the first does not fit", () => {
    expect(cutText("0123456789\nnext", 5)).toBe("0123…");
  });
});
