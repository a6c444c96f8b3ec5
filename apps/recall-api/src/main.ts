import { runProcess } from "@memory-cortex/assembly";
import { createBullmqQueue } from "@memory-cortex/queue-bullmq";
import { openBoltStore } from "@memory-cortex/store-bolt";

import { startRecallApi } from "./start-recall-api.ts";

await runProcess({ name: "recall-api", port: 8_301, drivers: { openStore: openBoltStore, openQueue: createBullmqQueue }, vital: ["models"], start: startRecallApi });
