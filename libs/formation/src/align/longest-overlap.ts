/** Length of the longest end of the left sequence that is the beginning of the right one (Knuth–Morris–Pratt, linear). */
export function longestOverlap(left: Int32Array, right: Int32Array): number {
  const border = new Int32Array(right.length + 1);
  border[0] = -1;
  for (let length = 1; length <= right.length; length += 1) {
    let shorter = border[length - 1]!;
    while (shorter >= 0 && right[shorter] !== right[length - 1]) shorter = border[shorter]!;
    border[length] = shorter + 1;
  }
  let matched = 0;
  for (const value of left) {
    if (matched === right.length) matched = border[matched]!;
    while (matched >= 0 && right[matched] !== value) matched = border[matched]!;
    matched += 1;
  }
  return matched;
}
