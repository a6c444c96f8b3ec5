import type { Queue } from "@memory-cortex/queue";
import type { Metrics } from "@memory-cortex/telemetry";

/** Figures of the queue at each scrape: jobs of each name by state, and how long the oldest one has waited. */
export function showQueue(metrics: Metrics, queue: Pick<Queue, "depth">): void {
  metrics.observeQueue(async () => Object.fromEntries(Object.entries(await queue.depth()).map(([job, depth]) => [job, { ...depth }])));
}
