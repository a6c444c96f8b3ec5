import type { VectorCodes } from "./vector-codes.ts";

/** So many candidates are found by signs and put in order by bytes; at 100,000 texts the 50 nearest are among them (docs/decisions/sqlite-driver.md). */
export const CANDIDATES = 3_000;
/** Range of the sums of signs: fine enough that rounding the parts moves no order that matters. */
const SUM_RANGE = 16_000;
const BYTE_VALUES = 256;

export interface RankedSlot {
  slot: number;
  cosine: number;
}

let sums = new Int16Array(0);

/** For each byte of signs and each of its values, what it adds to the sum of the query's components with the signs of a vector. */
function signTables(query: Float32Array, signBytes: number): Int32Array {
  const range = query.reduce((sum, value) => sum + Math.abs(value), 0);
  const steps = SUM_RANGE / range;
  const tables = new Int32Array(signBytes * BYTE_VALUES);
  const parts = new Float64Array(BYTE_VALUES);
  for (let byte = 0; byte < signBytes; byte += 1) {
    parts[0] = 0;
    for (let bit = 0; bit < 8; bit += 1) parts[0] -= query[byte * 8 + bit] ?? 0;
    for (let value = 1; value < BYTE_VALUES; value += 1) {
      const lowest = 31 - Math.clz32(value & -value);
      parts[value] = parts[value & (value - 1)]! + 2 * (query[byte * 8 + lowest] ?? 0);
    }
    for (let value = 0; value < BYTE_VALUES; value += 1) tables[byte * BYTE_VALUES + value] = Math.round(parts[value]! * steps);
  }
  return tables;
}

/** The slots, of those given, with the largest sums of signs: `count`, or a few more where sums are equal. */
function bestBySigns(codes: VectorCodes, query: Float32Array, { slots, count }: { slots: Uint32Array; count: number }): Uint32Array {
  const { signs, signBytes } = codes;
  const tables = signTables(query, signBytes);
  if (sums.length < slots.length) sums = new Int16Array(Math.ceil(slots.length * 1.25));
  const margin = signBytes;
  const histogram = new Uint32Array(2 * (SUM_RANGE + margin) + 1);
  for (let index = 0; index < slots.length; index += 1) {
    const start = slots[index]! * signBytes;
    let sum = 0;
    for (let byte = 0; byte < signBytes; byte += 1) sum += tables[byte * BYTE_VALUES + signs[start + byte]!]!;
    sums[index] = sum;
    histogram[sum + SUM_RANGE + margin]! += 1;
  }
  let floor = histogram.length;
  for (let found = 0; found < count && floor > 0; found += histogram[floor]!) floor -= 1;
  const least = floor - SUM_RANGE - margin;
  const best: number[] = [];
  for (let index = 0; index < slots.length; index += 1) if (sums[index]! >= least) best.push(slots[index]!);
  return Uint32Array.from(best);
}

/** Nearest first, by bytes, of the candidates that signs find among the slots; all of the slots when they are few. */
export function rankCodes(codes: VectorCodes, query: Float32Array, slots: Uint32Array): RankedSlot[] {
  const candidates = slots.length <= CANDIDATES ? slots : bestBySigns(codes, query, { slots, count: CANDIDATES });
  const cosines = new Float64Array(candidates.length);
  for (let index = 0; index < candidates.length; index += 1) cosines[index] = codes.cosine(candidates[index]!, query);
  const order = Uint32Array.from(candidates, (_, index) => index).sort((a, b) => cosines[b]! - cosines[a]! || a - b);
  return Array.from(order, (index) => ({ slot: candidates[index]!, cosine: cosines[index]! }));
}
