import type { JobName } from "@memory-cortex/queue";

import type { NamedQueue, Producer } from "./producer.ts";

/**
 * Jobs that failed in every attempt stay in BullMQ's failed set until one of their key succeeds; which job that is for a key stands in a
 * hash beside it, so that a success does not search the set.
 */
export class DeadLetters {
  readonly #producer: Producer;

  constructor(producer: Producer) {
    this.#producer = producer;
  }

  /** The latest of a key stands for those before. */
  async keep(name: JobName, key: string, id: string): Promise<void> {
    await this.#producer.on(name, async (queue) => {
      const before = await this.#producer.client.hget(hashOf(queue), key);
      await this.#producer.client.hset(hashOf(queue), key, id);
      if (before !== null && before !== id) await removeJob(queue, before);
    });
  }

  /** The key succeeded, or its dead letter is dropped. */
  async forget(name: JobName, key: string): Promise<void> {
    await this.#producer.on(name, async (queue) => {
      const id = await this.#producer.client.hget(hashOf(queue), key);
      if (id === null) return;
      await removeJob(queue, id);
      await this.#producer.client.hdel(hashOf(queue), key);
    });
  }
}

const hashOf = (queue: NamedQueue): string => queue.toKey("dead-by-key");

async function removeJob(queue: NamedQueue, id: string): Promise<void> {
  const job = await queue.getJob(id);
  await job?.remove();
}
