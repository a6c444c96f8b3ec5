import { CortexError } from "@memory-cortex/models";
import type { JobHandler, JobName, JobResult } from "@memory-cortex/queue";
import type { Logger, Metrics } from "@memory-cortex/telemetry";

export interface JobObserver {
  metrics: Metrics;
  log: Logger;
  /** Milliseconds of a clock that never goes back. */
  monotonic: () => number;
}

/** A thrown error as the failure that it is: the queue retries failures, and a handler that throws is one. */
function failure(error: unknown): JobResult {
  return { outcome: "failed", code: CortexError.isInstance(error) ? error.code : "internal" };
}

/** Counts, times and logs the runs of a handler, and turns what it throws into a failed result. */
export function observeHandler<Name extends JobName>(name: Name, handler: JobHandler<Name>, { metrics, log, monotonic }: JobObserver): JobHandler<Name> {
  return async (payload, context) => {
    const start = monotonic();
    const result = await handler(payload, context).catch((error: unknown) => {
      log.error({ err: error, job: name, attempt: context.attempt }, "job failed");
      return failure(error);
    });
    const milliseconds = monotonic() - start;
    metrics.jobs.inc({ job: name, outcome: result.outcome });
    metrics.jobSeconds.observe({ job: name }, milliseconds / 1_000);
    log.debug({ job: name, ...result, milliseconds: Math.round(milliseconds) }, "job");
    return result;
  };
}
