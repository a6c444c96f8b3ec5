export { mean, seededRandom } from "@memory-cortex/cortex/statistics";

/** Retrieval metrics over a ranking of ids and the set of gold ids, each in [0, 1]. */
export interface RetrievalMetrics {
  "recall@5": number;
  "recall@10": number;
  "recall@20": number;
  "ndcg@10": number;
  mrr: number;
  "all@10": number;
}

export const METRICS = ["recall@5", "recall@10", "recall@20", "ndcg@10", "mrr", "all@10"] as const satisfies (keyof RetrievalMetrics)[];

export function retrievalMetrics(ranking: readonly string[], gold: readonly string[]): RetrievalMetrics {
  return {
    "recall@5": recallAt(5, ranking, gold),
    "recall@10": recallAt(10, ranking, gold),
    "recall@20": recallAt(20, ranking, gold),
    "ndcg@10": ndcgAt(10, ranking, gold),
    mrr: reciprocalRank(ranking, gold),
    "all@10": recallAt(10, ranking, gold) === 1 ? 1 : 0,
  };
}

/** Share of the gold ids among the first k. */
export function recallAt(k: number, ranking: readonly string[], gold: readonly string[]): number {
  const first = new Set(ranking.slice(0, k));
  return gold.filter((id) => first.has(id)).length / gold.length;
}

/** Binary nDCG@k: gains discounted by log2(rank + 1), over the best possible. */
export function ndcgAt(k: number, ranking: readonly string[], gold: readonly string[]): number {
  const wanted = new Set(gold);
  const discount = (index: number) => 1 / Math.log2(index + 2);
  const gain = ranking.slice(0, k).reduce((sum, id, index) => sum + (wanted.has(id) ? discount(index) : 0), 0);
  const best = Array.from({ length: Math.min(k, wanted.size) }, (_, index) => discount(index)).reduce((sum, value) => sum + value, 0);
  return gain / best;
}

/** 1 / rank of the first gold id; 0 when none is found. */
export function reciprocalRank(ranking: readonly string[], gold: readonly string[]): number {
  const wanted = new Set(gold);
  const index = ranking.findIndex((id) => wanted.has(id));
  return index < 0 ? 0 : 1 / (index + 1);
}

/** The p-th percentile (0–100) by nearest rank. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((p / 100) * sorted.length) - 1))] ?? 0;
}
