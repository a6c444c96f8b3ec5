/** Whole numbers from −127 to 127, each to be multiplied by the scale of its row or column. */
export interface Quantised {
  rows: number;
  columns: number;
  values: Int8Array;
  scales: Float32Array;
}

const LARGEST = 127;

function scaleOf(values: Float32Array): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return Math.fround(largest / LARGEST) || 1;
}

/** Each row of a matrix by its own scale, as tables of vectors need it. */
export function quantiseRows(matrix: Float32Array, columns: number): Quantised {
  const rows = matrix.length / columns;
  const quantised: Quantised = { rows, columns, values: new Int8Array(matrix.length), scales: new Float32Array(rows) };
  for (let row = 0; row < rows; row += 1) {
    const from = row * columns;
    const scale = scaleOf(matrix.subarray(from, from + columns));
    quantised.scales[row] = scale;
    for (let at = from; at < from + columns; at += 1) quantised.values[at] = Math.round(matrix[at]! / scale);
  }
  return quantised;
}

/** A layer's weights as they are stored, one row for each output, turned round so that each output is a column with its own scale. */
export function quantiseLayer(matrix: Float32Array, inputs: number): Quantised {
  const { rows: outputs, values, scales } = quantiseRows(matrix, inputs);
  const turned = new Int8Array(values.length);
  for (let output = 0; output < outputs; output += 1) {
    for (let input = 0; input < inputs; input += 1) turned[input * outputs + output] = values[output * inputs + input]!;
  }
  return { rows: inputs, columns: outputs, values: turned, scales };
}

/** Matrices of the same rows, side by side. */
export function sideBySide(parts: readonly Quantised[]): Quantised {
  const { rows } = parts[0]!;
  const columns = parts.reduce((sum, part) => sum + part.columns, 0);
  const joined: Quantised = { rows, columns, values: new Int8Array(rows * columns), scales: new Float32Array(columns) };
  let from = 0;
  for (const part of parts) {
    joined.scales.set(part.scales, from);
    for (let row = 0; row < rows; row += 1) joined.values.set(part.values.subarray(row * part.columns, (row + 1) * part.columns), row * columns + from);
    from += part.columns;
  }
  return joined;
}
