import type { TokenUsage } from "./llm.ts";

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  /** A tenth of `input` when left out. */
  cacheRead?: number | undefined;
  /** One and a quarter of `input` when left out: kept for five minutes. */
  cacheWrite?: number | undefined;
  /** What every token of a call costs whose prompt, cached or not, is longer than `above` tokens. */
  long?: ({ above: number } & Omit<Price, "long">) | undefined;
}

/** A model on the person's own machine. */
export const FREE: Price = { input: 0, output: 0 };

/** Day on which {@link PRICES} was compared with the vendor's page (platform.claude.com/docs/en/about-claude/pricing). */
export const PRICES_OF = "2026-10-24";

/** List prices. What is not here is not guessed: its calls cost `null`, unless the configuration names a price. */
export const PRICES: Readonly<Record<string, Price>> = {
  "claude-haiku-5-5": { input: 0.1, output: 0.5, long: { above: 100_000, input: 0.5, output: 2.5 } },
  "claude-haiku-4-5": { input: 1, output: 5 },
  "claude-sonnet-5-5": { input: 2, output: 10, cacheRead: 0.1 },
  "claude-sonnet-5": { input: 2, output: 10 },
  "claude-sonnet-4-6": { input: 3, output: 15 },
  "claude-opus-5-5": { input: 4, output: 20, cacheRead: 0.2 },
  "claude-opus-5": { input: 5, output: 25 },
  "claude-opus-4-8": { input: 5, output: 25 },
};

const MILLION = 1_000_000;

/** The list price of a model by its name, with or without the vendor and the date ("anthropic/claude-haiku-4-5-20251001"); null when it is not known. */
export function priceOf(model: string): Price | null {
  const name = model.replace(/^.*\//u, "").replace(/[-@]\d{8}$/u, "");
  return Object.hasOwn(PRICES, name) ? PRICES[name]! : null;
}

/** US dollars of one call; null when the price is not known. */
export function costOf(usage: TokenUsage, price: Price | null): number | null {
  if (price === null) return null;
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  const { input, output, cacheRead = input / 10, cacheWrite = input * 1.25 } = price.long !== undefined && prompt > price.long.above ? price.long : price;
  return (usage.input * input + usage.output * output + usage.cacheRead * cacheRead + usage.cacheWrite * cacheWrite) / MILLION;
}
