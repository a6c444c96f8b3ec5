import { startThrowawayServer } from "../throwaway-server.ts";
import { settle, USER } from "./filled-home.ts";
import { latencyOf } from "./latency.ts";
import type { Latency } from "./latency.ts";
import { readThrough } from "./read-through.ts";
import type { SizeWish } from "./size-wish.ts";
import { timedRecall } from "./timed-recall.ts";

export interface GrowthFigures {
  small: { size: number; latency: Latency };
  large: { size: number; latency: Latency };
}

const WARMING = 200;

/** Hybrid recalls in a small and a large realm, the same questions, both services side by side and asked in turn. */
export async function measureGrowth(homes: { small: { size: number; home: string }; large: { size: number; home: string } }, { queries, corpus, nextQuestion, progress, environment }: SizeWish): Promise<GrowthFigures> {
  const small = await startThrowawayServer(homes.small.home, environment);
  const large = await startThrowawayServer(homes.large.home, environment).catch(async (error: unknown) => {
    await small.stop();
    throw error;
  });
  const times = { small: [] as number[], large: [] as number[] };
  try {
    for (const { url } of [small, large]) await settle(url, USER, progress);
    for (const { home } of [homes.large, homes.small]) await readThrough(home);
    for (let count = 0; count < WARMING + queries; count += 1) {
      const query = corpus.question(nextQuestion());
      const left = await timedRecall(small.url, { query, user_id: USER });
      const right = await timedRecall(large.url, { query, user_id: USER });
      if (count < WARMING) continue;
      times.small.push(left.milliseconds);
      times.large.push(right.milliseconds);
    }
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
  return { small: { size: homes.small.size, latency: latencyOf(times.small) }, large: { size: homes.large.size, latency: latencyOf(times.large) } };
}
