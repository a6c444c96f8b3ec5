import { USER } from "./filled-home.ts";
import { latencyOf } from "./latency.ts";
import type { Latency } from "./latency.ts";
import type { SizeWish } from "./size-wish.ts";
import { timedRecall } from "./timed-recall.ts";

export interface ParallelFigures {
  clients: number;
  latency: Latency;
  perSecond: number;
  /** Recalls that took longer than the product's default deadline. */
  overDeadline: number;
  late: number;
}

export const DEADLINE_MS = 200;

/** Recalls by several clients at once, each asking its next question when it has the answer. */
export async function measureParallel(url: string, clients: number, { queries, corpus, nextQuestion }: SizeWish): Promise<ParallelFigures> {
  const times: number[] = [];
  let late = 0;
  let asked = 0;
  const client = async () => {
    while (asked < queries) {
      asked += 1;
      const recall = await timedRecall(url, { query: corpus.question(nextQuestion()), user_id: USER });
      times.push(recall.milliseconds);
      if (recall.late) late += 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - start) / 1_000;
  return { clients, latency: latencyOf(times), perSecond: times.length / seconds, overDeadline: times.filter((time) => time > DEADLINE_MS).length, late };
}
