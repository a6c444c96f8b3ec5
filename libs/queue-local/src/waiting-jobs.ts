import { JOB_NAMES } from "@memory-cortex/queue";
import type { JobName } from "@memory-cortex/queue";

import { compareJobs } from "./waiting-job.ts";
import type { WaitingJob } from "./waiting-job.ts";

/**
 * Jobs that wait, by id: those that are due stand in line by name, so that starting one costs the same with one job or with a hundred
 * thousand (what a start finds undone).
 */
export class WaitingJobs {
  readonly #jobs = new Map<string, WaitingJob>();
  readonly #delayed = new Map<string, WaitingJob>();
  /** In the order in which they became due, which is nearly that of `dueAt`; those that somebody waits for apart. */
  readonly #due = new Map(JOB_NAMES.map((name) => [name, { awaited: new Map<string, WaitingJob>(), others: new Map<string, WaitingJob>() }]));
  /** No delayed job is due before; it may be earlier than the first. */
  #next = Infinity;

  get(id: string): WaitingJob | undefined {
    return this.#jobs.get(id);
  }

  values(): Iterable<WaitingJob> {
    return this.#jobs.values();
  }

  /** New or changed; one that is in line already keeps its place. */
  put(id: string, job: WaitingJob, now: number): void {
    const { awaited, others } = this.#due.get(job.name)!;
    const due = job.waiters.length > 0 ? awaited : others;
    const line = job.dueAt <= now ? due : this.#delayed;
    for (const other of [awaited, others, this.#delayed]) if (other !== line) other.delete(id);
    line.set(id, job);
    this.#jobs.set(id, job);
    if (line === this.#delayed) this.#next = Math.min(this.#next, job.dueAt);
  }

  take(id: string): WaitingJob | undefined {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    this.#delayed.delete(id);
    if (job === undefined) return undefined;
    const { awaited, others } = this.#due.get(job.name)!;
    awaited.delete(id);
    others.delete(id);
    return job;
  }

  clear(): void {
    for (const id of [...this.#jobs.keys()]) this.take(id);
  }

  /** The due job that runs first of those that may: by name, and each by itself. */
  first(now: number, mayRun: { name(name: JobName): boolean; job(id: string): boolean }): string | null {
    this.#becomeDue(now);
    let best: { id: string; job: WaitingJob } | null = null;
    for (const [name, { awaited, others }] of this.#due) {
      if (!mayRun.name(name)) continue;
      const found = firstOf(awaited, mayRun.job) ?? firstOf(others, mayRun.job);
      if (found !== null && (best === null || compareJobs(found.job, best.job) < 0)) best = found;
    }
    return best?.id ?? null;
  }

  anyDue(now: number): boolean {
    this.#becomeDue(now);
    return [...this.#due.values()].some(({ awaited, others }) => awaited.size + others.size > 0);
  }

  /** When a job becomes due next, or earlier; Infinity when none does. */
  nextDue(now: number): number {
    this.#becomeDue(now);
    return this.#next;
  }

  #becomeDue(now: number): void {
    if (now < this.#next) return;
    const due = [...this.#delayed].filter(([, { dueAt }]) => dueAt <= now).sort(([, a], [, b]) => a.dueAt - b.dueAt);
    for (const [id, job] of due) this.put(id, job, now);
    this.#next = Infinity;
    for (const { dueAt } of this.#delayed.values()) this.#next = Math.min(this.#next, dueAt);
  }
}

function firstOf(line: ReadonlyMap<string, WaitingJob>, may: (id: string) => boolean): { id: string; job: WaitingJob } | null {
  for (const [id, job] of line) if (may(id)) return { id, job };
  return null;
}
