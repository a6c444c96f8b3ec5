import type { Clock } from "@memory-cortex/models";
import { JOB_NAMES } from "@memory-cortex/queue";
import type { JobName } from "@memory-cortex/queue";

/** At most so many jobs of a name start in this time, in all processes together. */
export interface RateLimit {
  max: number;
  perMs: number;
}

export interface BullmqQueueOptions {
  /** "redis://host:6379", "rediss://user:password@host:6379/1". */
  url: string;
  clock: Clock;
  /** What the keys in Redis begin with: two installations may share a server. */
  prefix?: string;
  /** The names whose jobs this process runs once it is started; all by default. */
  only?: readonly JobName[];
  /** Jobs that run at the same time in this process: of each name, or by name. */
  concurrency?: number | Partial<Record<JobName, number>>;
  /** For work that a language model does, which costs money or has limits of its own: {@link LLM_RATE_LIMITS}. None by default. */
  rateLimits?: Partial<Record<JobName, RateLimit>>;
  /** Enqueueing, counting and asking whether Redis is there take at most this long, milliseconds, whatever state it is in. */
  enqueueTimeoutMs?: number;
  /** A job whose process shows no sign of life for so long goes to another one, milliseconds. */
  lockMs?: number;
  /** [0, 1), for the jitter of retries. */
  random?: () => number;
  /** Trouble that no caller is told: a connection that is lost (once an outage), a job that another process took over. */
  onError?: (error: unknown, where: string) => void;
}

/** The same with nothing left open. */
export interface QueueSettings {
  url: string;
  clock: Clock;
  prefix: string;
  only: readonly JobName[];
  concurrency: Record<JobName, number>;
  rateLimits: Partial<Record<JobName, RateLimit>>;
  enqueueTimeoutMs: number;
  lockMs: number;
  random: () => number;
  onError: (error: unknown, where: string) => void;
}

const CONCURRENCY: Partial<Record<JobName, number>> = { capture: 2 };

/** Far above what a person's conversations need, far below what a backlog of years would ask at once. */
export const LLM_RATE_LIMITS: Partial<Record<JobName, RateLimit>> = {
  capture: { max: 120, perMs: 60_000 },
  improve: { max: 60, perMs: 60_000 },
  synthesize: { max: 120, perMs: 60_000 },
};

export function settingsOf({ concurrency = {}, ...options }: BullmqQueueOptions): QueueSettings {
  const given = (name: JobName): number => (typeof concurrency === "number" ? concurrency : (concurrency[name] ?? CONCURRENCY[name] ?? 1));
  return {
    prefix: "cortex",
    only: JOB_NAMES,
    rateLimits: {},
    enqueueTimeoutMs: 500,
    lockMs: 15_000,
    random: Math.random,
    onError: () => undefined,
    ...options,
    concurrency: Object.fromEntries(JOB_NAMES.map((name) => [name, given(name)])) as Record<JobName, number>,
  };
}
