import { runProcess } from "@memory-cortex/assembly";
import { createBullmqQueue } from "@memory-cortex/queue-bullmq";
import { openBoltStore } from "@memory-cortex/store-bolt";

import { startIngest } from "./start-ingest.ts";

await runProcess({ name: "ingest", port: 8_302, drivers: { openStore: openBoltStore, openQueue: createBullmqQueue }, start: startIngest });
