import { CortexError, systemClock } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import { createAnthropicLlm } from "./drivers/anthropic-llm.ts";
import { createOllamaLlm } from "./drivers/ollama-llm.ts";
import { createOpenAiLlm } from "./drivers/openai-llm.ts";
import type { Llm } from "./llm.ts";
import type { LlmCall, LlmLedger } from "./llm-ledger.ts";
import { createMemoryLedger } from "./memory-ledger.ts";
import { FREE, priceOf } from "./prices.ts";
import type { Price } from "./prices.ts";
import { withBudget } from "./wrappers/with-budget.ts";
import type { DailyBudget, Reserved } from "./wrappers/with-budget.ts";
import { callSlots, withConcurrency } from "./wrappers/with-concurrency.ts";
import type { CallSlots } from "./wrappers/with-concurrency.ts";
import { withLedger } from "./wrappers/with-ledger.ts";
import { withResilience } from "./wrappers/with-resilience.ts";
import type { LlmResilienceOptions } from "./wrappers/with-resilience.ts";

interface Named {
  model?: string | undefined;
  url?: string | undefined;
  /** Overrides the price table. */
  price?: Price | undefined;
}

/** One model of the configuration. What is left out is the driver's default. */
export type LlmConfig =
  | ({ kind: "anthropic"; apiKey: string } & Named)
  | ({ kind: "openai"; url: string; model: string; apiKey?: string | undefined } & Named)
  | ({ kind: "ollama"; contextTokens?: number | undefined; threads?: number | undefined } & Named);

/** What all models of one configuration share, and what tests put in its place. */
export interface LlmParts {
  /** In memory when left out: a budget then starts anew with the process. */
  ledger?: LlmLedger | undefined;
  budget?: DailyBudget | undefined;
  reserved?: Reserved | undefined;
  /** 4 places of its own when left out. */
  slots?: CallSlots | undefined;
  resilience?: LlmResilienceOptions | undefined;
  clock?: Clock | undefined;
  fetch?: typeof fetch | undefined;
  /** Told of every request, for metrics. */
  onCall?: ((call: LlmCall) => void) | undefined;
  /** Told when the ledger could not write a call down. */
  onLost?: ((error: unknown) => void) | undefined;
}

export const DEFAULT_CONCURRENCY = 4;

type Driver<Kind extends LlmConfig["kind"]> = (config: Extract<LlmConfig, { kind: Kind }>, parts: LlmParts) => Promise<Llm>;

/** Every driver by the `kind` that the configuration names it by. */
export const LLM_DRIVERS: { [Kind in LlmConfig["kind"]]: Driver<Kind> } = {
  anthropic: ({ url: baseUrl, apiKey, model, price }, { fetch, clock }) => createAnthropicLlm({ apiKey, baseUrl, model, price, fetch, clock }),
  openai: ({ url: baseUrl, ...rest }, { fetch, clock }) => createOpenAiLlm({ baseUrl, ...rest, fetch, clock }),
  ollama: ({ url: baseUrl, model, price, contextTokens, threads }, { fetch, clock }) => createOllamaLlm({ baseUrl, model, price, contextTokens, threads, fetch, clock }),
};

async function driverOf(config: LlmConfig, parts: LlmParts): Promise<Llm> {
  switch (config.kind) {
    case "anthropic":
      return LLM_DRIVERS.anthropic(config, parts);
    case "openai":
      return LLM_DRIVERS.openai(config, parts);
    case "ollama":
      return LLM_DRIVERS.ollama(config, parts);
  }
}

/**
 * The model that the configuration names, guarded: records next to the driver, so that every attempt counts; then retries, time limits and
 * circuit breaker; the budget; and the places for calls at once outside, so that waiting for one takes no time of the call. Asks nothing.
 * Throws `config_invalid`, also for a budget in dollars on a model whose price nobody knows.
 */
export async function createLlm(config: LlmConfig, parts: LlmParts = {}): Promise<Llm> {
  const { ledger = createMemoryLedger(), budget = { tokens: null, usd: null }, slots = callSlots(DEFAULT_CONCURRENCY), clock = systemClock } = parts;
  const driver = await driverOf(config, parts);
  const price = config.price ?? (config.kind === "ollama" ? FREE : priceOf(driver.identity.model));
  if (budget.usd !== null && price === null) {
    throw new CortexError("config_invalid", { detail: "A daily budget in dollars needs the price of every model: name it, or give the budget in tokens" });
  }
  const recorded = withLedger(driver, { ledger, clock, onCall: parts.onCall, onLost: parts.onLost });
  const resilient = withResilience(recorded, { clock, ...parts.resilience });
  return withConcurrency(withBudget(resilient, { budget, ledger, price, reserved: parts.reserved, clock }), slots);
}
