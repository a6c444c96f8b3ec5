import { clampText } from "@memory-cortex/text";
import type { Embedder } from "../embedder.ts";
import { wrap } from "./wrap.ts";

export interface EmbeddingLimits {
  /** UTF-16 code units. */
  maxChars: number;
  /** Bytes of UTF-8. */
  maxBytes: number;
}

/** Gives the embedder the head and the tail of a text that is over either limit. Token counts are of the same clamped texts. */
export function withClamp(inner: Embedder, limits: EmbeddingLimits): Embedder {
  const clamp = (texts: readonly string[]): string[] => texts.map((text) => clampText(text, limits));
  return wrap(inner, {
    embed: (texts, options) => inner.embed(clamp(texts), options),
    ...(inner.known === undefined ? {} : { known: (question, weighting) => inner.known!(clampText(question, limits), weighting) }),
    ...(inner.countTokens === undefined ? {} : { countTokens: (texts: readonly string[]) => inner.countTokens!(clamp(texts)) }),
  });
}
