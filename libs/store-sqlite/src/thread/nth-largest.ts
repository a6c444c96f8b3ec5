/**
 * The n-th largest value (n from 1 to the length), by Hoare's selection: linear time on average where sorting would cost several times
 * more. Reorders the values. Not a number is not allowed.
 */
export function nthLargest(values: Float64Array, n: number): number {
  const wanted = values.length - n;
  let left = 0;
  let right = values.length - 1;
  while (left < right) {
    const pivot = values[(left + right) >> 1]!;
    let low = left;
    let high = right;
    while (low <= high) {
      while (values[low]! < pivot) low += 1;
      while (values[high]! > pivot) high -= 1;
      if (low > high) break;
      const value = values[low]!;
      values[low] = values[high]!;
      values[high] = value;
      low += 1;
      high -= 1;
    }
    if (wanted <= high) right = high;
    else if (wanted >= low) left = low;
    else break;
  }
  return values[wanted]!;
}
