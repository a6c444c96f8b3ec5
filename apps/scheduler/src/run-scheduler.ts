import type { ServerProcess, Serving } from "@memory-cortex/assembly";
import { probeRoutes } from "@memory-cortex/http";

import { lead } from "./lead.ts";
import { recurringJobs } from "./recurring-jobs.ts";

/** Wakes what nobody else wakes, and answers nothing but probes. It needs neither store nor models. */
export function runScheduler({ base, open, shared, health }: ServerProcess): Serving {
  const { config, ids, log, metrics } = base;
  async function run(): Promise<void> {
    const leading = lead({ queue: shared, holder: ids.next(), jobs: recurringJobs(config), log });
    open.add("leader", () => leading.stop());
    health.register("leader", { probe: async () => leading.state() });
  }
  return { routes: probeRoutes({ readiness: () => health.check(), metrics: () => metrics.registry.metrics() }), beside: run };
}
