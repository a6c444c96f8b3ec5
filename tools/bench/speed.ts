import { openBareQueries } from "./bare-queries.ts";
import type { Corpus } from "./corpus.ts";
import { post } from "./http-client.ts";
import { percentile, seededRandom } from "./metrics.ts";
import { removeHome, startThrowawayServer, throwawayHome } from "./throwaway-server.ts";
import type { ThrowawayServer } from "./throwaway-server.ts";

export interface Latency {
  p50: number;
  p95: number;
  p99: number;
}

export interface SpeedRow {
  /** Turns in the realm. */
  size: number;
  wordsOnly: Latency;
  hybrid: Latency;
  /** Share of the hybrid recall that the question's own embedding takes. */
  queryEmbedding: Latency;
  bareWords: Latency;
  bareMeaning: Latency | null;
  acknowledgement: Latency;
  /** Turns a second, acknowledged and searchable by words. */
  ingestPerSecond: number;
  /** Turns a second until everything is embedded, counted from the first request. */
  embeddedPerSecond: number;
  degraded: number;
  residentBytes: number | null;
}

export interface SpeedOptions {
  size: number;
  queries: number;
  corpus: Corpus;
  progress: (line: string) => void;
}

const USER = "bench";
const SESSION_TURNS = 40;
const WORDS_ONLY = { CORTEX_EMBEDDERS: "[]" };
const SEED = 11;

/** One size: fill by words only, measure, start again with vectors, wait for them, measure; the bare queries on the same file. */
export async function measureSpeed(options: SpeedOptions): Promise<SpeedRow> {
  const { size, progress } = options;
  const home = await throwawayHome();
  try {
    progress(`${size} turns: filling`);
    const [filled, wordsOnly, acknowledgement] = await withServer(home, WORDS_ONLY, async (server) => {
      const seconds = await fill(server.url, options);
      progress(`${size} turns: recall, words only`);
      const recall = await recalls(server.url, options);
      return [seconds, recall, await acknowledgements(server.url, options)] as const;
    });
    const { size: turns } = options;
    return await withServer(home, {}, async (server) => {
      progress(`${size} turns: embedding`);
      const start = performance.now();
      await post(`${server.url}/v1/flush`, { user_id: USER, timeout_ms: 600_000 });
      const embedding = (performance.now() - start) / 1_000;
      progress(`${size} turns: recall, hybrid`);
      const hybrid = await recalls(server.url, options);
      const residentBytes = await server.residentBytes();
      progress(`${size} turns: bare queries on the same file`);
      const bare = await bareLatencies(home, options);
      return {
        size: turns, wordsOnly: wordsOnly.total, hybrid: hybrid.total, queryEmbedding: hybrid.embedding, ...bare, acknowledgement,
        ingestPerSecond: turns / filled, embeddedPerSecond: turns / (filled + embedding), degraded: hybrid.degraded, residentBytes,
      };
    });
  } finally {
    await removeHome(home);
  }
}

async function withServer<Result>(home: string, environment: Record<string, string>, work: (server: ThrowawayServer) => Promise<Result>): Promise<Result> {
  const server = await startThrowawayServer(home, environment);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Seconds until all turns are acknowledged; two requests at a time, as one agent's sessions would come. */
async function fill(url: string, { size, corpus }: SpeedOptions): Promise<number> {
  const start = performance.now();
  let next = 0;
  const sender = async () => {
    while (next < size) {
      const from = next;
      next += SESSION_TURNS;
      const messages = Array.from({ length: Math.min(SESSION_TURNS, size - from) }, (_, index) => messageOf(corpus, from + index));
      await post(`${url}/ingest`, { messages, session_id: `session-${from}`, user_id: USER });
    }
  };
  await Promise.all([sender(), sender()]);
  return (performance.now() - start) / 1_000;
}

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);

function messageOf(corpus: Corpus, index: number): Record<string, unknown> {
  return { role: index % 2 === 0 ? "user" : "assistant", content: corpus.text(index), id: `m${index}`, timestamp: FIRST_DAY + Math.floor(index / SESSION_TURNS) * DAY + (index % SESSION_TURNS) * 60_000 };
}

async function recalls(url: string, { queries, corpus }: SpeedOptions): Promise<{ total: Latency; embedding: Latency; degraded: number }> {
  const random = seededRandom(SEED);
  const total: number[] = [];
  const embedding: number[] = [];
  let degraded = 0;
  for (let count = 0; count < queries; count += 1) {
    const query = corpus.questions[Math.floor(random() * corpus.questions.length)]!;
    const start = performance.now();
    const answer = await post<{ timings_ms: Record<string, number>; degraded: { reason: string }[] }>(`${url}/v1/recall`, { query, user_id: USER });
    total.push(performance.now() - start);
    embedding.push(answer.timings_ms["embed:static"] ?? 0);
    if (answer.degraded.some(({ reason }) => reason === "late")) degraded += 1;
  }
  return { total: latency(total), embedding: latency(embedding), degraded };
}

/** A user's and an assistant's turn at a time, as an agent sends them, into the filled realm. */
async function acknowledgements(url: string, { queries, corpus, size }: SpeedOptions): Promise<Latency> {
  const times: number[] = [];
  for (let count = 0; count < queries; count += 1) {
    const messages = [0, 1].map((offset) => ({ ...messageOf(corpus, size + 2 * count + offset), timestamp: FIRST_DAY + 3_650 * DAY + count }));
    const start = performance.now();
    await post(`${url}/ingest`, { messages, session_id: "acknowledged", user_id: USER });
    times.push(performance.now() - start);
  }
  return latency(times);
}

async function bareLatencies(home: string, { queries, corpus }: SpeedOptions): Promise<{ bareWords: Latency; bareMeaning: Latency | null }> {
  const bare = await openBareQueries(home);
  try {
    const random = seededRandom(SEED);
    const questions = Array.from({ length: queries }, () => corpus.questions[Math.floor(random() * corpus.questions.length)]!);
    const { meaning } = bare;
    const vectors = questions.slice(0, 50).map(() => Float32Array.from({ length: bare.dimension }, () => random() - 0.5));
    return {
      bareWords: latency(questions.map((question) => timeOf(() => bare.words(question)))),
      bareMeaning: meaning === null ? null : latency(vectors.map((vector) => timeOf(() => meaning(vector)))),
    };
  } finally {
    bare.close();
  }
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const latency = (times: readonly number[]): Latency => ({ p50: percentile(times, 50), p95: percentile(times, 95), p99: percentile(times, 99) });
