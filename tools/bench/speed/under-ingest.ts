import { SESSION_TURNS } from "../corpus.ts";
import { timedPost } from "../http-client.ts";
import { messageOf, settle, USER } from "./filled-home.ts";
import { latencyOf } from "./latency.ts";
import type { Latency } from "./latency.ts";
import type { SizeWish } from "./size-wish.ts";
import { timedRecall } from "./timed-recall.ts";

export interface UnderIngestFigures {
  idle: Latency;
  ingesting: Latency;
  /** Turns a second that the other client got acknowledged meanwhile. */
  turnsPerSecond: number;
  late: number;
}

const ROUNDS = 8;
/** So many times the questions of other figures: the p95 of two hundred recalls, idle and not, differs by a third from one run to the next. */
const QUESTIONS_FACTOR = 2;
const WRITERS = 2;

/** Recalls while nothing else happens and while another client sends turns as fast as they are taken, in turn, so that drift hits both. */
export async function measureUnderIngest(url: string, writer: string, wish: SizeWish): Promise<UnderIngestFigures> {
  const { queries, progress } = wish;
  const times = { idle: [] as number[], ingesting: [] as number[] };
  let late = 0;
  let sent = 0;
  let seconds = 0;
  const recalls = async (kept: number[]) => {
    for (let count = 0; count < Math.ceil((QUESTIONS_FACTOR * queries) / ROUNDS); count += 1) {
      const recall = await timedRecall(url, { query: wish.corpus.question(wish.nextQuestion()), user_id: USER });
      kept.push(recall.milliseconds);
      if (recall.late) late += 1;
    }
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await recalls(times.idle);
    const ingest = startIngest(url, { writer, wish, round });
    const start = performance.now();
    await recalls(times.ingesting);
    seconds += (performance.now() - start) / 1_000;
    sent += await ingest.stop();
    await settle(url, writer, progress);
  }
  return { idle: latencyOf(times.idle), ingesting: latencyOf(times.ingesting), turnsPerSecond: sent / seconds, late };
}

/** Made before a round, as many as it may take: making them would hold up the client that asks. */
const STOCK = 300;

/** Several senders that never pause, with capture at once, until told to stop; then how many turns were acknowledged. */
function startIngest(url: string, { writer, wish, round }: { writer: string; wish: SizeWish; round: number }): { stop(): Promise<number> } {
  let running = true;
  let sent = 0;
  const run = `${Date.now()}-${round}`;
  const batchOf = (batch: number) => Array.from({ length: SESSION_TURNS }, (_, index) => messageOf(wish.corpus, wish.size + batch * SESSION_TURNS + index));
  const stock = Array.from({ length: STOCK }, (_, batch) => batchOf(batch));
  let next = 0;
  const sender = async () => {
    while (running) {
      const batch = next++;
      await timedPost(`${url}/ingest`, { messages: stock[batch] ?? batchOf(batch), session_id: `full-${run}-${batch}`, user_id: writer, debounce: false });
      if (running) sent += SESSION_TURNS;
    }
  };
  const senders = Promise.all(Array.from({ length: WRITERS }, sender));
  return {
    async stop() {
      running = false;
      await senders;
      return sent;
    },
  };
}
