function convert(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

let table: Float32Array | undefined;

/** Every half-precision number as a float, by its 16 bits: one look-up is quicker than arithmetic. 256 KiB, made once. */
export function halfToFloat(): Float32Array {
  table ??= Float32Array.from({ length: 0x1_0000 }, (_, bits) => convert(bits));
  return table;
}
