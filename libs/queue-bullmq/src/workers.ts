import { CortexError } from "@memory-cortex/models";
import { JOBS, parsePayload, retryDelay } from "@memory-cortex/queue";
import type { JobContext, JobHandler, JobHandlers, JobName, JobResult } from "@memory-cortex/queue";
import { UnrecoverableError, WaitingError, Worker } from "bullmq";
import type { Redis } from "ioredis";

import { AttemptFailed } from "./attempt-failed.ts";
import type { DeadLetters } from "./dead-letters.ts";
import { TICK } from "./job-data.ts";
import type { JobData, QueuedJob } from "./job-data.ts";
import type { QueueSettings } from "./options.ts";
import { workerClient } from "./redis-clients.ts";
import { within } from "./time-limit.ts";

type NamedWorker = Worker<JobData, JobResult>;

/** Aborted handlers get this long to end, milliseconds. */
const ABORT_MS = 1_000;
/** Redis itself is given this long to take the last word, milliseconds. */
const GOODBYE_MS = 1_000;
/** After an error of Redis a worker looks again after this time, milliseconds. */
const LOOK_AGAIN_MS = 1_000;
/** A job whose process vanished so often most likely makes it vanish. */
const MOST_STALLS = 5;

export interface WorkersParts {
  settings: QueueSettings;
  deadLetters: DeadLetters;
  /** A scheduler's turn has come. */
  tick(name: JobName, payload: unknown): Promise<void>;
}

/** Runs the jobs of some names in this process. */
export class Workers {
  readonly #parts: WorkersParts;
  readonly #handlers: Partial<JobHandlers>;
  readonly #client: Redis;
  readonly #workers: NamedWorker[];
  readonly #running = new Set<Promise<unknown>>();
  #closing = false;

  constructor(parts: WorkersParts, handlers: Partial<JobHandlers>) {
    this.#parts = parts;
    this.#handlers = handlers;
    this.#client = workerClient(parts.settings, "worker");
    // The more urgent first: what waits at the start is taken in this order.
    const names = (Object.keys(handlers) as JobName[]).sort((a, b) => JOBS[a].priority - JOBS[b].priority);
    this.#workers = names.map((name) => this.#work(name));
  }

  /** Takes nothing more, waits for what runs up to the limit, aborts what is left: it goes back to the queue for another process. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    const closed = Promise.all(this.#workers.map((worker) => worker.close().catch(() => undefined))).then(() => true);
    if (!(await within(this.#quiet(), graceMs, () => false))) {
      for (const worker of this.#workers) worker.cancelAllJobs("closing");
      await within(this.#quiet(), ABORT_MS, () => false);
    }
    const isOver = await within(closed, this.#client.status === "ready" ? GOODBYE_MS : 0, () => false);
    if (!isOver) await Promise.all(this.#workers.map((worker) => within(worker.disconnect(), GOODBYE_MS, () => undefined).catch(() => undefined)));
    this.#client.disconnect();
  }

  async #quiet(): Promise<boolean> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    return true;
  }

  #work(name: JobName): NamedWorker {
    const { settings } = this.#parts;
    const limit = settings.rateLimits[name];
    const worker: NamedWorker = new Worker<JobData, JobResult>(
      name,
      (job, token, signal) => {
        const run = this.#run(name, { job, token, signal: signal! });
        this.#running.add(run);
        return run.finally(() => this.#running.delete(run));
      },
      {
        connection: this.#client, prefix: settings.prefix, concurrency: settings.concurrency[name],
        lockDuration: settings.lockMs, stalledInterval: settings.lockMs / 2, maxStalledCount: MOST_STALLS, runRetryDelay: LOOK_AGAIN_MS,
        ...(limit === undefined ? {} : { limiter: { max: limit.max, duration: limit.perMs } }),
        settings: { backoffStrategy: (failures) => retryDelay({ backoffMs: JOBS[name].backoffMs, failures, random: settings.random }) },
      },
    );
    worker.on("error", (error) => settings.onError(error, `worker ${name}`));
    // Another process may run it by now: ending this run keeps two of one key apart.
    worker.on("lockRenewalFailed", (ids) => ids.forEach((id) => worker.cancelJob(id, "taken over")));
    // Jobs that BullMQ gives up by itself never reach a handler.
    worker.on("failed", (job, error) => void (job !== undefined && !(error instanceof AttemptFailed) && this.#keepDead(name, job)));
    return worker;
  }

  async #run(name: JobName, { job, token, signal }: { job: QueuedJob; token: string | undefined; signal: AbortSignal }): Promise<JobResult> {
    if (job.name === TICK) {
      await this.#parts.tick(name, job.data.payload);
      return { outcome: "success" };
    }
    const parsed = read(name, job);
    const { cause } = job.data;
    const context: JobContext = { signal, attempt: job.attemptsMade + 1, ...(job.id === undefined ? {} : { jobId: job.id }), ...(cause === undefined ? {} : { cause }) };
    const result = await this.#attempt(name, parsed.payload, context);
    if (result.outcome === "failed") {
      if (this.#closing && signal.aborted) await handBack(job, token);
      if (job.attemptsMade + 1 >= JOBS[name].attempts) await this.#keepDead(name, job);
      throw new AttemptFailed(result.code);
    }
    await this.#parts.deadLetters.forget(name, parsed.key).catch((error: unknown) => this.#parts.settings.onError(error, `worker ${name}`));
    return result;
  }

  async #attempt(name: JobName, payload: unknown, context: JobContext): Promise<JobResult> {
    try {
      const handler = this.#handlers[name] as JobHandler<JobName>;
      return await handler(payload as never, context);
    } catch (error) {
      return { outcome: "failed", code: CortexError.isInstance(error) ? error.code : "internal" };
    }
  }

  async #keepDead(name: JobName, job: QueuedJob): Promise<void> {
    const { key } = keyOf(name, job);
    if (key === null || job.id === undefined) return;
    await this.#parts.deadLetters.keep(name, key, job.id).catch((error: unknown) => this.#parts.settings.onError(error, `worker ${name}`));
  }
}

/** What no attempt can read is a dead letter at once. */
function read(name: JobName, job: QueuedJob): ReturnType<typeof parsePayload> {
  try {
    return parsePayload(name, job.data.payload);
  } catch {
    throw new UnrecoverableError("payload_invalid");
  }
}

function keyOf(name: JobName, job: QueuedJob): { key: string | null } {
  try {
    return parsePayload(name, job.data.payload);
  } catch {
    return { key: null };
  }
}

/** Back to the front of the queue; the attempt does not count. */
async function handBack(job: QueuedJob, token: string | undefined): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}
