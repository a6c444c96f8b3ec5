import { loadConfig } from "@memory-cortex/config";
import { systemClock } from "@memory-cortex/models";
import { JOB_NAMES } from "@memory-cortex/queue";
import type { JobName } from "@memory-cortex/queue";
import { createBullmqQueue } from "@memory-cortex/queue-bullmq";
import type { BullmqQueue, DeadLetter, QueueStatus } from "@memory-cortex/queue-bullmq";

import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";
import { formatTime, harmless, oneLine, plural } from "../terminal/format.ts";
import { answer } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

export interface QueueOptions {
  json?: boolean;
  failed?: boolean;
}

/** Stands for "nobody named a Redis": no address of a real one. */
const NOT_GIVEN = "redis://none.invalid:6379";
/** A person waits for the answer, not an acknowledgement, milliseconds. */
const LIMIT_MS = 10_000;

/** The queue that the configuration names. Throws a problem that ends with 2 in the embedded shape, and with 4 when Redis is not there. */
async function withQueue<Value>(act: (queue: BullmqQueue) => Promise<Value>): Promise<Value> {
  const { config } = loadConfig({ defaults: { redisUrl: NOT_GIVEN } });
  if (config.redisUrl === NOT_GIVEN) {
    throw new Problem("No Redis is configured, so this is the embedded shape, whose queue lives inside the service.", {
      code: "no_queue_server", fix: "Use `cortex stats` or /readyz there; for the server shape set CORTEX_REDIS_URL.", exitCode: EXIT.usage,
    });
  }
  const queue = createBullmqQueue({ url: config.redisUrl, clock: systemClock, enqueueTimeoutMs: LIMIT_MS });
  try {
    await queue.ping().catch((error: unknown) => {
      throw new Problem(`Redis at ${hostOf(config.redisUrl)} cannot be reached.`, { code: "queue_unavailable", fix: "Start it, or correct CORTEX_REDIS_URL.", exitCode: EXIT.notRunning, cause: error });
    });
    return await act(queue);
  } finally {
    await queue.close({ graceMs: 0 });
  }
}

/** Without the password that the address may hold. */
const hostOf = (url: string): string => new URL(url).host;

const named = (job: string | undefined): JobName | undefined => job as JobName | undefined;
const ofJobs = (job: string | undefined): string => (job === undefined ? "all jobs" : `the job ${job}`);

/** `cortex queue status`. Ends with 3 while something failed in every attempt. */
export async function showStatus({ terminal, end }: CommandContext, job: string | undefined, { json }: QueueOptions): Promise<void> {
  const all = await withQueue((queue) => queue.admin.status());
  const names = JOB_NAMES.filter((name) => job === undefined || name === job);
  const value = Object.fromEntries(names.map((name) => [name, all[name]]));
  answer(terminal, json, { value, lines: () => statusLines(names, all) });
  end(names.some((name) => all[name].failed > 0) ? EXIT.partial : EXIT.ok);
}

const COLUMNS = ["job", "waiting", "delayed", "active", "failed", "oldest", "workers", ""] as const;

function statusLines(names: readonly JobName[], all: Record<JobName, QueueStatus>): string[] {
  const rows = names.map((name) => {
    const { waiting, delayed, active, failed, oldestDueMs, workers, paused } = all[name];
    return [name, ...[waiting, delayed, active, failed].map((count) => count.toLocaleString("en-GB")), waiting === 0 ? "–" : `${Math.round(oldestDueMs / 1_000)} s`, String(workers), paused ? "paused" : ""];
  });
  const widths = COLUMNS.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join("  ").trimEnd();
  return [line(COLUMNS), ...rows.map(line)];
}

/** `cortex queue failed`. */
export async function showFailed({ terminal, end }: CommandContext, job: string | undefined, { json }: QueueOptions): Promise<void> {
  const failed = await withQueue((queue) => queue.admin.failed(named(job)));
  const value = failed.map((letter) => ({ job: letter.name, id: letter.id, code: letter.code, attempts: letter.attempts, failed_at: new Date(letter.failedAt).toISOString(), payload: letter.payload }));
  answer(terminal, json, { value, lines: () => (failed.length === 0 ? ["No job failed in every attempt."] : failed.map(failedLine)) });
  end(EXIT.ok);
}

function failedLine({ name, code, attempts, failedAt, payload }: DeadLetter): string {
  return `${formatTime(new Date(failedAt).toISOString())}  ${name}  ${code} after ${plural(attempts, "attempt")}  ${harmless(oneLine(JSON.stringify(payload)))}`;
}

/** `cortex queue retry`. */
export async function retryFailed({ terminal, end }: CommandContext, job: string | undefined, { json }: QueueOptions): Promise<void> {
  const retried = await withQueue((queue) => queue.admin.retry(named(job)));
  answer(terminal, json, { value: { retried }, lines: () => [`${plural(retried, "failed job")} enqueued anew; each stays listed until it succeeds.`] });
  end(EXIT.ok);
}

/** `cortex queue drain`, and with `--failed` dead letters instead. */
export async function drain({ terminal, end }: CommandContext, job: string | undefined, { json, failed = false }: QueueOptions): Promise<void> {
  const dropped = await withQueue((queue) => (failed ? queue.admin.drop(named(job)) : queue.admin.drain(named(job))));
  answer(terminal, json, { value: { dropped }, lines: () => [`${plural(dropped, failed ? "failed job" : "waiting job")} dropped. Open work is found again from the store.`] });
  end(EXIT.ok);
}

/** `cortex queue pause`. */
export async function pause({ terminal, end }: CommandContext, job: string | undefined, { json }: QueueOptions): Promise<void> {
  await withQueue((queue) => queue.admin.pause(named(job)));
  answer(terminal, json, { value: { paused: true }, lines: () => [`Nobody takes ${ofJobs(job)} until \`cortex queue resume\`. What runs goes on.`] });
  end(EXIT.ok);
}

/** `cortex queue resume`. */
export async function resume({ terminal, end }: CommandContext, job: string | undefined, { json }: QueueOptions): Promise<void> {
  await withQueue((queue) => queue.admin.resume(named(job)));
  answer(terminal, json, { value: { paused: false }, lines: () => [`Workers take ${ofJobs(job)} again.`] });
  end(EXIT.ok);
}
