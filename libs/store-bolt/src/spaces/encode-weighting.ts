import type { Weighting } from "@memory-cortex/models";

/** A weighting as properties: numbers as base64 of 32-bit words, because Memgraph keeps no bytes. */
export interface WeightingRow {
  total: number | null;
  ids: string | null;
  counts: string | null;
}

const textOf = (numbers: Uint32Array): string => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString("base64");
const numbersOf = (text: string): Uint32Array => new Uint32Array(Uint8Array.from(Buffer.from(text, "base64")).buffer);

export function encodeWeighting(weighting: Weighting | null): WeightingRow {
  if (weighting === null) return { total: null, ids: null, counts: null };
  return { total: weighting.total, ids: textOf(weighting.ids), counts: textOf(weighting.counts) };
}

export function decodeWeighting({ total, ids, counts }: WeightingRow): Weighting | null {
  return total === null || ids === null || counts === null ? null : { total, ids: numbersOf(ids), counts: numbersOf(counts) };
}
