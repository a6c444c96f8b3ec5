import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { CortexError } from "@memory-cortex/models";
import { STATIC_MODEL } from "../prepare/static-model-manifest.ts";
import { backgroundShares } from "./background-shares.ts";
import { BpeTokenizer } from "./bpe-tokenizer.ts";
import { findModelFiles } from "./find-model-files.ts";
import { readSafetensors } from "./read-safetensors.ts";
import { TokenVectors } from "./token-vectors.ts";
import { readTokenizerModel } from "./tokenizer-model.ts";

/** A static model in memory: about 16 MB of vectors and the tokenizer's tables. */
export interface StaticModel {
  /** Changes whenever vectors would. */
  name: string;
  vectors: TokenVectors;
  tokenizer: BpeTokenizer;
  background: Float64Array;
}

/** Part of the model's name: how tokens are weighted and the background is made. Raise it when either changes. */
const WEIGHTING_SCHEME = "zipf1";

function modelName(vectors: Buffer, tokenizer: Buffer): string {
  const digests = [vectors, tokenizer].map((file) => createHash("sha256").update(file).digest("hex"));
  const known = STATIC_MODEL.files.every(({ sha256 }, index) => sha256.includes(digests[index]!));
  const name = known ? STATIC_MODEL.name : `static-${createHash("sha256").update(digests.join()).digest("hex").slice(0, 12)}`;
  return `${name}+${WEIGHTING_SCHEME}`;
}

/** Reads a static model from a folder. Throws `model_missing` or `model_corrupt`. */
export async function loadStaticModel(folder: string): Promise<StaticModel> {
  const files = await findModelFiles(folder);
  const [vectorFile, tokenizerFile] = await Promise.all([readFile(files.vectors), readFile(files.tokenizer)]).catch((cause: unknown) => {
    throw new CortexError("model_missing", { detail: "A file of the model cannot be read", cause });
  });
  const matrix = readSafetensors(vectorFile);
  const model = readTokenizerModel(tokenizerFile.toString("utf8"));
  for (const id of model.vocabulary.values()) {
    if (id >= matrix.rows) throw new CortexError("model_corrupt", { detail: "The tokenizer and the token vectors do not belong together" });
  }
  return {
    name: modelName(vectorFile, tokenizerFile),
    vectors: new TokenVectors(matrix),
    tokenizer: new BpeTokenizer(model),
    background: backgroundShares(model, matrix.rows),
  };
}
