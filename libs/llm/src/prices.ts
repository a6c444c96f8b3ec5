import type { TokenUsage } from "./llm.ts";

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  /** A tenth of `input` when left out. */
  cacheRead?: number | undefined;
  /** One and a quarter of `input` when left out. */
  cacheWrite?: number | undefined;
}

/** A model on the person's own machine. */
export const FREE: Price = { input: 0, output: 0 };

const MILLION = 1_000_000;

/** US dollars of a call; null when the price is not known. */
export function costOf(usage: TokenUsage, price: Price | null): number | null {
  if (price === null) return null;
  const { input, output, cacheRead = input / 10, cacheWrite = input * 1.25 } = price;
  return (usage.input * input + usage.output * output + usage.cacheRead * cacheRead + usage.cacheWrite * cacheWrite) / MILLION;
}
