import { AsyncLocalStorage } from "node:async_hooks";

/** What ties log lines of several processes together. */
export interface Correlation {
  /** Of the request that is answered, or that caused the job. */
  requestId?: string;
  /** Of the job that runs. */
  jobId?: string;
}

const running = new AsyncLocalStorage<Correlation>();

/** Log lines of the work, and of all that it awaits, carry these ids beside those that hold already. */
export function correlated<Result>(ids: Correlation, work: () => Result): Result {
  return running.run({ ...running.getStore(), ...ids }, work);
}

/** The ids that hold here; empty outside of requests and jobs. */
export function correlation(): Correlation {
  return running.getStore() ?? {};
}
