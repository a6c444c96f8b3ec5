/** Pieces of an encoded message, in order. */
export type Encoded = readonly Uint8Array[];

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

const tag = (field: number, wireType: number): Uint8Array => varint(field * 8 + wireType);

/** A whole number from 0 to 2^53 − 1. */
export function wholeField(field: number, value: number): Encoded {
  return [tag(field, VARINT), varint(value)];
}

export function floatField(field: number, value: number): Encoded {
  const bytes = new Uint8Array(Float32Array.BYTES_PER_ELEMENT);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return [tag(field, FIXED_32), bytes];
}

export function bytesField(field: number, bytes: Uint8Array): Encoded {
  return [tag(field, LENGTH_DELIMITED), varint(bytes.byteLength), bytes];
}

export function textField(field: number, text: string): Encoded {
  return bytesField(field, new TextEncoder().encode(text));
}

/** A message inside another. */
export function messageField(field: number, ...parts: readonly Encoded[]): Encoded {
  const pieces = parts.flat();
  const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return [tag(field, LENGTH_DELIMITED), varint(length), ...pieces];
}
