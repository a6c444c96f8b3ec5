import { embedderRegistry } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { createFakeLlm } from "@memory-cortex/llm/fake";
import type { FakeLlm, FakeResponder } from "@memory-cortex/llm/fake";
import { realmOf, uuidV7Source, wholeUser } from "@memory-cortex/models";
import { recallRequest } from "@memory-cortex/models/wire";
import type { RecallRequest, RecallResponse } from "@memory-cortex/models";
import type { JobPayload, JobResult } from "@memory-cortex/queue";
import { createMemoryStore, StoreRevisions } from "@memory-cortex/store";
import type { NewMemory, Store } from "@memory-cortex/store";
import { analyse, contentHash, countWords, encodeSignals, textSignals } from "@memory-cortex/text";

import { createRecall } from "./service.ts";
import type { RecallService } from "./service.ts";
import type { RecallServices } from "./services.ts";

/** Wednesday, 20 May 2026, noon. */
export const NOON = Date.UTC(2026, 4, 20, 12);
export const ANN = realmOf("ann");

export interface RecallBench {
  clock: { time: number; now(): number };
  store: Store;
  recall: RecallService;
  llm: FakeLlm;
  /** What was told to the observer: "reranked changed", "summary used", … */
  told: string[];
  /** Payloads of `synthesize` that were enqueued. */
  woken: JobPayload<"synthesize">[];
  ask(query: string, over?: Record<string, unknown>): Promise<RecallResponse>;
  say(texts: readonly string[], sessionId?: string): Promise<string[]>;
  /** A new memory by its text; gives its id. */
  remember(text: string, over?: Partial<NewMemory>): Promise<string>;
  /** Runs what was woken. */
  synthesize(): Promise<JobResult[]>;
}

export interface BenchOptions extends Partial<RecallServices> {
  answer?: FakeResponder;
  /** Every document and question gets a vector by it. */
  embedder?: Embedder;
}

/** Knows two topics and nothing else, so that a test can foretell every cosine. */
export function topicEmbedder(first: RegExp, second: RegExp): Embedder {
  const vectorOf = (text: string): Float32Array => {
    const sum = [text.match(first)?.length ?? 0, text.match(second)?.length ?? 0, 0.1];
    return Float32Array.from(sum, (value) => value / Math.hypot(...sum));
  };
  return {
    identity: { name: "static", model: "topics", dimension: 3, queryPrefix: "", documentPrefix: "", weighted: true },
    embed: async (texts) => texts.map(vectorOf),
    ping: async () => undefined,
    close: async () => undefined,
  };
}

const ids = uuidV7Source({ now: () => NOON });

export const asking = (query: string, over: Record<string, unknown> = {}): RecallRequest => recallRequest.parse({ query, user_id: "ann", session_id: "now", deadline_ms: 5_000, ...over });

export function newMemory(text: string, over: Partial<NewMemory> = {}): NewMemory {
  return {
    id: ids.next(), type: "fact", lifetime: "permanent", expiresAt: null, topic: null, text, contentHash: contentHash(text), importance: 0.5, confidence: 0.9, visibility: "shared",
    tags: [], project: null, speaker: "Ann", sessionId: null, source: null, observedAt: NOON - 86_400_000, validFrom: null, validTo: null, episodeStart: null, episodeEnd: null,
    createdAt: NOON - 86_400_000, supersedes: null, provenance: [], terms: analyse(text), words: countWords(text), signals: encodeSignals(textSignals(text)), ...over,
  };
}

async function embedAll(store: Store, embedder: Embedder): Promise<void> {
  const whole = wholeUser("ann");
  const { name, model, dimension } = embedder.identity;
  const weighting = embedder.identity.weighted ? { total: 0, ids: new Uint32Array(), counts: new Uint32Array() } : null;
  const space = await store.createSpace(whole, { embedder: name, model, dimension, weighting, documentsAtStart: 0, createdAt: NOON });
  const rows = await store.unembedded(whole, { spaceId: space.id, limit: 1_000 });
  const vectors = await embedder.embed(rows.map(({ text }) => text), { kind: "document", weighting });
  await store.saveVectors(whole, { spaceId: space.id, vectors: rows.map(({ id }, index) => ({ id, vector: vectors[index] ?? null })) });
  await store.activateSpace(whole, space.id);
}

async function say(store: Store, texts: readonly string[], sessionId: string): Promise<string[]> {
  const said: string[] = [];
  for (const text of texts) {
    const { revision, length } = await store.readAlignment(ANN, { sessionId, hashes: [], times: [] });
    const turn = {
      id: ids.next(), role: "user" as const, speaker: "Ann", text, observedAt: NOON - 86_400_000 + length * 1_000, timed: true, externalId: null, contentHash: contentHash(`${text}${length}`),
      terms: analyse(text), words: countWords(text), signals: encodeSignals(textSignals(text)), createdAt: NOON,
    };
    await store.appendTurns(ANN, { session: { sessionId, channel: null, agentId: null, project: null }, revision, inserts: [{ at: length, turns: [turn] }] });
    said.push(turn.id);
  }
  return said;
}

/** Recall over a store in memory, with a language model that says what a test wants, and everything that is kept between recalls. */
export async function openRecallBench(texts: readonly string[], { answer, embedder, ...services }: BenchOptions = {}): Promise<RecallBench> {
  const clock = { time: NOON, now: () => clock.time };
  const revisions = new StoreRevisions();
  const store = services.store ?? revisions.watch(createMemoryStore({ clock }));
  const llm = createFakeLlm({ clock, ...(answer === undefined ? {} : { answer }) });
  const told: string[] = [];
  const woken: JobPayload<"synthesize">[] = [];
  const queue: RecallServices["queue"] = { enqueue: async (_, payload) => void woken.push(payload as JobPayload<"synthesize">) };
  const observe = {
    reranked: (_: string, outcome: string) => void told.push(`reranked ${outcome}`),
    summarised: (outcome: string) => void told.push(`summary ${outcome}`),
    synthesised: (outcome: string) => void told.push(`narrative ${outcome}`),
    prewarmed: (outcome: string) => void told.push(`prewarmed ${outcome}`),
  };
  const recall = createRecall({ store, revisions, queue, llm, embedders: embedderRegistry(embedder === undefined ? [] : [embedder]), clock, ids, monotonic: () => performance.now(), observe, ...services });
  await say(store, texts, "then");
  if (embedder !== undefined) await embedAll(store, embedder);
  return {
    clock, store, recall, llm, told, woken,
    ask: (query, over) => recall.recall(asking(query, over)),
    say: (more, sessionId = "then") => say(store, more, sessionId),
    async remember(text, over) {
      const memory = newMemory(text, over);
      await store.writeMemory(ANN, { action: "create", memory });
      return memory.id;
    },
    async synthesize() {
      const results: JobResult[] = [];
      for (const payload of woken.splice(0)) results.push(await recall.synthesizeHandler(payload, { signal: new AbortController().signal, attempt: 1 }));
      return results;
    },
  };
}
