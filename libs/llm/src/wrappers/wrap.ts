import type { Llm } from "../llm.ts";

/** The inner model with some methods replaced; the rest, and the absence of the optional one, is handed on. */
export function wrap(inner: Llm, replaced: Partial<Llm>): Llm {
  return {
    identity: inner.identity,
    complete: (request) => inner.complete(request),
    ...(inner.health === undefined ? {} : { health: () => inner.health!() }),
    close: () => inner.close(),
    ...replaced,
  };
}
