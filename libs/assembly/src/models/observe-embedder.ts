import type { Embedder } from "@memory-cortex/embedding";
import { CortexError } from "@memory-cortex/models";
import type { Metrics } from "@memory-cortex/telemetry";

/** Counts and times the calls of an embedder. */
export function observeEmbedder(inner: Embedder, metrics: Metrics, monotonic: () => number): Embedder {
  const embedder = inner.identity.name;
  return {
    ...inner,
    async embed(texts, options) {
      const start = monotonic();
      try {
        const vectors = await inner.embed(texts, options);
        metrics.embeddedTexts.inc({ embedder, kind: options.kind }, texts.length);
        return vectors;
      } catch (error) {
        metrics.embeddingFailures.inc({ embedder, code: CortexError.isInstance(error) ? error.code : "internal" });
        throw error;
      } finally {
        metrics.embeddingSeconds.observe({ embedder, kind: options.kind }, (monotonic() - start) / 1_000);
      }
    },
  };
}
