import { setTimeout as wait } from "node:timers/promises";

import { CortexError, untilAborted } from "@memory-cortex/models";
import { JOB_NAMES, parsePayload } from "@memory-cortex/queue";
import type { EnqueueOptions, JobHandlers, JobName, JobPayload, JobResult, Queue, QueueDepth } from "@memory-cortex/queue";

import { addJob } from "./add-job.ts";
import { DeadLetters } from "./dead-letters.ts";
import { depthOf } from "./depths.ts";
import { settingsOf } from "./options.ts";
import type { BullmqQueueOptions, QueueSettings } from "./options.ts";
import { TICK } from "./job-data.ts";
import type { JobData } from "./job-data.ts";
import { Leases } from "./leases.ts";
import { Outcomes } from "./outcomes.ts";
import { Producer } from "./producer.ts";
import { createQueueAdmin } from "./queue-admin.ts";
import type { QueueAdmin } from "./queue-admin.ts";
import { runAwaited } from "./run-now.ts";
import { Workers } from "./workers.ts";

const GRACE_MS = 10_000;
/** Idleness of other processes is only seen by asking, milliseconds. */
const ASK_IDLE_MS = 25;

/** The queue port over Redis, and what only a queue outside the process has. */
export interface BullmqQueue extends Queue {
  /** Throws `queue_unavailable` unless Redis answers in time. */
  ping(): Promise<void>;
  /**
   * Enqueues a job again and again, once a turn however many processes ask for it, by a scheduler that stands in Redis. The same again changes
   * nothing, so a caller repeats it to heal a Redis that lost it. A job so enqueued is one of its key like all others.
   */
  repeat<Name extends JobName>(name: Name, payload: JobPayload<Name>, options: { everyMs: number }): Promise<void>;
  /** Takes, or prolongs, something that one process at a time may hold; whether this holder has it for the next `ttlMs`. */
  lease(name: string, request: { holder: string; ttlMs: number }): Promise<boolean>;
  /** Gives it back; another holder's stays. */
  releaseLease(name: string, holder: string): Promise<void>;
  admin: QueueAdmin;
}

/**
 * The queue port on BullMQ, one BullMQ queue a name. Connects by itself, also when Redis comes later or comes back: calls are refused
 * meanwhile (`queue_unavailable`), workers go on when it is there.
 */
export function createBullmqQueue(options: BullmqQueueOptions): BullmqQueue {
  return new QueueOverRedis(settingsOf(options));
}

class QueueOverRedis implements BullmqQueue {
  readonly #settings: QueueSettings;
  readonly #producer: Producer;
  readonly #outcomes: Outcomes;
  readonly #deadLetters: DeadLetters;
  readonly #leases: Leases;
  readonly admin: QueueAdmin;
  #workers: Workers | null = null;
  #closed: Promise<void> | null = null;

  constructor(settings: QueueSettings) {
    this.#settings = settings;
    this.#producer = new Producer(settings);
    this.#outcomes = new Outcomes(this.#producer);
    this.#deadLetters = new DeadLetters(this.#producer);
    this.#leases = new Leases(this.#producer);
    this.admin = createQueueAdmin({ producer: this.#producer, deadLetters: this.#deadLetters, enqueue: (name, payload) => this.enqueue(name, payload) });
  }

  async enqueue<Name extends JobName>(name: Name, payload: JobPayload<Name>, options: EnqueueOptions = {}): Promise<void> {
    const { payload: parsed, key } = this.#accept(name, payload);
    const now = this.#settings.clock.now();
    await this.#producer.on(name, (queue) => addJob(queue, { name, key, payload: parsed, now, options, awaited: false }));
  }

  async runNow<Name extends JobName>(name: Name, payload: JobPayload<Name>, { signal, cause }: { signal?: AbortSignal; cause?: string } = {}): Promise<JobResult> {
    const { payload: parsed, key } = this.#accept(name, payload);
    if (signal?.aborted) throw new CortexError("aborted");
    return untilAborted(runAwaited(this.#producer, this.#outcomes, { name, key, payload: parsed, cause, signal, now: () => this.#settings.clock.now() }), signal);
  }

  async start(handlers: Partial<JobHandlers>): Promise<void> {
    const { only } = this.#settings;
    const missing = only.filter((name) => typeof handlers[name] !== "function");
    const unknown = Object.keys(handlers).filter((name) => !(only as readonly string[]).includes(name));
    if (missing.length > 0 || unknown.length > 0) throw new CortexError("handler_missing", { detail: `Without a handler: ${missing.join(", ") || "none"}; not worked on here: ${unknown.join(", ") || "none"}.` });
    if (this.#workers !== null) throw new CortexError("handler_missing", { detail: "The queue was started before; every job has exactly one handler." });
    if (this.#closed !== null) throw new CortexError("queue_unavailable", { detail: "The queue is closed." });
    const tick = (name: JobName, payload: unknown): Promise<void> => this.enqueue(name, payload as never);
    this.#workers = new Workers({ settings: this.#settings, deadLetters: this.#deadLetters, tick }, handlers);
  }

  depth(): Promise<Record<JobName, QueueDepth>> {
    const now = this.#settings.clock.now();
    return this.#producer.onAll((queue) => depthOf(queue, now));
  }

  async idle({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
    for (;;) {
      if (signal?.aborted) throw new CortexError("aborted");
      const depth = await this.depth();
      if (JOB_NAMES.every((name) => depth[name].waiting + depth[name].active === 0)) return;
      await wait(ASK_IDLE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async ping(): Promise<void> {
    await this.#producer.limited(() => this.#producer.client.ping());
  }

  async repeat<Name extends JobName>(name: Name, payload: JobPayload<Name>, { everyMs }: { everyMs: number }): Promise<void> {
    const { payload: parsed, key } = this.#accept(name, payload);
    const data: JobData = { payload: parsed, since: this.#settings.clock.now() };
    const tick = { name: TICK, data, opts: { attempts: 1, removeOnComplete: true, removeOnFail: true } };
    await this.#producer.on(name, (queue) => queue.upsertJobScheduler(`${name}-${encodeURIComponent(key)}`, { every: everyMs }, tick));
  }

  lease(name: string, { holder, ttlMs }: { holder: string; ttlMs: number }): Promise<boolean> {
    return this.#leases.take(name, { holder, ttlMs });
  }

  releaseLease(name: string, holder: string): Promise<void> {
    return this.#leases.release(name, holder);
  }

  close({ graceMs = GRACE_MS }: { graceMs?: number } = {}): Promise<void> {
    this.#closed ??= this.#close(graceMs);
    return this.#closed;
  }

  async #close(graceMs: number): Promise<void> {
    await this.#outcomes.close();
    await this.#workers?.close(graceMs);
    await this.#producer.close();
  }

  #accept<Name extends JobName>(name: Name, payload: JobPayload<Name>): { payload: JobPayload<Name>; key: string } {
    const parsed = parsePayload(name, payload);
    if (this.#closed !== null) throw new CortexError("queue_unavailable", { detail: "The queue is closed." });
    return parsed;
  }
}
