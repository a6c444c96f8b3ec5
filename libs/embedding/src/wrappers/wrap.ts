import type { Embedder } from "../embedder.ts";

/** The inner embedder with some methods replaced; the rest, and the absence of the optional ones, is handed on. */
export function wrap(inner: Embedder, replaced: Partial<Embedder>): Embedder {
  return {
    identity: inner.identity,
    embed: (texts, options) => inner.embed(texts, options),
    ...(inner.known === undefined ? {} : { known: (question, weighting) => inner.known!(question, weighting) }),
    ...(inner.countTokens === undefined ? {} : { countTokens: (texts: readonly string[]) => inner.countTokens!(texts) }),
    ...(inner.health === undefined ? {} : { health: () => inner.health!() }),
    ping: (signal) => inner.ping(signal),
    close: () => inner.close(),
    ...replaced,
  };
}
