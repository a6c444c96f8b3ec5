import type { TermScores } from "./borrow-words.ts";

/**
 * Share of the question's terms that a document holds itself, each weighing its best BM25 among the rows (which grows with its rarity).
 * [0, 1] by id; terms that no row holds do not count.
 */
export function termCoverage(rows: readonly TermScores[]): Map<string, number> {
  const weights: number[] = [];
  for (const { scores } of rows) scores.forEach((score, term) => (weights[term] = Math.max(weights[term] ?? 0, score)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const coverage = new Map<string, number>();
  if (total === 0) return coverage;
  for (const { ref, scores } of rows) {
    const held = scores.reduce((sum, score, term) => sum + (score > 0 ? (weights[term] ?? 0) : 0), 0);
    coverage.set(ref.id, held / total);
  }
  return coverage;
}
