import { CortexError, throwIfAborted } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import { estimateInput, estimateUsage } from "./answer/estimate-usage.ts";
import { parseAnswer } from "./answer/parse-answer.ts";
import type { RawAnswer } from "./answer/raw-answer.ts";
import type { AnswerOf, AnswerSchema, Completion, CompletionRequest, LlmIdentity, TokenUsage } from "./llm.ts";
import { costOf } from "./prices.ts";
import type { Price } from "./prices.ts";
import { noteSpent } from "./spent.ts";

export interface CompletionParts {
  identity: LlmIdentity;
  /** Null when it is not known. */
  price: Price | null;
  clock: Clock;
  /** Makes the one request. Throws codes of the catalogue only. */
  request: (request: CompletionRequest) => Promise<RawAnswer>;
}

/** A name comes from outside, and goes into records. */
const MAX_NAME = 200;
const NOTHING: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** Vendors bill a request that its caller left, and nobody says how much: its input is counted, so that a budget cannot be passed by. */
const mayBeBilled = (error: unknown): boolean => CortexError.isInstance(error) && (error.code === "timeout" || error.code === "aborted");

/** One call, from the request to the checked value: what every driver has in common. */
export async function completeWith<Schema extends AnswerSchema>(parts: CompletionParts, request: CompletionRequest<Schema>): Promise<Completion<AnswerOf<Schema>>> {
  const { identity, price, clock } = parts;
  throwIfAborted(request.signal);
  const began = clock.now();
  let answer: RawAnswer;
  try {
    answer = await parts.request(request);
  } catch (error) {
    if (!CortexError.isInstance(error) || !mayBeBilled(error)) throw error;
    const usage = { ...NOTHING, input: estimateInput(request) };
    throw noteSpent(error, { model: identity.model, usage, costUsd: costOf(usage, price) });
  }
  const usage = answer.usage ?? estimateUsage(request, answer.text);
  const paid = { model: (answer.model ?? identity.model).slice(0, MAX_NAME), usage, costUsd: costOf(usage, price) };
  try {
    return { value: parseAnswer(request, answer), ...paid, latencyMs: Math.max(0, clock.now() - began) };
  } catch (error) {
    throw CortexError.isInstance(error) ? noteSpent(error, paid) : error;
  }
}
