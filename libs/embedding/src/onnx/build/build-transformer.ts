import { open, readFile } from "node:fs/promises";
import { encodeModel } from "./onnx-graph.ts";
import type { EncoderShape } from "./sentence-graph.ts";
import { sentenceGraph } from "./sentence-graph.ts";
import { readWeights } from "./read-weights.ts";

/**
 * Makes the 8-bit model file of the original weights: about a second, and 150 MB of memory for as long. Byte for byte the same on
 * every machine. Throws `model_corrupt`, or what the file system throws.
 */
export async function buildTransformer(weightsFile: string, { target, shape }: { target: string; shape: EncoderShape }): Promise<void> {
  const pieces = encodeModel(sentenceGraph(readWeights(await readFile(weightsFile)), shape));
  const handle = await open(target, "w");
  try {
    await handle.writev([...pieces]);
  } finally {
    await handle.close();
  }
}
