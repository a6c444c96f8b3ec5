import { emptyWeighting } from "@memory-cortex/embedding";
import type { Embedder, EmbedderRegistry } from "@memory-cortex/embedding";
import { LRUCache } from "lru-cache";

import { thresholdsOf, UNMEASURED } from "./thresholds.ts";
import type { Thresholds } from "./thresholds.ts";

/** How near texts are to each other, by the embedder at hand. */
export interface Nearness {
  readonly thresholds: Thresholds;
  /** One for each of the texts; null where no embedder can tell. Never throws but `aborted`. */
  cosines(text: string, others: readonly string[], signal?: AbortSignal): Promise<(number | null)[]>;
}

/** Texts come again and again as neighbours of others: 1 KB each. */
const KEPT_VECTORS = 4_000;
/** A model outside may be slow or gone; deciding goes on by words. */
const LONGEST_WAIT_MS = 5_000;

/** Without an embedder: words alone decide. */
export const WORDS_ONLY: Nearness = { thresholds: UNMEASURED, cosines: async (_, others) => others.map(() => null) };

/**
 * By the static embedder where one is configured (microseconds a text), else by the first that is. Texts are weighed as language at large and
 * not as in the realm, so that one threshold fits every user and nothing depends on which vectors are stored yet. `quick`: only a static one.
 */
export function nearnessOf({ current }: Pick<EmbedderRegistry, "current">, { quick = false }: { quick?: boolean } = {}): Nearness {
  const embedder = current.find(({ identity }) => identity.weighted) ?? (quick ? undefined : current[0]);
  if (embedder === undefined) return WORDS_ONLY;
  const kept = new LRUCache<string, { vector: Float32Array | null }>({ max: KEPT_VECTORS });
  return {
    thresholds: thresholdsOf(embedder.identity.model),
    async cosines(text, others, signal) {
      if (others.length === 0) return [];
      try {
        const [own, ...vectors] = await vectorsOf([text, ...others], { embedder, kept, signal });
        return vectors.map((vector) => (own == null || vector == null ? null : dot(own, vector)));
      } catch (error) {
        if (signal?.aborted === true) throw error;
        return others.map(() => null);
      }
    },
  };
}

interface Embedding {
  embedder: Embedder;
  kept: LRUCache<string, { vector: Float32Array | null }>;
  signal: AbortSignal | undefined;
}

const WEIGHTING = emptyWeighting();

async function vectorsOf(texts: readonly string[], { embedder, kept, signal }: Embedding): Promise<(Float32Array | null)[]> {
  const missing = [...new Set(texts)].filter((text) => !kept.has(text));
  if (missing.length > 0) {
    const limit = AbortSignal.timeout(LONGEST_WAIT_MS);
    // The static embedder takes questions in this thread, without the way to another one.
    const kind = embedder.identity.weighted ? "query" : "document";
    const made = await embedder.embed(missing, { kind, weighting: WEIGHTING, signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) });
    missing.forEach((text, index) => kept.set(text, { vector: made[index] ?? null }));
  }
  return texts.map((text) => kept.get(text)?.vector ?? null);
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += left[index]! * right[index]!;
  return sum;
}
