import { systemClock } from "@memory-cortex/models";
import { findRedisServer, startRedis } from "@memory-cortex/testing/servers";
import type { RedisServer } from "@memory-cortex/testing/servers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { until } from "../test/queues-on-redis.ts";
import { settingsOf } from "./options.ts";
import { Outcomes } from "./outcomes.ts";
import { Producer } from "./producer.ts";
import { runAwaited } from "./run-now.ts";

describe.skipIf(findRedisServer() === null)("waiting for a job that nobody takes, on a real Redis", () => {
  let server: RedisServer;
  let producer: Producer;
  let outcomes: Outcomes;
  beforeEach(async () => {
    server = await startRedis();
    producer = new Producer(settingsOf({ url: server.url, clock: systemClock, enqueueTimeoutMs: 5_000 }));
    outcomes = new Outcomes(producer);
  });
  afterEach(async () => {
    await outcomes.close();
    await producer.close();
    await server.stop();
  });

  it("asks no more once the caller has gone", async () => {
    const gone = new AbortController();
    const wish = { name: "embed", key: "ada", payload: { user_id: "ada" }, cause: undefined, signal: gone.signal, now: () => Date.now() } as const;
    void runAwaited(producer, outcomes, wish);
    await until(() => outcomes.watched === 1);
    void runAwaited(producer, outcomes, wish);
    await until(() => outcomes.watched === 2);
    gone.abort();
    expect(outcomes.watched).toBe(0);
  });
});
