/** How well one answer brings what was wanted, each in [0, 1]. */
export interface Metrics {
  /** Share of the wanted among the first 5. */
  "recall@5": number;
  "recall@10": number;
  /** Binary nDCG@10: higher when the wanted stand further up. */
  "ndcg@10": number;
  /** 1 / rank of the first that was wanted. */
  mrr: number;
  /** 1 when all wanted are among the first 10. */
  "all@10": number;
  /** 1 when the first item was wanted. */
  "hit@1": number;
}

export const METRICS = ["recall@5", "recall@10", "ndcg@10", "mrr", "all@10", "hit@1"] as const satisfies (keyof Metrics)[];
export type Metric = (typeof METRICS)[number];

/** Metrics from the rank (from 1) at which each wanted thing first appears; null where it does not. Expects at least one. */
export function metricsOf(ranks: readonly (number | null)[]): Metrics {
  const found = ranks.filter((rank) => rank !== null);
  const within = (limit: number): number => found.filter((rank) => rank <= limit).length / ranks.length;
  const first = Math.min(...found);
  return {
    "recall@5": within(5),
    "recall@10": within(10),
    "ndcg@10": ndcg(found, ranks.length),
    mrr: found.length === 0 ? 0 : 1 / first,
    "all@10": within(10) === 1 ? 1 : 0,
    "hit@1": first === 1 ? 1 : 0,
  };
}

const CUT = 10;
const discount = (rank: number): number => 1 / Math.log2(rank + 1);

/** One item may bring two of the wanted (a memory that rests on both): the gain is capped at the ideal. */
function ndcg(found: readonly number[], wanted: number): number {
  const gain = found.filter((rank) => rank <= CUT).reduce((sum, rank) => sum + discount(rank), 0);
  const ideal = Array.from({ length: Math.min(CUT, wanted) }, (_, index) => discount(index + 1)).reduce((sum, value) => sum + value, 0);
  return Math.min(1, gain / ideal);
}

export const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length);
