import { openBareQueries } from "../bare-queries.ts";
import { seededRandom } from "../metrics.ts";
import { USER } from "./filled-home.ts";
import { latencyOf } from "./latency.ts";
import type { Latency } from "./latency.ts";
import { readThrough } from "./read-through.ts";
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
/** Each kind is asked so often in a row: drift hits all of them. */
const BLOCK = 100;
/** At the start of a block, not counted: what another kind asked before has emptied the processor's caches. */
const SETTLING = 20;
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
  const ask = (more: Record<string, unknown> = {}, query = question()) => timedRecall(url, { query, user_id: USER, ...more });
  const askForWords = () => ask({ without: ["meaning"] });
  const times = { words: [] as number[], hybrid: [] as number[], beyond: [] as number[], embedding: [] as number[], repeated: [] as number[], bareWords: [] as number[], bareMeaning: [] as number[] };
  let late = 0;
  let scanned = 0;

  async function timeWords(): Promise<void> {
    const words = await askForWords();
    times.words.push(words.milliseconds);
    if (words.late) late += 1;
  }

  async function timeBoth(): Promise<void> {
    const asked = question();
    const hybrid = await ask({}, asked);
    times.repeated.push((await ask({}, asked)).embedding);
    times.hybrid.push(hybrid.milliseconds);
    times.beyond.push(hybrid.milliseconds - hybrid.embedding);
    times.embedding.push(hybrid.embedding);
    if (hybrid.late) late += 1;
  }

  function timeBareMeaning(): void {
    const { meaning } = bare;
    if (meaning === null || scanned > BARE_SCAN_BUDGET_MS) return;
    const vector = Float32Array.from({ length: bare.dimension }, () => random() - 0.5);
    const took = timeOf(() => meaning(vector));
    scanned += took;
    times.bareMeaning.push(took);
  }

  const askBareWords = () => timeOf(() => bare.words(question()));
  const kinds = [
    { settle: askForWords, time: timeWords },
    { settle: () => ask(), time: timeBoth },
    { settle: askBareWords, time: () => times.bareWords.push(askBareWords()) },
    { settle: () => undefined, time: timeBareMeaning },
  ];
  try {
    await repeat(WARMING, () => ask());
    for (let asked = 0; asked < queries; asked += BLOCK) {
      await readThrough(home);
      for (const { settle, time } of kinds) {
        await repeat(SETTLING, settle);
        await repeat(Math.min(BLOCK, queries - asked), time);
      }
    }
  } finally {
    bare.close();
  }
  return {
    words: latencyOf(times.words), hybrid: latencyOf(times.hybrid), hybridBeyondEmbedding: latencyOf(times.beyond), embedding: latencyOf(times.embedding), embeddingRepeated: latencyOf(times.repeated),
    bareWords: latencyOf(times.bareWords), bareMeaning: times.bareMeaning.length === 0 ? null : latencyOf(times.bareMeaning), late,
  };
}

async function repeat(count: number, work: () => unknown): Promise<void> {
  for (let done = 0; done < count; done += 1) await work();
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
