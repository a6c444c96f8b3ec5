import { parsePayload } from "@memory-cortex/queue";
import type { JobName, JobPayload } from "@memory-cortex/queue";

import { TICK } from "./job-data.ts";
import type { Producer } from "./producer.ts";

export interface Schedule {
  /** This process no longer keeps it alive; others may. What stands in Redis stays until {@link Schedules.remove}. */
  stop(): void;
}

/** A schedule that Redis forgot (FLUSHALL, a lost disk) is written anew within this time at the latest, milliseconds. */
const WRITE_AGAIN_MS = 30_000;

/**
 * Recurring work by BullMQ's job schedulers: they stand in Redis, so one tick comes a turn however many processes ask for it, and workers
 * enqueue the job proper, which is one of its key like all others.
 */
export class Schedules {
  readonly #producer: Producer;
  readonly #writers = new Set<() => void>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(producer: Producer) {
    this.#producer = producer;
    producer.client.on("ready", () => this.#writers.forEach((write) => write()));
  }

  every<Name extends JobName>(name: Name, payload: JobPayload<Name>, everyMs: number): Schedule {
    const { payload: parsed, key } = parsePayload(name, payload);
    const write = (): void => {
      if (!this.#producer.isConnected) return;
      this.#write(name, { key, payload: parsed, everyMs }).catch((error: unknown) => this.#producer.settings.onError(error, `schedule ${name}`));
    };
    const timer = setInterval(write, Math.min(everyMs, WRITE_AGAIN_MS));
    this.#writers.add(write);
    this.#timers.add(timer);
    write();
    return {
      stop: () => {
        clearInterval(timer);
        this.#timers.delete(timer);
        this.#writers.delete(write);
      },
    };
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers.clear();
    this.#writers.clear();
  }

  /** The same again changes nothing: the next tick stays where it is. */
  async #write(name: JobName, { key, payload, everyMs }: { key: string; payload: unknown; everyMs: number }): Promise<void> {
    const job = { name: TICK, data: { payload, since: this.#producer.settings.clock.now() }, opts: { attempts: 1, removeOnComplete: true, removeOnFail: true } };
    await this.#producer.on(name, (queue) => queue.upsertJobScheduler(`${name}-${encodeURIComponent(key)}`, { every: everyMs }, job));
  }
}
