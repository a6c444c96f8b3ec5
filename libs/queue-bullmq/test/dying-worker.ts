/** A process that takes a job, says so, and never ends it. Parameters: address of Redis, prefix of the keys, lock in milliseconds. */
import { systemClock } from "@memory-cortex/models";

import { createBullmqQueue } from "../src/index.ts";
import { handlersOf } from "./queues-on-redis.ts";

const [url, prefix, lockMs] = process.argv.slice(2) as [string, string, string];
const queue = createBullmqQueue({ url, clock: systemClock, prefix, lockMs: Number(lockMs) });
await queue.start(handlersOf(() => {
  console.log("taken");
  return new Promise(() => undefined);
}));
