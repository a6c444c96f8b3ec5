/** Largest absolute value of a byte component; symmetric, so that the sign costs nothing. */
const BYTE_RANGE = 127;
/** Above zero, cutting off what follows the point is rounding down. */
const OFFSET = 128;
const ROUNDING = OFFSET + 0.5;

/** A bit for each component, 1 where it is not negative. The bits must be zero before. */
function writeSigns(vector: Float32Array, signs: Uint8Array): void {
  // The first bit of a float's pattern is its sign; without branches, which nothing could predict.
  const patterns = new Uint32Array(vector.buffer, vector.byteOffset, vector.length);
  const whole = vector.length & ~7;
  for (let index = 0; index < whole; index += 8) {
    const negative =
      (patterns[index]! >>> 31) | ((patterns[index + 1]! >>> 31) << 1) | ((patterns[index + 2]! >>> 31) << 2) | ((patterns[index + 3]! >>> 31) << 3) |
      ((patterns[index + 4]! >>> 31) << 4) | ((patterns[index + 5]! >>> 31) << 5) | ((patterns[index + 6]! >>> 31) << 6) | ((patterns[index + 7]! >>> 31) << 7);
    signs[index >> 3] = ~negative;
  }
  for (let index = whole; index < vector.length; index += 1) if (patterns[index]! >>> 31 === 0) signs[index >> 3]! |= 1 << (index & 7);
}

/** Writes the signs of a vector and its components as signed bytes; returns what a byte's one stands for. */
export function encodeVector(vector: Float32Array, { signs, bytes }: { signs: Uint8Array; bytes: Uint8Array }): number {
  let largest = 0;
  for (let index = 0; index < vector.length; index += 1) largest = Math.max(largest, Math.abs(vector[index]!));
  const steps = BYTE_RANGE / largest;
  for (let index = 0; index < vector.length; index += 1) bytes[index] = ((vector[index]! * steps + ROUNDING) | 0) - OFFSET;
  writeSigns(vector, signs);
  return largest / BYTE_RANGE;
}
