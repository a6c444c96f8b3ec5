import { CortexError } from "@memory-cortex/models";
import { parsePayload } from "@memory-cortex/queue";
import type { JobHandler, JobHandlers, JobName, JobResult } from "@memory-cortex/queue";

import type { WaitingJob } from "./waiting-job.ts";

export interface Attempt {
  signal: AbortSignal;
  jobId: string;
}

/** One attempt. Never rejects: what a handler throws is a failure with its code, or `internal`. */
export async function runJob(handlers: JobHandlers, job: WaitingJob, { signal, jobId }: Attempt): Promise<JobResult> {
  try {
    const { payload } = parsePayload(job.name, JSON.parse(job.payload) as unknown);
    const handler = handlers[job.name] as JobHandler<JobName>;
    return await handler(payload, { signal, attempt: job.failures + 1, jobId, ...(job.cause === undefined ? {} : { cause: job.cause }) });
  } catch (error) {
    return { outcome: "failed", code: CortexError.isInstance(error) ? error.code : "internal" };
  }
}
