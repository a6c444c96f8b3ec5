import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { CortexError } from "@memory-cortex/models";
import { MODEL_FILE, TOKENIZER_FILE } from "../transformer-model.ts";
import type { ThreadSettings } from "../thread-messages.ts";

/** The parts of ONNX Runtime and of the tokenizer that are used here. They are installed on request, so their own types are not at hand. */
interface Runtime {
  Tensor: new (type: "int64", data: BigInt64Array, shape: readonly number[]) => unknown;
  InferenceSession: { create(path: string, options: Readonly<Record<string, unknown>>): Promise<Session> };
}
interface Session {
  run(inputs: Readonly<Record<string, unknown>>): Promise<Record<string, { data: Float32Array; dims: readonly number[] }>>;
}
interface TokenizerModule {
  Tokenizer: new (definition: unknown, settings: unknown) => { encode(text: string): { ids: number[] } };
}

type LoadCode = "runtime_missing" | "model_missing" | "model_corrupt";

/** Embeds one text: its unit vector, or null when it has no token. */
export type EmbedText = (text: string) => Promise<Float32Array | null>;

/** Of the tokenizer's ids, the first and the last mark where the text begins and ends. */
const MARKS = 2;

async function load<Part>(code: LoadCode, detail: string, read: () => Part | Promise<Part>): Promise<Part> {
  try {
    return await read();
  } catch (cause) {
    throw new CortexError(code, { detail, cause });
  }
}

/** Loads runtime, tokenizer and model, in about a tenth of a second. Throws `runtime_missing`, `model_missing` or `model_corrupt`. */
export async function openSession({ runtime, folder, threads, maxTokens }: ThreadSettings): Promise<EmbedText> {
  const require = createRequire(join(runtime, "package.json"));
  const { onnx, Tokenizer } = await load("runtime_missing", "The transformer's runtime cannot be loaded", () => ({
    onnx: require("onnxruntime-node") as Runtime,
    Tokenizer: (require("@huggingface/tokenizers") as TokenizerModule).Tokenizer,
  }));
  const definition = await load("model_missing", "The transformer's tokenizer cannot be read", () => readFileSync(join(folder, TOKENIZER_FILE), "utf8"));
  const tokenizer = await load("model_corrupt", "The transformer's tokenizer is damaged", () => new Tokenizer(JSON.parse(definition), {}));
  const session = await load("model_corrupt", "The transformer's model cannot be loaded", () =>
    // 3: errors only. A spinning thread would take the processor from the rest of the service between two runs.
    onnx.InferenceSession.create(join(folder, MODEL_FILE), {
      intraOpNumThreads: threads, interOpNumThreads: 1, logSeverityLevel: 3, extra: { session: { intra_op: { allow_spinning: "0" } } },
    }));

  return async (text) => {
    const { ids } = tokenizer.encode(text.toWellFormed());
    if (ids.length <= MARKS) return null;
    const kept = ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!];
    const input = new onnx.Tensor("int64", BigInt64Array.from(kept, BigInt), [1, kept.length]);
    const { sentence } = await session.run({ input_ids: input });
    // Copied: the memory belongs to the runtime.
    return Float32Array.from(sentence!.data);
  };
}
