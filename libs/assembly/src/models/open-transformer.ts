import type { CortexConfig } from "@memory-cortex/config";
import { createEmbedder, findRuntime, prepareTransformerModel } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { CortexError } from "@memory-cortex/models";

export type TransformerSetting = Extract<CortexConfig["embedders"][number], { kind: "onnx" }>;

/**
 * Opens the transformer that `cortex model use minilm` prepared under `home`. A start never fetches it: it is large, and asked for by
 * name. Throws `runtime_missing`, `model_missing` or `model_corrupt`.
 */
export async function openTransformer({ name, threads }: TransformerSetting, home: string): Promise<Embedder> {
  const runtime = await findRuntime(home);
  if (runtime === null) throw new CortexError("runtime_missing");
  const prepared = await prepareTransformerModel({ home, download: false });
  if ("missing" in prepared) throw new CortexError("model_missing", { detail: "The transformer's model is not prepared" });
  return createEmbedder({ kind: "onnx", name, threads, folder: prepared.folder, runtime });
}
