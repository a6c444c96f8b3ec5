import type { StaticModel } from "./static-model.ts";
import type { TimeSlices } from "./time-slices.ts";

export interface StaticJob {
  model: StaticModel;
  /** Weight of each token. */
  weights: Float64Array;
  /** Where others wait for the same thread. */
  slices: TimeSlices | null;
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

async function embedText(text: string, { model, weights, slices }: StaticJob): Promise<Float32Array | null> {
  const sum = new Float64Array(model.vectors.columns);
  for (const tokens of model.tokenizer.batches(text)) {
    model.vectors.addTo(sum, tokens, weights);
    if (slices?.due(tokens.length) === true) await slices.pause();
  }
  return normalised(sum);
}

/** The weighted sum of each text's token vectors, at unit length; null for a text without tokens. */
export async function staticVectors(texts: readonly string[], job: StaticJob): Promise<(Float32Array | null)[]> {
  const vectors: (Float32Array | null)[] = [];
  for (const text of texts) vectors.push(await embedText(text, job));
  return vectors;
}

/** How often each token occurs in the texts. */
export function staticTokenCounts(model: StaticModel, texts: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const text of texts) {
    for (const tokens of model.tokenizer.batches(text)) {
      for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    }
  }
  return counts;
}
