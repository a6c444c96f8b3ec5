import { chooseLlms } from "@memory-cortex/config";
import type { CortexConfig } from "@memory-cortex/config";
import { createHttpCrossEncoder } from "@memory-cortex/embedding";
import { createLlmRegistry } from "@memory-cortex/llm";
import type { LlmCall, LlmRegistry } from "@memory-cortex/llm";
import type { Clock } from "@memory-cortex/models";
import { crossEncoderReranker, llmReranker } from "@memory-cortex/recall";
import type { Reranker } from "@memory-cortex/recall";
import type { Logger, Metrics } from "@memory-cortex/telemetry";

import type { LlmCalls } from "./llm-calls.ts";

export interface OpenLlmsOptions {
  config: CortexConfig;
  calls: LlmCalls;
  clock: Clock;
  metrics: Metrics;
  log: Logger;
}

function observe(metrics: Metrics, { purpose, model, outcome, usage, costUsd, latencyMs }: LlmCall): void {
  metrics.llmCalls.inc({ purpose, model, outcome });
  metrics.llmSeconds.observe({ purpose, model }, latencyMs / 1_000);
  const kinds = { input: usage.input, output: usage.output, cache_read: usage.cacheRead, cache_write: usage.cacheWrite };
  for (const [kind, tokens] of Object.entries(kinds)) if (tokens > 0) metrics.llmTokens.inc({ purpose, model, kind }, tokens);
  if (costUsd !== null && costUsd > 0) metrics.llmCost.inc({ purpose, model }, costUsd);
}

/** The language models that the configuration names; asks none of them. Throws `config_invalid`. */
export function openLlms({ config, calls, clock, metrics, log }: OpenLlmsOptions): Promise<LlmRegistry> {
  const onLost = (error: unknown): void => log.warn({ err: error }, "a call of a language model was not written down");
  return createLlmRegistry(chooseLlms(config), { ledger: calls, clock, onCall: (call) => observe(metrics, call), onLost });
}

/**
 * What orders the best anew: the cross-encoder of the configuration, else the language model. One that was not named for it would make every
 * turn wait, and cost: it does it only for requests that allow it time of their own.
 */
export function openReranker(config: CortexConfig, llms: LlmRegistry): { reranker: Reranker | undefined; rerankInTurn: boolean } {
  if (config.reranker !== null) return { reranker: crossEncoderReranker(createHttpCrossEncoder(config.reranker)), rerankInTurn: true };
  const llm = llms.llmFor("rerank");
  return { reranker: llm === null ? undefined : llmReranker(llm), rerankInTurn: config.llmPurposes.rerank !== undefined };
}
