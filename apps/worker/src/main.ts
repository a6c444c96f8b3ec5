import { runProcess } from "@memory-cortex/assembly";
import { createBullmqQueue, LLM_RATE_LIMITS } from "@memory-cortex/queue-bullmq";
import { openBoltStore } from "@memory-cortex/store-bolt";

import { jobsOf } from "./jobs-of.ts";
import { startWorker } from "./start-worker.ts";

await runProcess({
  name: "worker",
  port: 8_303,
  // Rules cost nothing, so only what a model does is slowed.
  drivers: { openStore: openBoltStore, openQueue: ({ asksModels, ...address }) => createBullmqQueue({ ...address, ...(asksModels ? { rateLimits: LLM_RATE_LIMITS } : {}) }) },
  jobs: jobsOf,
  vital: ["queue", "models"],
  start: startWorker,
});
