import { CortexError } from "@memory-cortex/models";
import type { JobName, JobResult } from "@memory-cortex/queue";
import { QueueEvents } from "bullmq";
import type { Redis } from "ioredis";

import { failureCode } from "./job-data.ts";
import type { QueuedJob } from "./job-data.ts";
import type { QueueSettings } from "./options.ts";
import type { Producer } from "./producer.ts";
import { workerClient } from "./redis-clients.ts";

/** An event that was missed (a lost connection, a trimmed stream) is made up for by asking, milliseconds. */
const FIRST_ASK_MS = 25;
const LONGEST_ASK_MS = 1_000;

/** How the next attempt of a job ended; null when the job is gone. */
export type Outcome = JobResult | null;

export interface Watch {
  ended: Promise<Outcome>;
  stop(): void;
}

export interface WatchOptions {
  /** Attempts that are over already do not count. */
  from?: number;
  /** A job that does not exist yet is waited for. */
  mayCome?: boolean;
  /** Stops it: nobody waits any more, and a job may never be taken. */
  signal?: AbortSignal | undefined;
}

/** Tells how attempts end, in whatever process they run: by BullMQ's events, and by asking. Listens from the first question on. */
export class Outcomes {
  readonly #settings: QueueSettings;
  readonly #producer: Producer;
  readonly #listeners = new Map<JobName, { events: QueueEvents; client: Redis }>();
  /** By job id. */
  readonly #watches = new Map<string, Set<() => void>>();
  readonly #rejects = new Set<(error: CortexError) => void>();

  constructor(producer: Producer) {
    this.#producer = producer;
    this.#settings = producer.settings;
  }

  /** Attempts that somebody waits for. */
  get watched(): number {
    return this.#rejects.size;
  }

  /** Until its end, or its stop. */
  watch(name: JobName, id: string, { from = 0, mayCome = false, signal }: WatchOptions = {}): Watch {
    this.#listen(name);
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    promise.catch(() => undefined);
    let [timer, wait, stopped]: [NodeJS.Timeout | undefined, number, boolean] = [undefined, FIRST_ASK_MS, false];
    const ask = async (): Promise<void> => {
      const ended = await this.#ask(name, id, { from, mayCome }).catch(() => "running" as const);
      if (stopped) return;
      if (ended !== "running") {
        stop();
        resolve(ended);
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), wait);
      wait = Math.min(wait * 2, LONGEST_ASK_MS);
    };
    const told = (): void => void ask();
    const stop = (): void => {
      stopped = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      this.#rejects.delete(reject);
      const all = this.#watches.get(id);
      all?.delete(told);
      if (all?.size === 0) this.#watches.delete(id);
    };
    this.#rejects.add(reject);
    this.#watches.set(id, (this.#watches.get(id) ?? new Set()).add(told));
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    else told();
    return { ended: promise, stop };
  }

  /** Who still waits is told that nobody will answer. */
  async close(): Promise<void> {
    for (const reject of this.#rejects) reject(new CortexError("queue_unavailable", { detail: "The queue was closed." }));
    for (const { events, client } of this.#listeners.values()) {
      client.disconnect();
      await events.close().catch(() => undefined);
    }
  }

  async #ask(name: JobName, id: string, { from, mayCome }: { from: number; mayCome: boolean }): Promise<Outcome | "running"> {
    const job = (await this.#producer.on(name, (queue) => queue.getJob(id))) as QueuedJob | undefined;
    if (job === undefined) return mayCome ? "running" : null;
    if (job.finishedOn === undefined && job.attemptsMade <= from) return "running";
    // What succeeded in the end still has the reason of the failure before.
    return job.returnvalue ?? { outcome: "failed", code: failureCode(job.failedReason) };
  }

  #listen(name: JobName): void {
    if (this.#listeners.has(name)) return;
    const client = workerClient(this.#settings, `events ${name}`);
    const events = new QueueEvents(name, { connection: client, prefix: this.#settings.prefix });
    events.on("error", (error) => this.#settings.onError(error, `events ${name}`));
    const tell = ({ jobId }: { jobId: string }): void => this.#watches.get(jobId)?.forEach((told) => told());
    events.on("completed", tell).on("failed", tell).on("delayed", tell).on("waiting", tell).on("removed", tell);
    this.#listeners.set(name, { events, client });
  }
}
