import type { Weighting } from "@memory-cortex/models";
import { CortexError } from "@memory-cortex/models";
import { LRUCache } from "lru-cache";
import { throwIfAborted } from "../abort-error.ts";
import type { Embedder, EmbedderIdentity, EmbedOptions } from "../embedder.ts";
import { loadStaticModel } from "./static-model.ts";
import type { StaticModel } from "./static-model.ts";
import { TimeSlices } from "./time-slices.ts";
import { tokenWeights } from "./token-weights.ts";

export interface StaticEmbedderOptions {
  /** Folder with the token vectors and the tokenizer; see `prepareStaticModel`. */
  folder: string;
  /** Name of this embedder in the configuration, "static" by default. */
  name?: string;
}

/** Weights of this many realms are kept ready: 256 KB each. */
const WEIGHTINGS_KEPT = 32;

interface Job {
  model: StaticModel;
  weights: Float64Array;
  slices: TimeSlices;
}

/** Unit length, or null where there is no direction. */
function normalised(sum: Float64Array): Float32Array | null {
  let squares = 0;
  for (let column = 0; column < sum.length; column += 1) squares += sum[column]! ** 2;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return null;
  const vector = new Float32Array(sum.length);
  for (let column = 0; column < sum.length; column += 1) vector[column] = sum[column]! / length;
  return vector;
}

async function embedText(text: string, job: Job): Promise<Float32Array | null> {
  const sum = new Float64Array(job.model.vectors.columns);
  for (const tokens of job.model.tokenizer.batches(text)) {
    job.model.vectors.addTo(sum, tokens, job.weights);
    if (job.slices.due(tokens.length)) await job.slices.pause();
  }
  return normalised(sum);
}

function countTokens(model: StaticModel, texts: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const text of texts) {
    for (const tokens of model.tokenizer.batches(text)) {
      for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * Embeds by token vectors alone: the sum of a text's token vectors, each weighted by how rare the token is in the realm, at unit
 * length. No neural network: microseconds a text, in this thread, in slices of a few milliseconds. The same text and weighting
 * give the same vector, bit for bit. Throws `model_missing` or `model_corrupt` at creation; `embed` needs a weighting.
 */
export async function createStaticEmbedder({ folder, name = "static" }: StaticEmbedderOptions): Promise<Embedder> {
  const model = await loadStaticModel(folder);
  const identity: EmbedderIdentity = { name, model: model.name, dimension: model.vectors.columns, queryPrefix: "", documentPrefix: "", weighted: true };
  const weightsOf = new LRUCache<Weighting, Float64Array>({ max: WEIGHTINGS_KEPT, memoMethod: (weighting) => tokenWeights(weighting, model.background) });

  async function embed(texts: readonly string[], { weighting, signal }: EmbedOptions): Promise<(Float32Array | null)[]> {
    throwIfAborted(signal);
    // Falling back to some other weighting would put vectors that cannot be compared into one space.
    if (weighting == null) throw new CortexError("internal", { detail: "The static embedder was called without a weighting" });
    const job: Job = { model, weights: weightsOf.memo(weighting), slices: new TimeSlices(signal) };
    const vectors: (Float32Array | null)[] = [];
    for (const text of texts) vectors.push(await embedText(text, job));
    return vectors;
  }

  return {
    identity,
    embed,
    countTokens: (texts) => countTokens(model, texts),
    ping: async (signal) => throwIfAborted(signal),
    close: async () => weightsOf.clear(),
  };
}
