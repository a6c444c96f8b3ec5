import { CortexError } from "@memory-cortex/models";
import type { JobHandler, JobName, JobResult } from "@memory-cortex/queue";
import { correlated, readCause, silentTracing } from "@memory-cortex/telemetry";
import type { Logger, Metrics, RunningSpan, Tracing } from "@memory-cortex/telemetry";

export interface JobObserver {
  metrics: Metrics;
  log: Logger;
  tracing?: Tracing;
  /** Milliseconds of a clock that never goes back. */
  monotonic: () => number;
}

/** A thrown error as the failure that it is: the queue retries failures, and a handler that throws is one. */
function failure(error: unknown): JobResult {
  return { outcome: "failed", code: CortexError.isInstance(error) ? error.code : "internal" };
}

function describe(span: RunningSpan, result: JobResult): void {
  span.set({ outcome: result.outcome, ...(result.outcome === "skipped" ? { reason: result.reason } : {}) });
  if (result.outcome === "failed") span.fail(result.code);
}

/**
 * Counts, times and logs the runs of a handler, and turns what it throws into a failed result. Log lines carry the ids of the job and of the
 * request that caused it, whose trace the run belongs to.
 */
export function observeHandler<Name extends JobName>(name: Name, handler: JobHandler<Name>, observer: JobObserver): JobHandler<Name> {
  const { metrics, log, monotonic, tracing = silentTracing } = observer;
  const observed: JobHandler<Name> = async (payload, context) => {
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
  return (payload, context) => {
    const { requestId, traceparent } = readCause(context.cause);
    const ids = { ...(requestId === undefined ? {} : { requestId }), ...(context.jobId === undefined ? {} : { jobId: context.jobId }) };
    const facts = { name: `job ${name}`, kind: "consumer", parent: traceparent, attributes: { attempt: context.attempt } } as const;
    return correlated(ids, () =>
      tracing.span(facts, async (span) => {
        const result = await observed(payload, context);
        describe(span, result);
        return result;
      }),
    );
  };
}
