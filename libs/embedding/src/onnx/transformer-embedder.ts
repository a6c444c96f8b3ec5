import type { Embedder, EmbedderIdentity } from "../embedder.ts";
import { DIMENSION, MAX_TOKENS, TRANSFORMER_VECTORS } from "./transformer-model.ts";
import { TransformerThread } from "./transformer-thread.ts";

export interface TransformerOptions {
  /** Name of this embedder in the configuration; "minilm" by default. */
  name?: string | undefined;
  /** From `prepareTransformerModel`. */
  folder: string;
  /** From `findRuntime` or `installRuntime`. */
  runtime: string;
  /** Processor threads of one run; 1 by default, which is best where other work goes on. */
  threads?: number | undefined;
}

/**
 * all-MiniLM-L6-v2 in a thread of this process: 384 dimensions, mean of all tokens, texts cut at 128 tokens. Queries go before
 * documents and wait for at most one text. Throws `runtime_missing`, `model_missing` or `model_corrupt` when it cannot be loaded.
 */
export async function createTransformerEmbedder({ name = "minilm", folder, runtime, threads = 1 }: TransformerOptions): Promise<Embedder> {
  const thread = new TransformerThread({ folder, runtime, threads, maxTokens: MAX_TOKENS });
  await thread.start();
  const identity: EmbedderIdentity = { name, model: TRANSFORMER_VECTORS, dimension: DIMENSION, queryPrefix: "", documentPrefix: "", weighted: false };
  return {
    identity,
    embed: (texts, { kind, signal }) => thread.embed(texts, { urgent: kind === "query", signal }),
    async ping(signal) {
      await thread.embed(["ping"], { urgent: true, signal });
    },
    close: () => thread.close(),
  };
}
