import type { CortexConfig } from "@memory-cortex/config";
import { CortexError } from "@memory-cortex/models";
import { JOB_NAMES } from "@memory-cortex/queue";
import type { JobName } from "@memory-cortex/queue";

const isJob = (name: string): name is JobName => (JOB_NAMES as string[]).includes(name);

/** The jobs that a worker takes: those of CORTEX_WORKER_QUEUES, or all. Throws `config_invalid` for a name that is no job. */
export function jobsOf({ workerQueues }: Pick<CortexConfig, "workerQueues">): readonly JobName[] {
  const unknown = workerQueues.filter((name) => !isJob(name));
  if (unknown.length > 0) throw new CortexError("config_invalid", { detail: `CORTEX_WORKER_QUEUES names what is no job; the jobs are ${JOB_NAMES.join(", ")}.` });
  return workerQueues.length === 0 ? JOB_NAMES : JOB_NAMES.filter((name) => workerQueues.includes(name));
}
