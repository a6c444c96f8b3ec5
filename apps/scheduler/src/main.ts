import { runProcess } from "@memory-cortex/assembly";
import { createBullmqQueue } from "@memory-cortex/queue-bullmq";
import { openBoltStore } from "@memory-cortex/store-bolt";

import { runScheduler } from "./run-scheduler.ts";

await runProcess({ name: "scheduler", port: 8_304, drivers: { openStore: openBoltStore, openQueue: createBullmqQueue }, vital: ["queue"], start: runScheduler });
