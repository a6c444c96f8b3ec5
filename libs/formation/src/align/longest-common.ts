import type { Pairing } from "./pairing.ts";
import type { Region, Run } from "./runs.ts";

/** Longest common subsequence of the two sides of a region, as runs of length 1. Time and space are the product of the sides. */
export function longestCommon(pairing: Pairing, { fromPosition, toPosition, fromIndex, toIndex }: Region): Run[] {
  const rows = toPosition - fromPosition;
  const columns = toIndex - fromIndex;
  const width = columns + 1;
  const best = new Uint32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      best[row * width + column] = pairing.mayPair(fromPosition + row, fromIndex + column)
        ? best[(row + 1) * width + column + 1]! + 1
        : Math.max(best[(row + 1) * width + column]!, best[row * width + column + 1]!);
    }
  }
  const common: Run[] = [];
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    if (pairing.mayPair(fromPosition + row, fromIndex + column)) {
      common.push({ position: fromPosition + row, index: fromIndex + column, length: 1 });
      row += 1;
      column += 1;
    } else if (best[(row + 1) * width + column]! >= best[row * width + column + 1]!) row += 1;
    else column += 1;
  }
  return common;
}
