import { startThrowawayServer } from "../throwaway-server.ts";
import { timedPost } from "../http-client.ts";
import { USER } from "./filled-home.ts";
import type { SizeWish } from "./size-wish.ts";

/** Seconds from the start of the process. */
export interface FirstRecallFigures {
  listening: number;
  /** The first answer, whatever it lacks, and the first one from which nothing was left out. */
  answered: number;
  whole: number | null;
}

const LIMIT_MS = 60_000;
const PAUSE_MS = 50;

/** Starts the service on the filled home and asks at once, with the product's own deadline, until an answer lacks nothing. */
export async function measureFirstRecall(home: string, { corpus, nextQuestion, environment }: SizeWish): Promise<FirstRecallFigures> {
  const start = performance.now();
  const server = await startThrowawayServer(home, environment);
  const elapsed = () => (performance.now() - start) / 1_000;
  try {
    let answered: number | null = null;
    while (elapsed() * 1_000 < LIMIT_MS) {
      const { answer } = await timedPost<{ degraded: unknown[] }>(`${server.url}/v1/recall`, { query: corpus.question(nextQuestion()), user_id: USER });
      answered ??= elapsed();
      if (answer.degraded.length === 0) return { listening: server.startSeconds, answered, whole: elapsed() };
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return { listening: server.startSeconds, answered: answered ?? elapsed(), whole: null };
  } finally {
    await server.stop();
  }
}
