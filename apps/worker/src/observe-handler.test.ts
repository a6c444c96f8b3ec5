import { CortexError } from "@memory-cortex/models";
import type { JobResult } from "@memory-cortex/queue";
import { createLogger, createMetrics } from "@memory-cortex/telemetry";
import { describe, expect, it } from "vitest";

import { observeHandler } from "./observe-handler.ts";

const context = { signal: new AbortController().signal, attempt: 1 };

async function run(handler: () => Promise<JobResult>): Promise<{ result: JobResult; metrics: string }> {
  const metrics = createMetrics();
  let time = 0;
  const observed = observeHandler("embed", handler, { metrics, log: createLogger({ level: "silent" }), monotonic: () => (time += 250) });
  return { result: await observed({ user_id: "ann" }, context), metrics: await metrics.registry.metrics() };
}

describe("observeHandler", () => {
  it("counts and times what a handler says", async () => {
    const { result, metrics } = await run(async () => ({ outcome: "skipped", reason: "nothing_open" }));
    expect(result).toEqual({ outcome: "skipped", reason: "nothing_open" });
    expect(metrics).toContain('cortex_jobs_total{job="embed",outcome="skipped"} 1');
    expect(metrics).toContain('cortex_job_seconds_sum{job="embed"} 0.25');
  });

  it.each([
    [new CortexError("store_unavailable"), "store_unavailable"],
    [new TypeError("oops"), "internal"],
  ])("makes a failure of what a handler throws", async (error, code) => {
    const { result, metrics } = await run(() => Promise.reject(error));
    expect(result).toEqual({ outcome: "failed", code });
    expect(metrics).toContain('cortex_jobs_total{job="embed",outcome="failed"} 1');
  });

  it("writes log lines with the ids of the job and of the request that caused it", async () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLogger({ level: "debug", destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) } });
    const handler = observeHandler("embed", async () => ({ outcome: "success" }), { metrics: createMetrics(), log, monotonic: () => 0 });
    await handler({ user_id: "ann" }, { ...context, jobId: "j-1", cause: JSON.stringify({ requestId: "r-1" }) });
    await handler({ user_id: "ann" }, context);
    expect(lines).toMatchObject([{ job: "embed", outcome: "success", jobId: "j-1", requestId: "r-1" }, { job: "embed" }]);
    expect(lines[1]).not.toHaveProperty("jobId");
  });
});
