import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { CortexError } from "@memory-cortex/models";

export interface ModelFiles {
  vectors: string;
  tokenizer: string;
}

/**
 * The two files of a static model in a folder: its one `*.safetensors`, and `tokenizer.json` or the one other JSON file whose
 * name holds "tokenizer". Throws `model_missing` when they are not there, or when there are several to choose from.
 */
export async function findModelFiles(folder: string): Promise<ModelFiles> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new CortexError("model_missing", { detail: "The model folder cannot be read", cause });
  });
  const vectors = names.filter((name) => name.endsWith(".safetensors"));
  const tokenizers = names.filter((name) => name.endsWith(".json") && name.includes("tokenizer"));
  const tokenizer = tokenizers.includes("tokenizer.json") ? "tokenizer.json" : tokenizers.length === 1 ? tokenizers[0] : undefined;
  if (vectors.length !== 1 || tokenizer === undefined) {
    throw new CortexError("model_missing", { detail: "The model folder must hold one *.safetensors file and one tokenizer.json" });
  }
  return { vectors: join(folder, vectors[0]!), tokenizer: join(folder, tokenizer) };
}
