import { createHash } from "node:crypto";

import { CortexError } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import { JOBS, JOB_NAMES, parsePayload, retryDelay } from "@memory-cortex/queue";
import type { EnqueueOptions, JobHandlers, JobName, JobResult, Queue, QueueDepth } from "@memory-cortex/queue";

import { runJob } from "./run-job.ts";
import { mergeJob } from "./waiting-job.ts";
import type { Waiter, WaitingJob } from "./waiting-job.ts";
import { WaitingJobs } from "./waiting-jobs.ts";

/** The timers of the platform, or a test's. */
export interface Timers {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

export interface LocalQueueOptions {
  clock: Clock;
  timers?: Timers;
  /** [0, 1), for the jitter of retries. */
  random?: () => number;
  /** Jobs of a name that run at the same time. */
  concurrency?: Partial<Record<JobName, number>>;
  /** Jobs that run at the same time; priorities decide who waits. */
  totalConcurrency?: number;
}

const CONCURRENCY: Record<JobName, number> = { capture: 2, embed: 1, synthesize: 1, improve: 1, expire: 1, reconcile: 1 };
const TOTAL_CONCURRENCY = 3;
const GRACE_MS = 10_000;
/** Aborted handlers get this long to end. */
const ABORT_MS = 1_000;
/** Longer delays overflow the platform's timers. */
const LONGEST_TIMER_MS = 2_147_483_647;

interface ActiveJob {
  job: WaitingJob;
  controller: AbortController;
  done: Promise<void>;
}

const platformTimers: Timers = {
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

/** The queue port inside one process. Jobs are lost with the process, which the port allows: open work is found again in the store. */
export function createLocalQueue(options: LocalQueueOptions): Queue {
  return new LocalQueue(options);
}

class LocalQueue implements Queue {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #random: () => number;
  readonly #concurrency: Record<JobName, number>;
  readonly #totalConcurrency: number;
  readonly #waiting = new WaitingJobs();
  readonly #active = new Map<string, ActiveJob>();
  /** Jobs that failed in every attempt, until one of their key succeeds. */
  readonly #dead = new Map<string, JobName>();
  readonly #idle = new Set<() => void>();
  #handlers: JobHandlers | null = null;
  #closed = false;
  #timer: unknown = null;
  /** When the timer wakes; Infinity without one. */
  #timerAt = Infinity;

  constructor({ clock, timers = platformTimers, random = Math.random, concurrency = {}, totalConcurrency = TOTAL_CONCURRENCY }: LocalQueueOptions) {
    this.#clock = clock;
    this.#timers = timers;
    this.#random = random;
    this.#concurrency = { ...CONCURRENCY, ...concurrency };
    this.#totalConcurrency = totalConcurrency;
  }

  enqueue: Queue["enqueue"] = async (name, payload, options = {}) => {
    this.#add(name, payload, { options });
    this.#dispatch();
  };

  runNow: Queue["runNow"] = (name, payload, { signal, cause } = {}) =>
    new Promise<JobResult>((resolve, reject) => {
      if (signal?.aborted) throw new CortexError("aborted");
      const abandon = (): void => reject(new CortexError("aborted", { detail: "The caller stopped waiting; the job runs on." }));
      signal?.addEventListener("abort", abandon, { once: true });
      const settle = <Value>(then: (value: Value) => void) => (value: Value): void => {
        signal?.removeEventListener("abort", abandon);
        then(value);
      };
      this.#add(name, payload, { options: cause === undefined ? {} : { cause }, waiters: [{ resolve: settle(resolve), reject: settle(reject) }] });
      this.#dispatch();
    });

  async start(handlers: Partial<JobHandlers>): Promise<void> {
    const missing = JOB_NAMES.filter((name) => typeof handlers[name] !== "function");
    const unknown = Object.keys(handlers).filter((name) => !(JOB_NAMES as string[]).includes(name));
    if (missing.length > 0 || unknown.length > 0) throw new CortexError("handler_missing", { detail: `Without a handler: ${missing.join(", ") || "none"}; without a contract: ${unknown.join(", ") || "none"}.` });
    if (this.#handlers) throw new CortexError("handler_missing", { detail: "The queue was started before; every job has exactly one handler." });
    this.#handlers = handlers as JobHandlers;
    this.#dispatch();
  }

  async depth(): Promise<Record<JobName, QueueDepth>> {
    const depth = Object.fromEntries(JOB_NAMES.map((name) => [name, { waiting: 0, delayed: 0, active: 0, failed: 0, oldestDueMs: 0 }])) as Record<JobName, QueueDepth>;
    const now = this.#clock.now();
    for (const { name, dueAt } of this.#waiting.values()) {
      depth[name][dueAt <= now ? "waiting" : "delayed"] += 1;
      depth[name].oldestDueMs = Math.max(depth[name].oldestDueMs, now - dueAt);
    }
    for (const { job } of this.#active.values()) depth[job.name].active += 1;
    for (const name of this.#dead.values()) depth[name].failed += 1;
    return depth;
  }

  idle({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw new CortexError("aborted");
      const abandon = (): void => {
        this.#idle.delete(done);
        reject(new CortexError("aborted"));
      };
      const done = (): void => {
        signal?.removeEventListener("abort", abandon);
        resolve();
      };
      signal?.addEventListener("abort", abandon, { once: true });
      this.#idle.add(done);
      this.#settleIdle();
    });
  }

  async close({ graceMs = GRACE_MS }: { graceMs?: number } = {}): Promise<void> {
    this.#closed = true;
    this.#timers.clearTimeout(this.#timer);
    for (const job of this.#waiting.values()) for (const waiter of job.waiters.splice(0)) waiter.reject(new CortexError("queue_unavailable"));
    this.#waiting.clear();
    const active = [...this.#active.values()];
    const ended = Promise.all(active.map(({ done }) => done));
    if (await this.#within(ended, graceMs)) return;
    for (const { controller } of active) controller.abort(new CortexError("aborted"));
    await this.#within(ended, ABORT_MS);
  }

  /** A job that somebody waits for is due at once. */
  #add(name: JobName, payload: unknown, { options = {}, waiters = [] }: { options?: EnqueueOptions; waiters?: readonly Waiter[] }): void {
    if (this.#closed) throw new CortexError("queue_unavailable", { detail: "The queue is closed." });
    const parsed = parsePayload(name, payload);
    const id = jobId(name, parsed.key);
    const now = this.#clock.now();
    const job = mergeJob(this.#waiting.get(id), { name, key: parsed.key, payload: JSON.stringify(parsed.payload), now, options });
    job.waiters.push(...waiters);
    if (waiters.length > 0) job.dueAt = Math.min(job.dueAt, now);
    this.#waiting.put(id, job, now);
  }

  /** Starts what is due and has room, and sets the timer for what is due next. */
  #dispatch(): void {
    if (this.#closed || !this.#handlers) return;
    const now = this.#clock.now();
    for (let id = this.#next(now); id !== null; id = this.#next(now)) this.#run(id, this.#waiting.take(id)!);
    this.#setTimer(now);
    this.#settleIdle();
  }

  #next(now: number): string | null {
    if (this.#active.size >= this.#totalConcurrency) return null;
    return this.#waiting.first(now, { name: (name) => this.#hasRoom(name), job: (id) => !this.#active.has(id) });
  }

  #hasRoom(name: JobName): boolean {
    let running = 0;
    for (const { job } of this.#active.values()) if (job.name === name) running += 1;
    return running < this.#concurrency[name];
  }

  #run(id: string, job: WaitingJob): void {
    const controller = new AbortController();
    const waiters = job.waiters.splice(0);
    const running = runJob(this.#handlers!, job, { signal: controller.signal, jobId: shownId(id) });
    const done = running.then((result) => {
      this.#active.delete(id);
      this.#finish(id, job, result);
      for (const waiter of waiters) waiter.resolve(result);
      this.#dispatch();
    });
    this.#active.set(id, { job, controller, done });
  }

  /** A failed job waits for its next attempt, together with what was enqueued during the run. */
  #finish(id: string, job: WaitingJob, result: JobResult): void {
    if (result.outcome !== "failed") {
      this.#dead.delete(id);
      return;
    }
    const { attempts, backoffMs } = JOBS[job.name];
    const failures = job.failures + 1;
    if (failures >= attempts) {
      this.#dead.set(id, job.name);
      return;
    }
    if (this.#closed) return;
    const now = this.#clock.now();
    const dueAt = now + retryDelay({ backoffMs, failures, random: this.#random });
    const during = this.#waiting.get(id);
    const isAwaited = during !== undefined && during.waiters.length > 0;
    this.#waiting.put(id, { ...(during ?? job), failures, dueAt: isAwaited ? now : dueAt }, now);
  }

  /** One timer for the next job: not moved when jobs are put off further, which is what most turns do. */
  #setTimer(now: number): void {
    const next = this.#waiting.nextDue(now);
    if (next === this.#timerAt) return;
    this.#timers.clearTimeout(this.#timer);
    this.#timerAt = next;
    const wake = (): void => {
      this.#timerAt = Infinity;
      this.#dispatch();
    };
    this.#timer = next === Infinity ? null : this.#timers.setTimeout(wake, Math.min(next - now, LONGEST_TIMER_MS));
  }

  #settleIdle(): void {
    if (this.#idle.size === 0 || this.#active.size > 0) return;
    if (!this.#closed && this.#waiting.anyDue(this.#clock.now())) return;
    for (const done of this.#idle) done();
    this.#idle.clear();
  }

  #within(task: Promise<unknown>, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = this.#timers.setTimeout(() => resolve(false), ms);
      void task.then(() => {
        this.#timers.clearTimeout(timer);
        resolve(true);
      });
    });
  }
}

/** For log lines, which name no user: as long as it has to be to tell jobs apart. */
const shownId = (id: string): string => createHash("sha256").update(id).digest("hex").slice(0, 16);

const jobId = (name: JobName, key: string): string => `${name}:${key}`;
