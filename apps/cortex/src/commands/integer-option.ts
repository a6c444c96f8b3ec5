import { InvalidArgumentError } from "commander";

/** Parses an option that is a whole number in a range. */
export function integerOption(minimum: number, maximum: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < minimum || number > maximum) throw new InvalidArgumentError(`It takes a whole number from ${minimum} to ${maximum}.`);
    return number;
  };
}

/** Parses an option that is a number from 0 to 1. */
export function fractionOption(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !(number >= 0 && number <= 1)) throw new InvalidArgumentError("It takes a number from 0 to 1.");
  return number;
}

/** Parses "a,b,c". */
export function listOption(value: string): string[] {
  return value.split(",").map((item) => item.trim()).filter(Boolean);
}
