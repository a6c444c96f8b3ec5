import { estimateTokens } from "@memory-cortex/text";
import type { CompletionRequest, TokenUsage } from "../llm.ts";

/** Tokens of what a request sends, erring upwards. */
export function estimateInput({ system, messages }: CompletionRequest): number {
  return [...system.map(({ text }) => text), ...messages.map(({ content }) => content)].reduce((sum, text) => sum + estimateTokens(text), 0);
}

/** What a call must have taken, for servers that do not say. */
export function estimateUsage(request: CompletionRequest, answer: string): TokenUsage {
  return { input: estimateInput(request), output: estimateTokens(answer), cacheRead: 0, cacheWrite: 0 };
}
