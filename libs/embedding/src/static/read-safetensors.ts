import { CortexError } from "@memory-cortex/models";
import { z } from "zod";

const headerSchema = z.record(z.string(), z.unknown());
export const tensorSchema = z.object({
  dtype: z.string(),
  shape: z.array(z.number().int().nonnegative()),
  data_offsets: z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]),
});

/** Rows of half-precision numbers, still in the bits of IEEE 754 binary16: half the memory, and quick to load. */
export interface HalfMatrix {
  rows: number;
  columns: number;
  bits: Uint16Array;
}

const HEADER_LENGTH_BYTES = 8;
const MAX_HEADER_BYTES = 1_000_000;

function corrupt(detail: string): CortexError {
  return new CortexError("model_corrupt", { detail });
}

/** The header of a safetensors file, tensors by name. Throws `model_corrupt`. */
export function readHeader(file: Buffer): { tensors: Record<string, unknown>; dataStart: number } {
  if (file.length < HEADER_LENGTH_BYTES) throw corrupt("The table of token vectors is cut short");
  const length = Number(file.readBigUInt64LE(0));
  const dataStart = HEADER_LENGTH_BYTES + length;
  if (length > MAX_HEADER_BYTES || dataStart > file.length) throw corrupt("The table of token vectors has no readable header");
  try {
    return { tensors: headerSchema.parse(JSON.parse(file.toString("utf8", HEADER_LENGTH_BYTES, dataStart))), dataStart };
  } catch (cause) {
    throw new CortexError("model_corrupt", { detail: "The header of the token vectors is not JSON", cause });
  }
}

/**
 * The one two-dimensional F16 tensor of a safetensors file (github.com/huggingface/safetensors: length of the header as
 * 64 bits, JSON header, little-endian data). Throws `model_corrupt` for anything else.
 */
export function readSafetensors(file: Buffer): HalfMatrix {
  const { tensors, dataStart } = readHeader(file);
  const names = Object.keys(tensors).filter((name) => name !== "__metadata__");
  if (names.length !== 1) throw corrupt("The table of token vectors must hold one tensor");
  const tensor = tensorSchema.safeParse(tensors[names[0]!]);
  if (!tensor.success || tensor.data.dtype !== "F16" || tensor.data.shape.length !== 2) throw corrupt("The token vectors must be a two-dimensional F16 tensor");
  const [rows, columns] = tensor.data.shape as [number, number];
  const [start, end] = tensor.data.data_offsets;
  const size = rows * columns * Uint16Array.BYTES_PER_ELEMENT;
  if (rows === 0 || columns === 0 || end - start !== size || dataStart + end > file.length) throw corrupt("The table of token vectors is cut short");
  // Copied: the data need not start at an even address of the file, and the file's buffer can go.
  const bytes = new Uint8Array(size);
  bytes.set(file.subarray(dataStart + start, dataStart + end));
  return { rows, columns, bits: new Uint16Array(bytes.buffer) };
}
