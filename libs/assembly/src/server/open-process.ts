import { setTimeout as wait } from "node:timers/promises";

import type { CortexConfig } from "@memory-cortex/config";
import type { JobName } from "@memory-cortex/queue";
import type { Store } from "@memory-cortex/store";
import { createHealth } from "@memory-cortex/telemetry";
import type { Health } from "@memory-cortex/telemetry";

import { LlmCalls, REREAD_AFTER_MS } from "../models/llm-calls.ts";
import type { Base } from "../running/base.ts";
import { causedBy } from "../running/caused-by.ts";
import type { OpenParts } from "../running/open-parts.ts";
import { showQueue } from "../running/show-queue.ts";
import { watchModels, watchQueue, watchStore } from "../running/watch-health.ts";
import { openLate } from "./open-late.ts";
import { openModels } from "./open-models.ts";
import type { Models } from "./open-models.ts";
import type { ServerDrivers } from "./server-drivers.ts";
import type { ServerProcess } from "./server-process.ts";

export interface OpenProcessOptions {
  drivers: ServerDrivers;
  /** Jobs that the process runs. */
  jobs: readonly JobName[];
  /** Parts without which it is of no use: `/readyz` answers 503 while one is away. The store is one wherever it is opened. */
  vital: readonly ("queue" | "models")[];
}

const asksModels = ({ llm, llmPurposes }: CortexConfig): boolean => llm !== "none" || Object.keys(llmPurposes).length > 0;

interface Opening {
  base: Base;
  open: OpenParts;
  health: Health;
}

function openStore({ base, open, health }: Opening, drivers: ServerDrivers): ReturnType<ServerProcess["openStore"]> {
  const { config, clock, log } = base;
  const address = {
    url: config.boltUrl,
    username: config.boltUsername ?? undefined,
    password: config.boltPassword ?? undefined,
    clock,
    onMigration: (event: object): void => log.info(event, "the database is brought up to date"),
  };
  const late = openLate({
    open: () => drivers.openStore(address),
    wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
    onFailure: (error) => log.warn({ err: error }, "the store cannot be reached; it is tried again"),
    onOpen: () => log.info("the store is open"),
  });
  open.add("store", () => late.close());
  watchStore(health, late.part);
  return { store: late.part, opened: late.opened };
}

function openLateModels({ base, open, health }: Opening, store: Store, vital: boolean): { models: Promise<Models>; calls: LlmCalls } {
  const calls = new LlmCalls({ store, ids: base.ids, reread: { afterMs: REREAD_AFTER_MS, monotonic: base.monotonic } });
  const opening = openModels(base, calls);
  open.add("models", () => opening.close());
  health.register("models", { vital });
  health.report("models", { status: "down", why: "They are being prepared." });
  const models = opening.ready.then((ready) => {
    watchModels(health, { store, embedders: ready.opened, llms: ready.llms });
    health.report("models", { status: "ok", why: null });
    return ready;
  });
  // Whoever asks for them is told; that may be later than they fail.
  models.catch(() => undefined);
  return { models, calls };
}

/** Opens what a process of the server shape asks for, none of which has to be there yet. */
export function openProcess(base: Base, open: OpenParts, { drivers, jobs, vital }: OpenProcessOptions): ServerProcess {
  const { config, clock, log, metrics, tracing } = base;
  const health = createHealth(clock);
  const onError = (error: unknown, where: string): void => log.warn({ err: error, where }, "trouble with the queue");
  const shared = drivers.openQueue({ url: config.redisUrl, clock, only: jobs, concurrency: config.workerConcurrency, asksModels: asksModels(config), onError });
  const queue = causedBy(shared, tracing);
  showQueue(metrics, queue);
  watchQueue(health, queue, { vital: vital.includes("queue") });
  const opening = { base, open, health };
  return {
    base, open, queue, shared, health,
    openStore: () => openStore(opening, drivers),
    openModels: (store) => openLateModels(opening, store, vital.includes("models")),
  };
}
