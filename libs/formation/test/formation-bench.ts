import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { embedderRegistry } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { createFakeEmbedder } from "@memory-cortex/embedding/fake";
import { llmRegistry } from "@memory-cortex/llm";
import type { Llm } from "@memory-cortex/llm";
import { realmOf, uuidV7Source, wholeUser } from "@memory-cortex/models";
import { ingestRequest } from "@memory-cortex/models/wire";
import type { Clock, IngestResponse, Realm } from "@memory-cortex/models";
import type { JobHandlers, Queue } from "@memory-cortex/queue";
import { createLocalQueue } from "@memory-cortex/queue-local";
import type { Store } from "@memory-cortex/store";
import { openSqliteStore } from "@memory-cortex/store-sqlite";

import { createConversations } from "../src/conversations/index.ts";
import type { Conversations } from "../src/conversations/index.ts";
import { createEmbedHandler } from "../src/embed/index.ts";
import { createCaptureHandler, createExpireHandler, createImproveHandler, createReconcileHandler } from "../src/jobs/index.ts";

/** Formation over a real SQLite store in a throw-away folder and a real queue, with a clock that tests turn. */
export interface FormationBench {
  store: Store;
  clock: Clock & { time: number };
  /** A user that no other test has. */
  user: string;
  realm: Realm;
  queue: Queue;
  conversations: Conversations;
  handlers: JobHandlers;
  ingest(messages: readonly object[], more?: object): Promise<IngestResponse>;
  /** The stored turns' texts, in order. */
  texts(sessionId?: string): Promise<string[]>;
}

/** Opened once a file: worker threads take their time to start. */
export async function openBenchStore(): Promise<{ store: Store; clock: Clock & { time: number }; close(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), "cortex-formation-"));
  const clock = { time: Date.UTC(2026, 4, 14), now: () => clock.time };
  const store = await openSqliteStore({ home, clock, readers: 1 });
  return {
    store,
    clock,
    async close() {
      await store.close();
      await rm(home, { recursive: true });
    },
  };
}

export interface BenchOptions {
  user: string;
  embedders?: readonly Embedder[];
  /** Wraps the store for the services, to let something happen in between. */
  wrap?: (store: Store) => Store;
  /** False: the queue only takes jobs. */
  start?: boolean;
  /** Who captures; nobody: rules. */
  llm?: Llm | null;
  /** In this process and by the bench's clock, unless given. */
  queue?: Queue;
}

/** Fresh services over the opened store. */
export async function formationBench(opened: { store: Store; clock: Clock & { time: number } }, { user, embedders = [createFakeEmbedder()], wrap = (store) => store, start = true, llm = null, queue: given }: BenchOptions): Promise<FormationBench> {
  const { clock } = opened;
  const store = wrap(opened.store);
  const ids = uuidV7Source(clock);
  const queue = given ?? createLocalQueue({ clock });
  const registry = embedderRegistry(embedders, () => null);
  const llms = llmRegistry(llm);
  const handlers: JobHandlers = {
    capture: createCaptureHandler({ store, queue, clock, ids, llms }),
    embed: createEmbedHandler({ store, queue, clock, embedders: registry }),
    synthesize: async () => ({ outcome: "skipped", reason: "no_llm" }),
    improve: createImproveHandler({ store, queue, clock, ids, llms }),
    expire: createExpireHandler({ store, clock }),
    reconcile: createReconcileHandler({ store, queue, clock, embedders: registry, llms }),
  };
  if (start) await queue.start(handlers);
  const conversations = createConversations({ store, queue, clock, ids });
  return {
    store: opened.store, clock, user, queue, conversations, handlers,
    realm: wholeUser(user),
    ingest: (messages, more = {}) => conversations.ingest(ingestRequest.parse({ user_id: user, session_id: "s", messages, ...more })),
    async texts(sessionId = "s") {
      const page = await opened.store.listTurns(realmOf(user), { sessionId, after: -1, limit: 10_000 });
      return page?.turns.map(({ text }) => text) ?? [];
    },
  };
}
