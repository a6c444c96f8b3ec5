import type { Corpus } from "../corpus.ts";
import type { BenchTurn, Dataset } from "../datasets/dataset.ts";
import { mean, retrievalMetrics, seededRandom } from "../metrics.ts";
import type { RetrievalMetrics } from "../metrics.ts";
import { ask, rankingOf } from "../quality/measure.ts";
import type { QualityServer } from "../quality/quality-server.ts";
import { fill, messageOf, USER } from "../speed/filled-home.ts";
import { latencyOf } from "../speed/latency.ts";
import type { Latency } from "../speed/latency.ts";
import { timedRecall } from "../speed/timed-recall.ts";
import { pairedBootstrap } from "../statistics/paired-bootstrap.ts";
import type { PairedDifference } from "../statistics/paired-bootstrap.ts";
import { COMPARED } from "../quality/ablation.ts";
import type { ThrowawayServer } from "../throwaway-server.ts";
import type { EmbeddingServer } from "./embedding-server.ts";
import type { Peer } from "./peer.ts";

export const OURS = "Memory Cortex, hybrid, over HTTP";

export interface PeerQuality {
  dataset: string;
  system: string;
  questions: number;
  metrics: RetrievalMetrics;
  /** Ours minus theirs, paired by question, in points of 100; null for ours. */
  ahead: Record<(typeof COMPARED)[number], PairedDifference> | null;
}

export interface PeerSpeed {
  size: number;
  system: string;
  latency: Latency;
  addedPerSecond: number | null;
}

interface Compared {
  peers: readonly Peer[];
  embedding: EmbeddingServer;
  progress: (line: string) => void;
}

const ANSWERS = 50;
const BATCH = 50;
const SEED = 5;
const PATIENT_MS = 5_000;

/** As our own vectors are made: the speaker before the text. */
const textOf = ({ speaker, text }: BenchTurn): string => `${speaker}: ${text}`;

/** Every headline question asked of all, each conversation in a store of its own. */
export async function comparePeersByQuality(server: QualityServer, datasets: readonly Dataset[], { peers, embedding, progress }: Compared): Promise<PeerQuality[]> {
  const rows: PeerQuality[] = [];
  for (const { name: dataset, conversations } of datasets) {
    const results = new Map<string, RetrievalMetrics[]>([OURS, ...peers.map(({ name }) => name)].map((system) => [system, []]));
    for (const conversation of conversations) {
      progress(`${dataset} ${conversation.id}: ${conversation.turns.length} turns into every store`);
      await server.fill(conversation.id, conversation);
      const turns = conversation.turns.map((turn) => ({ id: turn.id, text: textOf(turn) }));
      await embedding.weigh(turns.map(({ text }) => text));
      for (const peer of peers) {
        await peer.reset();
        await addAll(peer, turns);
      }
      for (const { text, gold } of conversation.questions.filter(({ headline }) => headline)) {
        const own = await ask(server.url, { query: text, user_id: conversation.id, deadline_ms: PATIENT_MS });
        results.get(OURS)!.push(retrievalMetrics(rankingOf(own), gold));
        for (const peer of peers) results.get(peer.name)!.push(retrievalMetrics((await peer.search(text, ANSWERS)).ids, gold));
      }
    }
    const own = results.get(OURS)!;
    for (const [system, metrics] of results) rows.push(qualityRow({ dataset, system, metrics, own }));
  }
  return rows;
}

function qualityRow({ dataset, system, metrics, own }: { dataset: string; system: string; metrics: readonly RetrievalMetrics[]; own: readonly RetrievalMetrics[] }): PeerQuality {
  const points = (results: readonly RetrievalMetrics[], name: keyof RetrievalMetrics) => results.map((result) => 100 * result[name]);
  const averages = Object.fromEntries(Object.keys(metrics[0] ?? {}).map((name) => [name, mean(points(metrics, name as keyof RetrievalMetrics))]));
  const ahead = system === OURS ? null : (Object.fromEntries(COMPARED.map((name) => [name, pairedBootstrap(points(metrics, name), points(own, name), seededRandom(SEED))])) as PeerQuality["ahead"]);
  return { dataset, system, questions: metrics.length, metrics: averages as unknown as RetrievalMetrics, ahead };
}

export interface PeerSpeedWish {
  sizes: readonly number[];
  queries: number;
  corpus: Corpus;
  commit: string;
}

const TOP = 10;
/** Before anything counts: each is a service that has run for a while. */
const WARMING = 50;
/** Each is asked so many in a row, drift hits all; and before each block some that do not count, in the processor's caches that another has emptied. */
const BLOCK = 25;
const SETTLING = 5;

/** Stores that grow together from size to size; at each, all are asked the same questions, in blocks that take turns. */
export async function comparePeersBySpeed(server: ThrowawayServer, { sizes, queries, corpus, commit }: PeerSpeedWish, { peers, embedding, progress }: Compared): Promise<PeerSpeed[]> {
  const rows: PeerSpeed[] = [];
  for (const peer of peers) await peer.reset();
  let from = 0;
  let asked = 0;
  for (const size of sizes) {
    progress(`${size} turns into every store`);
    const turns = Array.from({ length: size - from }, (_, index) => ({ id: `m${from + index}`, text: String(messageOf(corpus, from + index)["content"]) }));
    if (from === 0) await embedding.weigh(turns.map(({ text }) => text));
    const filling = await fill(server, { size, corpus, commit, progress });
    const seconds = new Map<string, number>();
    for (const peer of peers) {
      const start = performance.now();
      await addAll(peer, turns, (added) => progress(`${peer.name}: ${from + added} of ${size}`));
      seconds.set(peer.name, (performance.now() - start) / 1_000);
    }
    const systems = [
      { system: OURS, search: (query: string) => timedRecall(server.url, { query, user_id: USER, limit: TOP }) },
      ...peers.map((peer) => ({ system: peer.name, search: (query: string) => peer.search(query, TOP) })),
    ];
    const times = new Map<string, number[]>(systems.map(({ system }) => [system, []]));
    const ask = (count: number): string[] => Array.from({ length: count }, () => corpus.question(asked++));
    const warming = ask(WARMING);
    for (const { search } of systems) for (const question of warming) await search(question);
    for (let done = 0; done < queries; done += BLOCK) {
      const [settling, counted] = [ask(SETTLING), ask(Math.min(BLOCK, queries - done))];
      for (const { system, search } of systems) {
        for (const question of settling) await search(question);
        for (const question of counted) times.get(system)!.push((await search(question)).milliseconds);
      }
    }
    for (const [system, kept] of times) {
      const took = system === OURS ? filling.searchableSeconds : (seconds.get(system) ?? null);
      rows.push({ size, system, latency: latencyOf(kept), addedPerSecond: took === null ? null : (system === OURS ? size : size - from) / took });
    }
    from = size;
  }
  return rows;
}

const TOLD_EVERY = 20 * BATCH;

async function addAll(peer: Peer, turns: readonly { id: string; text: string }[], told?: (added: number) => void): Promise<void> {
  for (let start = 0; start < turns.length; start += BATCH) {
    await peer.add(turns.slice(start, start + BATCH));
    if (start > 0 && start % TOLD_EVERY === 0) told?.(start);
  }
}
