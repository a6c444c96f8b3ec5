import type { Embedder } from "@memory-cortex/embedding";
import { emptyWeighting } from "@memory-cortex/embedding";
import { CortexError } from "@memory-cortex/models";

/** Two that are about the same thing in other words, and one that is not. */
const QUESTION = "How old is my dog?";
const NEAR = "The puppy turned three last week.";
const FAR = "The invoice is due on Friday.";
const MARGIN = 0.05;
const LIMIT_MS = 120_000;

const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

/**
 * Embeds a question and two answers, and checks that the fitting one is nearer. Returns what a question takes, in milliseconds. Throws
 * `embedder_invalid` when the model does not know them apart, and what `embed` throws.
 */
export async function verifyEmbedder(embedder: Embedder, monotonic: () => number = () => performance.now()): Promise<number> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const weighting = embedder.identity.weighted ? emptyWeighting() : null;
  // The first call may load the model.
  const [near, far] = await embedder.embed([NEAR, FAR], { kind: "document", weighting, signal });
  const start = monotonic();
  const [question] = await embedder.embed([QUESTION], { kind: "query", weighting, signal });
  const milliseconds = Math.round((monotonic() - start) * 10) / 10;
  if (!near || !far || !question || cosine(question, near) < cosine(question, far) + MARGIN) {
    throw new CortexError("embedder_invalid", { detail: "The model does not tell a fitting answer from another, so it was not set" });
  }
  return milliseconds;
}
