import { CortexError } from "@memory-cortex/models";

function invalid(detail: string): CortexError {
  return new CortexError("embedder_invalid", { detail });
}

/** A vector at unit length. Throws `embedder_invalid` when it has another dimension, no direction, or a value that is no number. */
export function unitVector(values: readonly number[], dimension: number): Float32Array {
  if (values.length !== dimension) throw invalid(`The model gives vectors of ${values.length} numbers where ${dimension} are configured`);
  let squares = 0;
  for (const value of values) squares += value * value;
  if (!Number.isFinite(squares)) throw invalid("The model gave a vector with a value that is not a number");
  if (squares === 0) throw invalid("The model gave a vector of zeros");
  const length = Math.sqrt(squares);
  return Float32Array.from(values, (value) => value / length);
}

/** Checks that there is one vector for each text and brings them to unit length. Throws `embedder_invalid`. */
export function unitVectors(vectors: readonly (readonly number[])[], expected: { count: number; dimension: number }): Float32Array[] {
  if (vectors.length !== expected.count) throw invalid(`The model gave ${vectors.length} vectors for ${expected.count} texts`);
  return vectors.map((vector) => unitVector(vector, expected.dimension));
}
