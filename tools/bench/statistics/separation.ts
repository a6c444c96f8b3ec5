/**
 * Area under the ROC curve: the chance that a positive scores above a negative, ties counting half; null when one side is empty.
 * By ranks (Mann–Whitney), so that thousands of values cost a sort.
 */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number | null {
  if (positives.length === 0 || negatives.length === 0) return null;
  const all = [...positives.map((score) => ({ score, positive: true })), ...negatives.map((score) => ({ score, positive: false }))].sort((a, b) => a.score - b.score);
  let rankSum = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]!.score === all[start]!.score) end += 1;
    const sharedRank = (start + 1 + end) / 2;
    rankSum += sharedRank * all.slice(start, end).filter(({ positive }) => positive).length;
    start = end;
  }
  return (rankSum - (positives.length * (positives.length + 1)) / 2) / (positives.length * negatives.length);
}
