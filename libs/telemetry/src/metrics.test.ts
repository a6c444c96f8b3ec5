import { describe, expect, it } from "vitest";

import { createMetrics } from "./metrics.ts";

describe("createMetrics", () => {
  it("counts into a registry of its own", async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.recallDegraded.inc({ part: "static", reason: "deadline" });
    expect(await one.registry.metrics()).toContain('cortex_recall_degraded_total{part="static",reason="deadline"} 1');
    expect(await other.registry.metrics()).not.toContain("deadline");
  });

  it("asks the queue at each scrape, and survives its failure", async () => {
    const metrics = createMetrics();
    let waiting = 3;
    metrics.observeQueue(async () => ({ capture: { waiting } }));
    expect(await metrics.registry.metrics()).toContain('cortex_queue_jobs{job="capture",state="waiting"} 3');
    waiting = 0;
    expect(await metrics.registry.metrics()).toContain('cortex_queue_jobs{job="capture",state="waiting"} 0');
    metrics.observeQueue(() => Promise.reject(new Error("gone")));
    expect(await metrics.registry.metrics()).not.toContain("cortex_queue_jobs{");
  });
});
