import { setTimeout } from "node:timers/promises";

import type { CortexConfig } from "@memory-cortex/config";
import type { PreparationProgress } from "@memory-cortex/embedding";
import { createConversations, createMemories, FormationThread, previewConversation } from "@memory-cortex/formation";
import type { CaptureInput, WindowTexts } from "@memory-cortex/formation";
import { ingestRoutes } from "@memory-cortex/ingest";
import type { LlmRegistry } from "@memory-cortex/llm";
import { systemClock, uuidV7Source } from "@memory-cortex/models";
import type { Clock, IdSource } from "@memory-cortex/models";
import { createLocalQueue } from "@memory-cortex/queue-local";
import type { Queue } from "@memory-cortex/queue";
import { createRecall } from "@memory-cortex/recall";
import type { RecallObserver, RecallService } from "@memory-cortex/recall";
import { recallApiRoutes } from "@memory-cortex/recall-api";
import { startScheduler } from "@memory-cortex/scheduler";
import type { Store } from "@memory-cortex/store";
import { StoreRevisions } from "@memory-cortex/store";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import { createLogger, createMetrics } from "@memory-cortex/telemetry";
import type { Logger, Metrics } from "@memory-cortex/telemetry";
import { workerHandlers } from "@memory-cortex/worker";

import { LlmCalls } from "./llm-calls.ts";
import { forTheirUser, jobsForTheirUser } from "./for-their-user.ts";
import { openEmbedders } from "./open-embedders.ts";
import type { OpenedEmbedders } from "./open-embedders.ts";
import { openLlms, openReranker } from "./open-llms.ts";
import { prepareHome } from "./prepare-home.ts";
import { RightOfWay } from "./right-of-way.ts";
import { serve } from "./serve.ts";
import { warmUp } from "./warm-up.ts";
import { watchHealth } from "./watch-health.ts";

export interface EmbeddedOptions {
  config: CortexConfig;
  /** Data folder whose model is used; the service's own by default. */
  modelHome?: string;
  /** One line for the person who starts the service. */
  say(line: string): void;
  showModel(progress: PreparationProgress): void;
}

/** The whole program in one process, running. */
export interface Embedded {
  url: string;
  home: string;
  /** What recall searches by: "words", and each embedder. */
  legs: readonly string[];
  /** Takes no new requests, finishes what runs within the limit, closes everything. Safe to call twice. */
  close(limitMs: number): Promise<void>;
}

interface Parts {
  config: CortexConfig;
  clock: Clock;
  ids: IdSource;
  log: Logger;
  metrics: Metrics;
  monotonic: () => number;
  store: Store;
  revisions: StoreRevisions;
  queue: Queue;
  embedders: OpenedEmbedders;
  formation: FormationThread;
  llms: LlmRegistry;
  /** Where the calls of language models are written down. */
  calls: LlmCalls;
}

/** The request part of a stop takes at most this share of its time; jobs get what is left. */
const REQUESTS_SHARE = 0.4;

function recallObserver({ metrics, log }: Pick<Parts, "metrics" | "log">): RecallObserver {
  return {
    stage: (stage, milliseconds) => metrics.recallStageSeconds.observe({ stage }, milliseconds / 1_000),
    degraded: (part, reason) => metrics.recallDegraded.inc({ part, reason }),
    failed: (part, error) => log.warn({ err: error, part }, "part of recall failed"),
    reranked: (by, outcome) => metrics.recallReranked.inc({ by, outcome }),
    summarised: (outcome) => metrics.recallSummaries.inc({ outcome }),
    synthesised: (outcome) => metrics.narratives.inc({ outcome }),
    prewarmed: (outcome) => metrics.recallPrewarmed.inc({ outcome }),
  };
}

function goingFirst(recall: RecallService, way: RightOfWay): RecallService {
  return {
    ...recall,
    recall: (request) => way.during(() => recall.recall(request)),
    search: (request) => way.during(() => recall.search(request)),
    searchRaw: (request) => way.during(() => recall.searchRaw(request)),
  };
}

