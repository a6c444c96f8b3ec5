import { CortexError } from "@memory-cortex/models";
import { readHeader, tensorSchema } from "../../static/read-safetensors.ts";

/** Single-precision tensors of a safetensors file by name; each is copied when it is asked for. */
export interface Weights {
  /** Throws `model_corrupt` when there is none of that name and length. */
  tensor(name: string, length: number): Float32Array;
}

/** Reads a safetensors file. Throws `model_corrupt`. */
export function readWeights(file: Buffer): Weights {
  const { tensors, dataStart } = readHeader(file);
  return {
    tensor(name, length) {
      const entry = tensorSchema.safeParse(tensors[name]);
      const [start, end] = entry.success ? entry.data.data_offsets : [0, 0];
      if (!entry.success || entry.data.dtype !== "F32" || end - start !== length * Float32Array.BYTES_PER_ELEMENT || dataStart + end > file.length) {
        throw new CortexError("model_corrupt", { detail: "The transformer's weights are not those of the model that is expected" });
      }
      const bytes = new Uint8Array(end - start);
      bytes.set(file.subarray(dataStart + start, dataStart + end));
      return new Float32Array(bytes.buffer);
    },
  };
}
