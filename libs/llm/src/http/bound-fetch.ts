import { CortexError, systemClock } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import { statusError } from "./http-failure.ts";

/** No honest answer is longer: the largest `maxTokens` in use comes to some 40 kB. */
const MAX_ANSWER_BYTES = 4_000_000;
/** Of a refusal, what a driver looks at to see what the server did not like. */
const MAX_REFUSAL_BYTES = 4_000;

export interface BoundFetchOptions {
  fetch?: typeof fetch | undefined;
  signal: AbortSignal | undefined;
  clock?: Clock | undefined;
  /** Looks at the body of an answer with status 400 or 422, which may quote the request: nothing of it may be kept. */
  onRefusal?: ((body: string) => void) | undefined;
}

/** Passes a body on until it is too long. */
function atMost(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) controller.error(new CortexError("llm_invalid", { detail: "The model's answer is too long to be read" }));
      else controller.enqueue(chunk);
    },
  });
}

async function beginningOf(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= MAX_REFUSAL_BYTES) break;
    }
  } catch {
    // What can be read of a refusal is all that is needed.
  }
  return text.slice(0, MAX_REFUSAL_BYTES);
}

/**
 * A fetch for one call: it ends with the signal, to the last byte of the body; follows no redirect, which could carry memories
 * elsewhere; throws a code of the catalogue for a status that is no success; and reads 4 MB at most.
 */
export function boundFetch({ fetch: inner = fetch, signal, clock = systemClock, onRefusal }: BoundFetchOptions): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, { ...init, ...(signal === undefined ? {} : { signal }), redirect: "error" });
    if (!response.ok) {
      if (onRefusal !== undefined && (response.status === 400 || response.status === 422)) onRefusal(await beginningOf(response));
      else await response.body?.cancel().catch(() => undefined);
      throw statusError(response, clock.now());
    }
    const { status, headers } = response;
    return new Response(response.body === null ? null : response.body.pipeThrough(atMost(MAX_ANSWER_BYTES)), { status, headers });
  };
}
