import { CortexError } from "@memory-cortex/models";
import { JOB_NAMES } from "@memory-cortex/queue";
import type { JobName, JobResult } from "@memory-cortex/queue";
import { Queue as BullQueue } from "bullmq";
import type { Redis } from "ioredis";

import type { JobData } from "./job-data.ts";
import type { QueueSettings } from "./options.ts";
import { producerClient } from "./redis-clients.ts";
import { within } from "./time-limit.ts";

export type NamedQueue = BullQueue<JobData, JobResult>;

/** The side that enqueues, counts and looks after jobs. Every call ends within the limit: done, or `queue_unavailable`. */
export class Producer {
  readonly settings: QueueSettings;
  readonly client: Redis;
  #connecting: Promise<boolean> | null = null;
  readonly #queues = new Map<JobName, Promise<NamedQueue>>();

  constructor(settings: QueueSettings) {
    this.settings = settings;
    this.client = producerClient(settings);
  }

  get isConnected(): boolean {
    return this.client.status === "ready";
  }

  /** Runs `work` on the queue of a name. `limitMs`: for what may take longer than an enqueue. */
  async on<Value>(name: JobName, work: (queue: NamedQueue) => Promise<Value>, limitMs = this.settings.enqueueTimeoutMs): Promise<Value> {
    return this.limited(async () => work(await this.#queue(name)), limitMs);
  }

  /** The same for all names, at the same time. */
  async onAll<Value>(work: (queue: NamedQueue, name: JobName) => Promise<Value>): Promise<Record<JobName, Value>> {
    const entries = await Promise.all(JOB_NAMES.map(async (name) => [name, await this.on(name, (queue) => work(queue, name))] as const));
    return Object.fromEntries(entries) as Record<JobName, Value>;
  }

  async limited<Value>(work: () => Promise<Value>, limitMs = this.settings.enqueueTimeoutMs): Promise<Value> {
    if (!this.isConnected) await this.#connected(limitMs);
    try {
      return await within(work(), limitMs, () => {
        throw unavailable("Redis did not answer in time.");
      });
    } catch (error) {
      if (CortexError.isInstance(error)) throw error;
      throw unavailable("Redis answered with an error.", error);
    }
  }

  async close(): Promise<void> {
    const queues = await Promise.allSettled(this.#queues.values());
    for (const queue of queues) if (queue.status === "fulfilled") await queue.value.close().catch(() => undefined);
    this.client.disconnect();
  }

  /** A connection that is only being made is waited for, within the limit; one that is lost is not. */
  async #connected(limitMs: number): Promise<void> {
    if (this.client.status !== "connecting" && this.client.status !== "connect") throw unavailable("Redis cannot be reached.");
    this.#connecting ??= this.#settled().finally(() => (this.#connecting = null));
    const isReady = await within(this.#connecting, limitMs, () => false);
    if (!isReady) throw unavailable("Redis cannot be reached.");
  }

  /** Whether the attempt to connect that is under way succeeded. */
  #settled(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isReady: boolean) => (): void => {
        this.client.off("ready", ready).off("close", lost);
        resolve(isReady);
      };
      const [ready, lost] = [settle(true), settle(false)];
      this.client.on("ready", ready).on("close", lost);
    });
  }

  /** Made once there is a connection: one that failed to start would be broken for good. */
  #queue(name: JobName): Promise<NamedQueue> {
    const known = this.#queues.get(name);
    if (known !== undefined) return known;
    const made = this.#makeQueue(name);
    this.#queues.set(name, made);
    made.catch(() => this.#queues.delete(name));
    return made;
  }

  async #makeQueue(name: JobName): Promise<NamedQueue> {
    const queue = new BullQueue<JobData, JobResult>(name, { connection: this.client, prefix: this.settings.prefix });
    queue.on("error", (error) => this.settings.onError(error, `queue ${name}`));
    await queue.waitUntilReady();
    return queue;
  }
}

const unavailable = (detail: string, cause?: unknown): CortexError => new CortexError("queue_unavailable", { detail, cause });
