import { z } from "zod";

const user = z.object({ user_id: z.string() });

/** How a job of one name behaves. Payloads are parsed on the way in and on the way out; old payloads stay parseable. */
export interface JobContract<Schema extends z.ZodType = z.ZodType> {
  payload: Schema;
  /** Jobs with the same key are one job. */
  key: (payload: z.infer<Schema>) => string;
  attempts: number;
  /** First wait before a retry, milliseconds; doubles, with jitter. */
  backoffMs: number;
  /** Smaller is sooner. */
  priority: number;
}

const define = <Schema extends z.ZodType>(contract: JobContract<Schema>): JobContract<Schema> => contract;

/** The one list of jobs. At start every name has exactly one handler, or the process refuses to run. */
export const JOBS = {
  /** Uncaptured turns of a session become memories; debounced. */
  capture: define({
    payload: user.extend({ session_id: z.string(), namespace: z.string().default("global") }),
    key: (job) => JSON.stringify([job.user_id, job.namespace, job.session_id]),
    attempts: 5,
    backoffMs: 1_000,
    priority: 2,
  }),
  /** Documents of a user without a vector get one; spaces are made, re-weighed and switched. */
  embed: define({ payload: user, key: (job) => job.user_id, attempts: 5, backoffMs: 1_000, priority: 3 }),
  /** A narrative of what the last recall of a conversation found, for its next one. What it is of lies where narratives are kept, never in the queue: without that it is skipped. */
  synthesize: define({
    payload: user.extend({ namespaces: z.array(z.string()).min(1), session_id: z.string().nullable() }),
    key: (job) => JSON.stringify([job.user_id, job.namespaces, job.session_id]),
    attempts: 1,
    backoffMs: 1_000,
    priority: 4,
  }),
  /** Turns of a session that rules captured while no language model was at hand are captured by it, one window a run. */
  improve: define({
    payload: user.extend({ session_id: z.string(), namespace: z.string() }),
    key: (job) => JSON.stringify([job.user_id, job.namespace, job.session_id]),
    attempts: 3,
    backoffMs: 5_000,
    priority: 6,
  }),
  /** Memories whose time is over are retired. Without a user: of all users. */
  expire: define({ payload: z.object({ user_id: z.string().optional() }), key: (job) => job.user_id ?? "*", attempts: 3, backoffMs: 5_000, priority: 7 }),
  /** Finds open work in the store and wakes the workers for it. Without a user: all users. */
  reconcile: define({ payload: z.object({ user_id: z.string().optional() }), key: (job) => job.user_id ?? "*", attempts: 3, backoffMs: 5_000, priority: 5 }),
} as const;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]["payload"]>;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];
