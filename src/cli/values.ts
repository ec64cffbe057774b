import { InvalidArgumentError } from "commander";

/** A parser of option values that are whole numbers within bounds. */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (!(value >= from && value <= to)) {
      throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
    }
    return value;
  };
}

/** Gathers an option that may be given several times. */
export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
