import { createLlm, DEFAULT_CONCURRENCY } from "./create-llm.ts";
import type { LlmConfig, LlmParts } from "./create-llm.ts";
import { LLM_PURPOSES } from "./llm.ts";
import type { Llm, LlmPurpose } from "./llm.ts";
import { llmHealth } from "./llm-health.ts";
import type { LlmHealth } from "./llm-health.ts";
import { createMemoryLedger } from "./memory-ledger.ts";
import type { DailyBudget } from "./wrappers/with-budget.ts";
import { callSlots } from "./wrappers/with-concurrency.ts";

/** Which model does what. */
export interface LlmSettings {
  /** For every purpose that names none of its own; null: rules only. */
  model: LlmConfig | null;
  /** Purposes with a model of their own; null: rules only for this one. */
  purposes?: Partial<Record<LlmPurpose, LlmConfig | null>> | undefined;
  /** For all models together. */
  budget?: DailyBudget | undefined;
  /** Calls at once, of all models together; 4 by default. */
  concurrency?: number | undefined;
}

/** The language models of a configuration. */
export interface LlmRegistry {
  /** The model for a purpose; null: there is none, and rules do it. */
  llmFor(purpose: LlmPurpose): Llm | null;
  /** Each once. */
  readonly models: readonly Llm[];
  /** Of the one that does worst; null without any. */
  health(): LlmHealth | null;
  close(): Promise<void>;
}

const BADNESS = { ok: 0, degraded: 1, down: 2 };

/** A registry of models that are there already, e.g. fakes. */
export function llmRegistry(model: Llm | null, purposes: Partial<Record<LlmPurpose, Llm | null>> = {}): LlmRegistry {
  const llmFor = (purpose: LlmPurpose): Llm | null => (purposes[purpose] === undefined ? model : purposes[purpose]);
  const models = [...new Set(LLM_PURPOSES.map(llmFor).filter((llm) => llm !== null))];
  return {
    llmFor,
    models,
    health: () => models.map(llmHealth).reduce<LlmHealth | null>((worst, health) => (worst === null || BADNESS[health.state] > BADNESS[worst.state] ? health : worst), null),
    async close() {
      await Promise.all(models.map((llm) => llm.close()));
    },
  };
}

/** Makes every model that the settings name, each once; they share ledger, budget and places for calls. Throws what `createLlm` throws. */
export async function createLlmRegistry(settings: LlmSettings, parts: LlmParts = {}): Promise<LlmRegistry> {
  const shared: LlmParts = {
    ledger: createMemoryLedger(), reserved: { tokens: 0, usd: 0 }, budget: settings.budget, slots: callSlots(settings.concurrency ?? DEFAULT_CONCURRENCY), ...parts,
  };
  const made = new Map<string, Promise<Llm>>();
  const make = async (config: LlmConfig | null): Promise<Llm | null> => {
    if (config === null) return null;
    const key = JSON.stringify(Object.entries(config).sort());
    const llm = made.get(key) ?? createLlm(config, shared);
    made.set(key, llm);
    return llm;
  };
  const own: Partial<Record<LlmPurpose, Llm | null>> = {};
  for (const purpose of LLM_PURPOSES) {
    const config = settings.purposes?.[purpose];
    if (config !== undefined) own[purpose] = await make(config);
  }
  return llmRegistry(await make(settings.model), own);
}
