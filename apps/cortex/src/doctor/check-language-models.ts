import { chooseLlms } from "@memory-cortex/config";
import type { CortexConfig } from "@memory-cortex/config";
import { createHttpCrossEncoder } from "@memory-cortex/embedding";
import { createLlmRegistry } from "@memory-cortex/llm";
import type { Llm } from "@memory-cortex/llm";
import { CortexError } from "@memory-cortex/models";

import { failed, passed, warned } from "./check.ts";
import type { CheckResult } from "./check.ts";

/** A model that is read from a disk first takes its time. */
const LIMIT_MS = 30_000;

async function checkModel(llm: Llm): Promise<CheckResult> {
  const check = `language model ${llm.identity.model}`;
  try {
    // A few tokens: whether key, model and address are right is known by no other way that all servers have.
    const { latencyMs } = await llm.complete({
      purpose: "judge", system: [{ text: "Answer with the word ok." }], messages: [{ role: "user", content: "Are you there?" }], schema: null, maxTokens: 64, signal: AbortSignal.timeout(LIMIT_MS),
    });
    return passed(check, `It answers, within ${(latencyMs / 1_000).toFixed(1)} s.`);
  } catch (error) {
    if (!CortexError.isInstance(error)) throw error;
    // What came back is an answer, if not a good one.
    if (error.code === "llm_invalid" || error.code === "llm_refused") return warned(check, `It answers, but: ${error.detail}.`, error.fix);
    return failed(check, `${error.detail}.`, error.fix);
  }
}

async function checkReranker(setting: NonNullable<CortexConfig["reranker"]>): Promise<CheckResult> {
  const check = "reranker";
  try {
    await createHttpCrossEncoder({ ...setting, timeoutMs: LIMIT_MS }).score("Are you there?", ["Yes.", "No."]);
    return passed(check, `${setting.model ?? "It"} answers at ${new URL(setting.url).host}.`);
  } catch (error) {
    if (!CortexError.isInstance(error)) throw error;
    return failed(check, `${error.detail}.`, error.fix);
  }
}

/** Each configured language model, and the cross-encoder: whether it answers. None is a choice, and its price is said. */
export async function checkLanguageModels(config: CortexConfig): Promise<CheckResult[]> {
  const reranker = config.reranker === null ? [] : [await checkReranker(config.reranker)];
  try {
    const llms = await createLlmRegistry(chooseLlms(config));
    if (llms.models.length === 0) {
      return [passed("language model", "None is configured: rules write memories, and no narratives are told. CORTEX_LLM names one (anthropic, openai or ollama)."), ...reranker];
    }
    const results = await Promise.all(llms.models.map(checkModel));
    await llms.close();
    return [...results, ...reranker];
  } catch (error) {
    if (!CortexError.isInstance(error)) throw error;
    return [failed("language model", error.detail, error.fix), ...reranker];
  }
}
