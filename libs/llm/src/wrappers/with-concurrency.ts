import { abortError, CortexError, throwIfAborted, untilAborted } from "@memory-cortex/models";
import { BulkheadRejectedError, bulkhead } from "cockatiel";
import type { BulkheadPolicy } from "cockatiel";
import type { Llm } from "../llm.ts";
import { wrap } from "./wrap.ts";

/** Calls that may wait for a place; background work asks a few at a time, so more are a mistake or an attack. */
const LONGEST_QUEUE = 1_000;

/** Places for calls under way, to be shared by all models of one configuration. */
export type CallSlots = BulkheadPolicy;

export const callSlots = (concurrency: number): CallSlots => bulkhead(Math.max(1, Math.floor(concurrency)), LONGEST_QUEUE);

/**
 * At most so many calls at once; the others wait in the order of arrival, and leave when their caller does. A call keeps its place while it
 * waits to try again: a server that asks for less gets less.
 */
export function withConcurrency(inner: Llm, slots: CallSlots): Llm {
  return wrap(inner, {
    async complete(request) {
      const { signal } = request;
      throwIfAborted(signal);
      const work = slots.execute(() => {
        throwIfAborted(signal);
        return inner.complete(request);
      });
      try {
        return await untilAborted(work, signal);
      } catch (error) {
        if (signal?.aborted === true) throw CortexError.isInstance(error) ? error : abortError(signal);
        if (error instanceof BulkheadRejectedError) throw new CortexError("llm_unavailable", { detail: "Too many calls wait for the language model" });
        throw error;
      }
    },
  });
}
