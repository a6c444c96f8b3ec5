import { Redis } from "ioredis";

import type { QueueSettings } from "./options.ts";

const CONNECT_LIMIT_MS = 2_000;
/** A server that comes back is found within this time, milliseconds. */
const LONGEST_RETRY_MS = 1_000;

/** Tries for ever, soon at first. */
const retryStrategy = (tries: number): number => Math.min(50 * 2 ** Math.min(tries, 10), LONGEST_RETRY_MS);

/**
 * For those who must not wait: a command is refused at once while Redis is away (nothing is queued for later), and a reply that does not
 * come is given up.
 */
export function producerClient(settings: QueueSettings): Redis {
  const client = new Redis(settings.url, {
    connectTimeout: CONNECT_LIMIT_MS, retryStrategy,
    enableOfflineQueue: false, autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0, commandTimeout: settings.enqueueTimeoutMs,
  });
  return watched(client, { settings, where: "producer" });
}

/** For workers, which have nothing else to do than wait: commands outlast an outage. BullMQ makes the blocking connections from it. */
export function workerClient(settings: QueueSettings, where: string): Redis {
  const client = new Redis(settings.url, { connectTimeout: CONNECT_LIMIT_MS, retryStrategy, maxRetriesPerRequest: null });
  return watched(client, { settings, where });
}

/** An outage is told once, not once a try. */
function watched(client: Redis, { settings, where }: { settings: QueueSettings; where: string }): Redis {
  let told = false;
  client.on("error", (error) => {
    if (!told) settings.onError(error, where);
    told = true;
  });
  client.on("ready", () => (told = false));
  return client;
}
