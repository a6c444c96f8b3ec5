import { setTimeout } from "node:timers/promises";

import {
  causedBy, createBase, debounceOf, forming, forTheirUser, jobsForTheirUser, LlmCalls, openEmbedders, openLlms, OpenParts, openRecall, serve, showQueue, warmUp, watchHealth,
} from "@memory-cortex/assembly";
import type { Base, OpenedEmbedders } from "@memory-cortex/assembly";
import type { CortexConfig } from "@memory-cortex/config";
import type { PreparationProgress } from "@memory-cortex/embedding";
import { createConversations, createForgetting, createMemories, createPortable, FormationThread, previewConversation } from "@memory-cortex/formation";
import { ingestRoutes } from "@memory-cortex/ingest";
import type { LlmRegistry } from "@memory-cortex/llm";
import type { Clock } from "@memory-cortex/models";
import { createLocalQueue } from "@memory-cortex/queue-local";
import type { Queue } from "@memory-cortex/queue";
import type { RecallService } from "@memory-cortex/recall";
import { recallApiRoutes } from "@memory-cortex/recall-api";
import { recurringJobs, startScheduler } from "@memory-cortex/scheduler";
import type { Store } from "@memory-cortex/store";
import { StoreRevisions } from "@memory-cortex/store";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import { workerHandlers } from "@memory-cortex/worker";

import { prepareHome } from "./prepare-home.ts";
import { RightOfWay } from "./right-of-way.ts";

export interface EmbeddedOptions {
  config: CortexConfig;
  /** Data folder whose model is used; the service's own by default. */
  modelHome?: string;
  /** Keeps data elsewhere than in files under the home, for measurements of another driver. */
  openStore?(parts: { clock: Clock }): Promise<Store>;
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
  store: Store;
  revisions: StoreRevisions;
  queue: Queue;
  embedders: OpenedEmbedders;
  thread: FormationThread;
  llms: LlmRegistry;
  /** Where the calls of language models are written down. */
  calls: LlmCalls;
}

/** The request part of a stop takes at most this share of its time; jobs get what is left. */
const REQUESTS_SHARE = 0.4;

function goingFirst(recall: RecallService, way: RightOfWay): RecallService {
  return {
    ...recall,
    recall: (request) => way.during(() => recall.recall(request)),
    search: (request) => way.during(() => recall.search(request)),
    searchRaw: (request) => way.during(() => recall.searchRaw(request)),
  };
}

/** The services over the ports, and their routes. */
function compose(base: Base, parts: Parts) {
  const { config, clock, metrics, monotonic } = base;
  const { store, revisions, queue, embedders: { registry: embedders }, thread, llms, calls } = parts;
  const debounce = debounceOf(config);
  const way = new RightOfWay({ monotonic, wait: (milliseconds) => setTimeout(milliseconds, undefined, { ref: false }) });
  const former = forming(base, { store, queue, embedders, llms, thread, giveWay: (signal) => way.giveWay(signal) });
  const conversations = createConversations({ ...base, store, queue, debounce, describe: (texts) => thread.describe(texts), letPass: () => way.letPass() });
  const memories = createMemories({ ...base, store, queue, embedders });
  const [forgetting, portable] = [createForgetting({ store, clock }), createPortable({ ...base, store, queue, describe: (texts) => thread.describe(texts) })];
  const recall = openRecall(base, { store, revisions, queue, embedders, llms });
  const health = watchHealth({ ...parts, clock });
  showQueue(metrics, queue);
  const routes = [
    ...ingestRoutes({ conversations, preview: (request, signal) => previewConversation(former, request, signal) }),
    ...recallApiRoutes({ recall: goingFirst(recall, way), memories, forgetting, portable, store, clock, readiness: () => health.check(), metrics: () => metrics.registry.metrics() }),
  ];
  const handlers = workerHandlers({ ...former, ...base, debounce, synthesize: recall.synthesizeHandler });
  return { recall, routes: forTheirUser(routes, calls), handlers: jobsForTheirUser(handlers, calls) };
}

/** The users' files, and when large ones are in memory. */
async function openFiles({ config, clock, log }: Base): Promise<{ files: Store; warm: Promise<unknown> }> {
  const warm = Promise.withResolvers<undefined>();
  const onMigration = (event: object): void => log.info(event, "a user's file is brought up to date");
  const files = await openSqliteStore({ home: config.home, clock, readers: config.storeReaders, maxOpenUsers: config.storeOpenUsers, warm: true, onWarm: () => warm.resolve(undefined), onMigration });
  return { files, warm: warm.promise };
}

/** Opens what keeps and finds memories, each to be closed in turn. */
async function openAll(base: Base, open: OpenParts, { modelHome, say, showModel, openStore }: EmbeddedOptions): Promise<{ parts: Parts; warm: Promise<unknown> }> {
  const { config, clock, ids, log, metrics, monotonic, tracing } = base;
  const { files, warm } = openStore === undefined ? await openFiles(base) : { files: await openStore({ clock }), warm: Promise.resolve() };
  const revisions = new StoreRevisions();
  const store = revisions.watch(files);
  open.add("store", () => store.close());
  const calls = new LlmCalls({ store, ids });
  const llms = await openLlms({ config, calls, clock, metrics, log });
  open.add("language models", () => llms.close());
  const embedders = await openEmbedders({ config, modelHome: modelHome ?? config.home, metrics, monotonic, say, showModel });
  open.add("embedders", () => embedders.close());
  const queue = causedBy(createLocalQueue({ clock }), tracing);
  const thread = new FormationThread();
  return { parts: { store, revisions, queue, embedders, thread, llms, calls }, warm };
}

/**
 * Starts the embedded shape: prepares home and models, opens the store, runs jobs and serves. Throws `home_unwritable`, `disk_full`,
 * `config_invalid`, `unsafe_bind`, `port_taken`, or `store_unavailable` when another process uses the home; then nothing stays open.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { config } = options;
  const base = await createBase({ config });
  const { log, metrics, tracing } = base;
  await prepareHome(config.home);
  const open = new OpenParts(base);
  open.add("traces", (graceMs) => tracing.close(graceMs));
  try {
    const { parts, warm } = await openAll(base, open, options);
    const { store, queue, embedders, thread } = parts;
    const { recall, routes, handlers } = compose(base, parts);
    open.add("recall", () => recall.close());
    open.add("formation", () => thread.close());
    open.add("queue", (graceMs) => queue.close({ graceMs }));
    const server = serve(base, { routes, store });
    open.add("server", (graceMs) => server.close(graceMs * REQUESTS_SHARE));
    await warmUp({ recall, store, embedders: embedders.registry, readers: config.storeReaders });
    metrics.registry.resetMetrics();
    await queue.start(handlers);
    const { url } = await server.listen({ host: config.host, port: config.port });
    const scheduler = startScheduler({ queue, jobs: recurringJobs(config), log, after: warm });
    open.add("scheduler", async () => scheduler.stop());
    let closing: Promise<void> | null = null;
    return {
      url,
      home: config.home,
      legs: ["words", ...embedders.registry.current.map(({ identity }) => `meaning (${identity.name})`)],
      close: (limitMs) => (closing ??= open.close(limitMs)),
    };
  } catch (error) {
    await open.close(0);
    throw error;
  }
}
