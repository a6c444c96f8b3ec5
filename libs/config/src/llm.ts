import { CortexError } from "@memory-cortex/models";
import { z } from "zod";

const PURPOSES = ["capture", "extract", "judge", "rerank", "synthesize"] as const;
const KINDS = ["none", "anthropic", "openai", "ollama"] as const;

const address = z.url({ protocol: /^https?$/, error: "needs an address that starts with http:// or https://" });
const name = z.string().min(1).max(200);
const dollars = z.number().min(0).max(10_000);

export const llmKindSchema = z.enum(KINDS, { error: `must be one of ${KINDS.join(", ")}` });
/** US dollars per million tokens. */
export const llmPriceSchema = z.strictObject({ input: dollars, output: dollars, cacheRead: dollars.optional(), cacheWrite: dollars.optional() });

const modelSchema = z.strictObject({ kind: llmKindSchema, model: name.optional(), url: address.optional(), apiKey: z.string().min(1).optional(), price: llmPriceSchema.optional() });

/** Purposes with a model of their own: another model of the same server by its name, or one of another server. */
export const llmPurposesSchema = z.partialRecord(z.enum(PURPOSES), z.union([name, modelSchema], { error: "needs the name of a model, or an object with kind, model, url, apiKey and price" }));

type Purpose = (typeof PURPOSES)[number];
type Price = z.infer<typeof llmPriceSchema>;

/** The settings that name language models. */
export interface LlmSettingValues {
  llm: (typeof KINDS)[number];
  llmModel: string | null;
  llmUrl: string | null;
  llmApiKey: string | null;
  llmPrice: Readonly<Price> | null;
  llmContextTokens: number;
  llmPurposes: Readonly<Partial<Record<Purpose, string | Readonly<z.infer<typeof modelSchema>>>>>;
  llmBudgetTokens: number | null;
  llmBudgetUsd: number | null;
  llmConcurrency: number;
}

/** One model, with everything that it takes to open it. */
export type ChosenLlm =
  | { kind: "anthropic"; apiKey: string; model?: string | undefined; url?: string | undefined; price?: Price | undefined }
  | { kind: "openai"; url: string; model: string; apiKey?: string | undefined; price?: Price | undefined }
  | { kind: "ollama"; model?: string | undefined; url?: string | undefined; price?: Price | undefined; contextTokens: number };

/** What the settings come to; `createLlmRegistry` of @memory-cortex/llm takes it as it is. */
export interface ChosenLlms {
  /** Null: rules only. */
  model: ChosenLlm | null;
  purposes: Partial<Record<Purpose, ChosenLlm | null>>;
  budget: { tokens: number | null; usd: number | null };
  concurrency: number;
}

const OPENAI_URL = "https://api.openai.com/v1";

type Wish = z.infer<typeof modelSchema>;

const missing = (what: string, variable: string): CortexError => new CortexError("config_invalid", { detail: `A language model lacks its ${what}: set ${variable}.` });

function chosen(wish: Wish, place: { variable: string; contextTokens: number }): ChosenLlm | null {
  const { kind, model, url, apiKey, price } = wish;
  const own = place.variable === "CORTEX_LLM" ? { key: "CORTEX_LLM_API_KEY or ANTHROPIC_API_KEY", model: "CORTEX_LLM_MODEL" } : { key: `apiKey in ${place.variable}, or ANTHROPIC_API_KEY`, model: `model in ${place.variable}` };
  switch (kind) {
    case "none":
      return null;
    case "anthropic":
      if (apiKey === undefined) throw missing("key", own.key);
      return { kind, apiKey, model, url, price };
    case "openai":
      if (model === undefined) throw missing("model", own.model);
      return { kind, url: url ?? OPENAI_URL, model, apiKey, price };
    case "ollama":
      return { kind, model, url, price, contextTokens: place.contextTokens };
  }
}

/** A key goes to the server that it was given for, and to no other one. */
function wishFor(own: string | Wish, common: Wish): Wish {
  if (typeof own === "string") return { ...common, model: own, price: undefined };
  const url = own.url ?? (own.kind === common.kind ? common.url : undefined);
  const isSameServer = own.kind === common.kind && url === common.url;
  return { ...own, url, apiKey: own.apiKey ?? (isSameServer ? common.apiKey : undefined) };
}

/**
 * Puts the key of the variable that Anthropic's own tools read where a model of Anthropic's has none: the common one, and those of single
 * purposes on the vendor's own server. Other kinds never get it.
 */
export function fillUsualKey(settings: LlmSettingValues, usualKey: string): void {
  if (settings.llm === "anthropic") settings.llmApiKey ??= usualKey;
  const fill = (own: string | Wish): string | Wish =>
    typeof own !== "string" && own.kind === "anthropic" && settings.llm !== "anthropic" && own.url === undefined ? { ...own, apiKey: own.apiKey ?? usualKey } : own;
  settings.llmPurposes = Object.fromEntries(Object.entries(settings.llmPurposes).map(([purpose, own]) => [purpose, fill(own)]));
}

/**
 * The language models that the settings name, as `createLlmRegistry` takes them; they hold keys, and are never to be shown. Throws
 * `config_invalid` when a key or a model is missing, which is no mistake for a client that makes no calls of its own.
 */
export function chooseLlms(settings: Readonly<LlmSettingValues>): ChosenLlms {
  const common: Wish = { kind: settings.llm, model: settings.llmModel ?? undefined, url: settings.llmUrl ?? undefined, apiKey: settings.llmApiKey ?? undefined, price: settings.llmPrice ?? undefined };
  const contextTokens = settings.llmContextTokens;
  const purposes: ChosenLlms["purposes"] = {};
  for (const [purpose, own] of Object.entries(settings.llmPurposes) as [Purpose, string | Wish][]) {
    purposes[purpose] = chosen(wishFor(own, common), { variable: "CORTEX_LLM_PURPOSES", contextTokens });
  }
  return {
    model: chosen(common, { variable: "CORTEX_LLM", contextTokens }),
    purposes,
    budget: { tokens: settings.llmBudgetTokens, usd: settings.llmBudgetUsd },
    concurrency: settings.llmConcurrency,
  };
}
