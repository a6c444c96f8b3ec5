import { openBareQueries } from "../bare-queries.ts";
import { seededRandom } from "../metrics.ts";
import { USER } from "./filled-home.ts";
import { latencyOf } from "./latency.ts";
import type { Latency } from "./latency.ts";
import type { SizeWish } from "./size-wish.ts";
import { timedRecall } from "./timed-recall.ts";

export interface SteadyFigures {
  words: Latency;
  hybrid: Latency;
  /** Hybrid without the question's own embedding. */
  hybridBeyondEmbedding: Latency;
  /** A question never asked before, and the same again. */
  embedding: Latency;
  embeddingRepeated: Latency;
  bareWords: Latency;
  bareMeaning: Latency | null;
  late: number;
}

/** A service that has run for a minute. */
const WARMING = 200;
/** Recalls and bare queries take turns so often: a bare scan drives everything else out of the processor's caches. */
const BLOCK = 100;
const SEED = 11;
/** A bare scan of a million vectors takes half a second; this many tell its percentiles. */
const BARE_SCAN_BUDGET_MS = 30_000;

/**
 * Recalls of one client by words, hybrid ones, and the bare queries on the same file, in blocks that take turns, so that drift hits all and none
 * runs in the caches that another has emptied: a service searches by words alone or by both. No question is asked twice but on purpose.
 */
export async function measureSteady(url: string, home: string, { queries, corpus, nextQuestion }: SizeWish): Promise<SteadyFigures> {
  const bare = openBareQueries(home, USER);
  const random = seededRandom(SEED);
  const question = (): string => corpus.question(nextQuestion());
  const ask = (query: string, more: Record<string, unknown> = {}) => timedRecall(url, { query, user_id: USER, ...more });
  const times = { words: [] as number[], hybrid: [] as number[], beyond: [] as number[], embedding: [] as number[], repeated: [] as number[], bareWords: [] as number[], bareMeaning: [] as number[] };
  let late = 0;
  let scanned = 0;

  async function askByWords(): Promise<void> {
    const words = await ask(question(), { without: ["meaning"] });
    times.words.push(words.milliseconds);
    if (words.late) late += 1;
  }

  async function askByBoth(): Promise<void> {
    const asked = question();
    const hybrid = await ask(asked);
    times.repeated.push((await ask(asked)).embedding);
    times.hybrid.push(hybrid.milliseconds);
    times.beyond.push(hybrid.milliseconds - hybrid.embedding);
    times.embedding.push(hybrid.embedding);
    if (hybrid.late) late += 1;
  }

  function queryBare(): void {
    times.bareWords.push(timeOf(() => bare.words(question())));
    const { meaning } = bare;
    if (meaning === null || scanned > BARE_SCAN_BUDGET_MS) return;
    const vector = Float32Array.from({ length: bare.dimension }, () => random() - 0.5);
    const took = timeOf(() => meaning(vector));
    scanned += took;
    times.bareMeaning.push(took);
  }

  try {
    for (let count = 0; count < WARMING; count += 1) await ask(question());
    for (let asked = 0; asked < queries; asked += BLOCK) {
      const block = Array.from({ length: Math.min(BLOCK, queries - asked) });
      for (const _ of block) await askByWords();
      for (const _ of block) await askByBoth();
      for (const _ of block) queryBare();
      await ask(question());
    }
  } finally {
    bare.close();
  }
  return {
    words: latencyOf(times.words), hybrid: latencyOf(times.hybrid), hybridBeyondEmbedding: latencyOf(times.beyond), embedding: latencyOf(times.embedding), embeddingRepeated: latencyOf(times.repeated),
    bareWords: latencyOf(times.bareWords), bareMeaning: times.bareMeaning.length === 0 ? null : latencyOf(times.bareMeaning), late,
  };
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
