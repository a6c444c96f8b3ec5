import { readdir, readFile } from "node:fs/promises";

/** Seconds spent in parts of the service; parts overlap, since threads work side by side. */
export interface TimeAccount {
  /** Wall seconds inside requests, jobs and embedding, from the service's own metrics. */
  parts: Record<string, number>;
  /** Processor seconds by thread, the busiest first; null where the system does not tell. */
  threads: { name: string; seconds: number }[] | null;
}

export interface AccountReading {
  parts: Record<string, number>;
  threads: Map<string, { name: string; seconds: number }> | null;
}

const METRICS: readonly { part: string; pattern: RegExp }[] = [
  { part: "requests /ingest", pattern: /^cortex_http_request_seconds_sum\{[^}]*route="\/ingest"[^}]*\} (\S+)$/gmu },
  { part: "job capture", pattern: /^cortex_job_seconds_sum\{[^}]*job="capture"[^}]*\} (\S+)$/gmu },
  { part: "job embed", pattern: /^cortex_job_seconds_sum\{[^}]*job="embed"[^}]*\} (\S+)$/gmu },
  { part: "of it the model", pattern: /^cortex_embedding_seconds_sum\{[^}]*kind="document"[^}]*\} (\S+)$/gmu },
  { part: "processor", pattern: /^process_cpu_seconds_total (\S+)$/gmu },
];

/** What the service counts in Prometheus text, summed over labels. */
export function partsOf(metrics: string): Record<string, number> {
  return Object.fromEntries(METRICS.map(({ part, pattern }) => [part, [...metrics.matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]), 0)]));
}

export async function readAccount(url: string, processId: number): Promise<AccountReading> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return { parts: partsOf(metrics), threads: await threadsOf(processId) };
}

const TICKS_PER_SECOND = 100;

async function threadsOf(processId: number): Promise<AccountReading["threads"]> {
  const folder = `/proc/${processId}/task`;
  const ids = await readdir(folder).catch(() => null);
  if (ids === null) return null;
  const threads = new Map<string, { name: string; seconds: number }>();
  for (const id of ids) {
    const stat = await readFile(`${folder}/${id}/stat`, "utf8").catch(() => null);
    const match = /^\d+ \((.*)\) \S (.*)$/u.exec((stat ?? "").trim());
    if (match === null) continue;
    const fields = match[2]!.split(" ");
    threads.set(id, { name: id === String(processId) ? "main" : match[1]!, seconds: (Number(fields[10]) + Number(fields[11])) / TICKS_PER_SECOND });
  }
  return threads;
}

const LEAST_SECONDS = 0.05;

export function accountOf(before: AccountReading, after: AccountReading): TimeAccount {
  const parts = Object.fromEntries(Object.entries(after.parts).map(([part, seconds]) => [part, seconds - (before.parts[part] ?? 0)]));
  const threads = after.threads === null ? null : [...after.threads].map(([id, { name, seconds }]) => ({ name, seconds: seconds - (before.threads?.get(id)?.seconds ?? 0) }));
  return { parts, threads: threads?.filter(({ seconds }) => seconds >= LEAST_SECONDS).sort((a, b) => b.seconds - a.seconds) ?? null };
}
