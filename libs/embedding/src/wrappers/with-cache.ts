import { createHash } from "node:crypto";
import { throwIfAborted } from "@memory-cortex/models";
import type { Weighting } from "@memory-cortex/models";
import { LRUCache } from "lru-cache";
import type { Embedder, EmbedOptions } from "../embedder.ts";
import { wrap } from "./wrap.ts";

interface Cached {
  vector: Float32Array | null;
}

/** Undefined when there is no entry. */
const copyOf = (entry: Cached | undefined): Float32Array | null | undefined => (entry === undefined ? undefined : (entry.vector?.slice() ?? null));

/** What an entry takes beside its vector: key, links, map slot. */
const ENTRY_OVERHEAD_BYTES = 200;

/** Numbers weightings by identity: the same object means the same weights, and a forgotten one cannot come back. */
function weightingNumbers(): (weighting: Weighting | null | undefined) => number {
  const numbers = new WeakMap<Weighting, number>();
  let last = 0;
  return (weighting) => {
    if (weighting == null) return 0;
    const known = numbers.get(weighting);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(weighting, last);
    return last;
  };
}

/**
 * Remembers vectors by content hash, kind, identity and weighting object, up to `maxBytes`; the longest unused go first. Texts
 * themselves are not kept. Callers get copies, which they may change or hand to another thread.
 */
export function withCache(inner: Embedder, { maxBytes }: { maxBytes: number }): Embedder {
  const cache = new LRUCache<string, Cached>({ maxSize: Math.max(1, maxBytes), sizeCalculation: ({ vector }) => (vector?.byteLength ?? 0) + ENTRY_OVERHEAD_BYTES });
  const numberOf = weightingNumbers();
  const { name, model, dimension } = inner.identity;

  const keyOf = (text: string, { kind, weighting }: EmbedOptions): string =>
    createHash("sha256").update(JSON.stringify([name, model, dimension, kind, numberOf(weighting)])).update("\0").update(text, "utf16le").digest("base64");

  return wrap(inner, {
    known: (question, weighting) => copyOf(cache.get(keyOf(question, { kind: "query", weighting }))),
    async embed(texts, options) {
      throwIfAborted(options.signal);
      const keys = texts.map((text) => keyOf(text, options));
      const found = new Map<string, Cached>();
      const missing = new Map<string, string>();
      keys.forEach((key, index) => {
        const hit = found.get(key) ?? cache.get(key);
        if (hit === undefined) missing.set(key, texts[index]!);
        else found.set(key, hit);
      });
      if (missing.size > 0) {
        const vectors = await inner.embed([...missing.values()], options);
        [...missing.keys()].forEach((key, index) => {
          const entry: Cached = { vector: vectors[index] ?? null };
          found.set(key, entry);
          cache.set(key, entry);
        });
      }
      return keys.map((key) => copyOf(found.get(key)) ?? null);
    },
    async close() {
      cache.clear();
      await inner.close();
    },
  });
}
