import { describe, expect, it } from "vitest";
import { estimateTokens } from "./tokens.ts";

describe("estimateTokens", () => {
  // Counted with the tokenizer o200k_base.
  it.each([
    ["", 0],
    ["return", 1],
    ["export function retryWithBackoff(action: () => Promise<void>, attempts: number) {", 18],
    ["def parse_header(line: str) -> tuple[str, str]:\n    name, _, value = line.partition(':')\n", 23],
    ['if err != nil {\n\t\treturn nil, fmt.Errorf("open %s: %w", path, err)\n\t}', 25],
  ])("comes near a tokenizer: %j", (text, tokens) => {
    const estimate = estimateTokens(text);
    expect(estimate).toBeGreaterThanOrEqual(tokens * 0.8 - 1);
    expect(estimate).toBeLessThanOrEqual(tokens * 1.25 + 1);
  });

  it("counts long data by its length", () => {
    expect(estimateTokens("a".repeat(4_000))).toBeGreaterThan(200);
    expect(estimateTokens("漢字".repeat(100))).toBe(200);
    expect(estimateTokens("=".repeat(1_600))).toBe(100);
  });
});
