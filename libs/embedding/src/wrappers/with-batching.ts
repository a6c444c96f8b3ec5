import { throwIfAborted } from "@memory-cortex/models";
import type { Embedder } from "../embedder.ts";
import { wrap } from "./wrap.ts";

/** Sends at most `maxTexts` texts in one request, one request after the other. A failure fails the whole call. */
export function withBatching(inner: Embedder, { maxTexts }: { maxTexts: number }): Embedder {
  const size = Math.max(1, Math.floor(maxTexts));
  return wrap(inner, {
    async embed(texts, options) {
      const vectors: (Float32Array | null)[] = [];
      for (let start = 0; start < texts.length; start += size) {
        throwIfAborted(options.signal);
        vectors.push(...(await inner.embed(texts.slice(start, start + size), options)));
      }
      return vectors;
    },
  });
}
