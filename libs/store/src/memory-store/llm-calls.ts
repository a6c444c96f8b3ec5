import type { LlmCall } from "@memory-cortex/models";

import { LLM_CALL_LIFETIME_MS } from "../llm-usage.ts";
import type { LlmUsage } from "../llm-usage.ts";
import type { Scope } from "./user-state.ts";

export function recordLlmCalls({ user, now }: Scope, calls: readonly LlmCall[]): void {
  for (const { id, at } of [...user.llmCalls.values()]) if (at < now - LLM_CALL_LIFETIME_MS) user.llmCalls.delete(id);
  for (const call of calls) if (!user.llmCalls.has(call.id)) user.llmCalls.set(call.id, { ...call });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const inOrder = (a: LlmUsage, b: LlmUsage): number => Number(a.purpose > b.purpose) - Number(a.purpose < b.purpose) || Number(a.model > b.model) - Number(a.model < b.model);

export function llmUsage({ user }: Scope, { since, until = Infinity }: { since: number; until?: number }): LlmUsage[] {
  const calls = [...user.llmCalls.values()].filter(({ at }) => at >= since && at < until);
  const groups = Map.groupBy(calls, ({ purpose, model }) => JSON.stringify([purpose, model]));
  return [...groups.values()]
    .map((group) => {
      const total = (field: "inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "latencyMs"): number => sum(group.map((call) => call[field]));
      return {
        purpose: group[0]!.purpose,
        model: group[0]!.model,
        calls: group.length,
        failed: group.filter(({ outcome }) => outcome !== "ok").length,
        inputTokens: total("inputTokens"),
        outputTokens: total("outputTokens"),
        cacheReadTokens: total("cacheReadTokens"),
        cacheWriteTokens: total("cacheWriteTokens"),
        costUsd: sum(group.map(({ costUsd }) => costUsd ?? 0)),
        unpriced: group.filter(({ costUsd }) => costUsd === null).length,
        latencyMs: total("latencyMs"),
      };
    })
    .sort(inOrder);
}