/** The services over the ports, and their routes. */
function compose(parts: Parts) {
  const { config, clock, ids, log, metrics, monotonic, store, revisions, queue, embedders, formation, llms, calls } = parts;
  const debounce = { waitMs: config.debounceSeconds * 1_000, maxWaitMs: config.debounceMaxSeconds * 1_000 };
  const conversations = createConversations({ store, queue, clock, ids, debounce, log, describe: (texts) => formation.describe(texts) });
  const memories = createMemories({ store, queue, clock, ids, log, embedders: embedders.registry });
  const models = { ...openReranker(config, llms), llm: llms.llmFor("synthesize") ?? undefined };
  const recall = createRecall({ store, revisions, queue, embedders: embedders.registry, ...models, clock, ids, monotonic, deadlineMs: config.recallDeadlineMs, observe: recallObserver(parts) });
  const way = new RightOfWay({ monotonic, wait: (milliseconds) => setTimeout(milliseconds, undefined, { ref: false }) });
  const forming = { store, queue, clock, ids, log, capture: (input: CaptureInput) => formation.capture(input), names: (window: WindowTexts) => formation.names(window), giveWay: (signal: AbortSignal) => way.giveWay(signal), embedders: embedders.registry, llms };
  const health = watchHealth({ store, queue, embedders, llms, clock });
  metrics.observeQueue(async () => Object.fromEntries(Object.entries(await queue.depth()).map(([job, depth]) => [job, { ...depth }])));
  const readiness = () => health.check();
  const routes = [
    ...ingestRoutes({ conversations, preview: (request, signal) => previewConversation(forming, request, signal) }),
    ...recallApiRoutes({ recall: goingFirst(recall, way), memories, store, clock, readiness, metrics: () => metrics.registry.metrics() }),
  ];
  const handlers = workerHandlers({ ...forming, debounce, synthesize: recall.synthesizeHandler, metrics, monotonic });
  return { recall, routes: forTheirUser(routes, calls), handlers: jobsForTheirUser(handlers, calls) };
}

interface Running extends Parts {
  recall: RecallService;
  stopScheduler: () => void;
  closeServer: (graceMs: number) => Promise<void>;
}

/** From the outside in: requests, then wakes, then jobs, then what was gathered to be written, then the files. */
async function closeAll(running: Running, limitMs: number): Promise<void> {
  const { monotonic, log } = running;
  const end = monotonic() + limitMs;
  const steps: [string, () => Promise<void>][] = [
    ["server", () => running.closeServer(limitMs * REQUESTS_SHARE)],
    ["queue", () => running.queue.close({ graceMs: Math.max(0, end - monotonic()) })],
    ["formation", () => running.formation.close()],
    ["recall", () => running.recall.close()],
    ["embedders", () => running.embedders.close()],
    ["language models", () => running.llms.close()],
    ["store", () => running.store.close()],
  ];
  running.stopScheduler();
  for (const [part, close] of steps) await close().catch((error: unknown) => log.error({ err: error, part }, "not closed"));
}

/**
 * Starts the embedded shape: prepares home and models, opens the store, runs jobs and serves. Throws `home_unwritable`, `disk_full`,
 * `config_invalid`, `unsafe_bind`, `port_taken`, or `store_unavailable` when another process uses the home; then nothing stays open.
 */
export async function startEmbedded({ config, modelHome, say, showModel }: EmbeddedOptions): Promise<Embedded> {
  const clock = systemClock;
  const monotonic = (): number => performance.now();
  const log = createLogger({ level: config.logLevel });
  const metrics = createMetrics({ process: true });
  await prepareHome(config.home);
  const warm = Promise.withResolvers<undefined>();
  const onMigration = (event: object): void => log.info(event, "a user's file is brought up to date");
  const opening = await openSqliteStore({ home: config.home, clock, readers: config.storeReaders, maxOpenUsers: config.storeOpenUsers, warm: true, onWarm: () => warm.resolve(undefined), onMigration });
  const revisions = new StoreRevisions();
  const store = revisions.watch(opening);
  const opened: (() => Promise<unknown>)[] = [() => store.close()];
  try {
    const embedders = await openEmbedders({ config, modelHome: modelHome ?? config.home, metrics, monotonic, say, showModel });
    opened.unshift(() => embedders.close());
    const queue = createLocalQueue({ clock });
    opened.unshift(() => queue.close({ graceMs: 0 }));
    const formation = new FormationThread();
    opened.unshift(() => formation.close());
    const ids = uuidV7Source(clock);
    const calls = new LlmCalls({ store, ids });
    const llms = await openLlms({ config, calls, clock, metrics, log });
    opened.unshift(() => llms.close());
    const parts: Parts = { config, clock, ids, log, metrics, monotonic, store, revisions, queue, embedders, formation, llms, calls };
    const { recall, routes, handlers } = compose(parts);
    const server = serve({ routes, config, store, clock, ids, log, metrics });
    await warmUp({ recall, store, embedders: embedders.registry, readers: config.storeReaders });
    metrics.registry.resetMetrics();
    await queue.start(handlers);
    const { url } = await server.listen({ host: config.host, port: config.port });
    const scheduler = startScheduler({ queue, reconcileMs: config.reconcileSeconds * 1_000, log, after: warm.promise });
    const running: Running = { ...parts, recall, stopScheduler: scheduler.stop, closeServer: server.close };
    let closing: Promise<void> | null = null;
    return {
      url,
      home: config.home,
      legs: ["words", ...embedders.registry.current.map(({ identity }) => `meaning (${identity.name})`)],
      close: (limitMs) => (closing ??= closeAll(running, limitMs)),
    };
  } catch (error) {
    for (const close of opened) await close().catch(() => undefined);
    throw error;
  }
}
