import { describe, expect, it } from "vitest";
import { areNearDuplicates, shinglesOf } from "./resemblance.ts";

const code = `export function total(order: Order): number {
  let sum = 0;
  for (const line of order.lines) sum += line.price * line.count;
  return applyDiscount(sum, order.customer);
}`;

const alike = (one: string, other: string): boolean => areNearDuplicates(shinglesOf(one), shinglesOf(other));

describe("near duplicates", () => {
  it("are copies, however they are laid out, and with a word changed", () => {
    expect(alike(code, code)).toBe(true);
    expect(alike(code, code.replaceAll(/\s+/g, "\n\t"))).toBe(true);
    expect(alike(code, code.replace("let", "var"))).toBe(true);
  });

  it("are not texts that share some of their words, or of which one is a part of the other", () => {
    expect(alike(code, code.replaceAll("order", "invoice").replaceAll("sum", "amount"))).toBe(false);
    expect(alike(code, code.slice(0, code.length / 2))).toBe(false);
    expect(alike("a", "b")).toBe(false);
    expect(alike("", "return")).toBe(false);
  });
});
