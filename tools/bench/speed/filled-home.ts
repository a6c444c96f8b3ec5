import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { SESSION_TURNS } from "../corpus.ts";
import type { Corpus } from "../corpus.ts";
import { post } from "../http-client.ts";
import type { ThrowawayServer } from "../throwaway-server.ts";
import { untilSearchable } from "./until-searchable.ts";
import { accountOf, readAccount } from "./where-time-goes.ts";
import type { TimeAccount } from "./where-time-goes.ts";

export const USER = "bench";
const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);

/** How a home was filled; kept in it, so that a later run knows. */
export interface Filling {
  size: number;
  commit: string;
  /** Seconds until all was acknowledged, until all turns had vectors, and until memories were made of them and had theirs; null when the filling was resumed. */
  acknowledgedSeconds: number | null;
  searchableSeconds: number | null;
  capturedSeconds: number | null;
  account: TimeAccount | null;
}

export interface FillWish {
  size: number;
  user?: string;
  corpus: Corpus;
  commit: string;
  progress: (line: string) => void;
}

const UNTIMED = { acknowledgedSeconds: null, searchableSeconds: null, capturedSeconds: null, account: null };
const markerOf = (home: string): string => join(home, "bench-speed.json");

export async function readFilling(home: string): Promise<Filling | null> {
  const text = await readFile(markerOf(home), "utf8").catch(() => null);
  const filling = text === null ? null : (JSON.parse(text) as Filling);
  // From before it was told apart when turns could be found and when they were captured.
  return filling === null || "capturedSeconds" in filling ? filling : { ...(filling as Filling), ...UNTIMED };
}

/** Fills the realm through `/ingest`, two requests at a time, and waits for all that follows; goes on where an interrupted run stopped. */
export async function fill({ url, home, processId }: ThrowawayServer, wish: FillWish): Promise<Filling> {
  const known = await readFilling(home);
  const user = wish.user ?? USER;
  if (known !== null && known.size === wish.size) {
    await settle(url, user, wish.progress);
    return known;
  }
  await mkdir(home, { recursive: true });
  const before = await turnsOf(url, user);
  // Filled by something else, or before the mark could be set.
  if (before >= wish.size) {
    await settle(url, user, wish.progress);
    return { size: wish.size, commit: wish.commit, ...UNTIMED };
  }
  const accountBefore = await readAccount(url, processId);
  const start = performance.now();
  await sendAll(url, { ...wish, user, from: Math.max(0, Math.floor(before / SESSION_TURNS) - 4) * SESSION_TURNS });
  const acknowledgedSeconds = (performance.now() - start) / 1_000;
  await untilSearchable(home, user);
  const searchableSeconds = (performance.now() - start) / 1_000;
  await settle(url, user, wish.progress);
  const capturedSeconds = (performance.now() - start) / 1_000;
  const account = accountOf(accountBefore, await readAccount(url, processId));
  const filling: Filling = { size: wish.size, commit: wish.commit, ...(before === 0 ? { acknowledgedSeconds, searchableSeconds, capturedSeconds, account } : UNTIMED) };
  await writeFile(markerOf(home), JSON.stringify(filling));
  return filling;
}

async function turnsOf(url: string, user: string): Promise<number> {
  const response = await fetch(`${url}/v1/stats?user_id=${encodeURIComponent(user)}`);
  return response.ok ? ((await response.json()) as { turns: number }).turns : 0;
}

const TOLD_EVERY = 20_000;

async function sendAll(url: string, { size, corpus, user, from, progress }: FillWish & { user: string; from: number }): Promise<void> {
  let next = from;
  const sender = async () => {
    while (next < size) {
      const start = next;
      next += SESSION_TURNS;
      if (start % TOLD_EVERY === 0 && start > 0) progress(`${size} turns: ${start} sent`);
      const messages = Array.from({ length: Math.min(SESSION_TURNS, size - start) }, (_, index) => messageOf(corpus, start + index));
      await post(`${url}/ingest`, { messages, session_id: `session-${start}`, user_id: user });
    }
  };
  await Promise.all([sender(), sender()]);
}

export function messageOf(corpus: Corpus, index: number): Record<string, unknown> {
  const timestamp = FIRST_DAY + Math.floor(index / SESSION_TURNS) * DAY * 0.1 + (index % SESSION_TURNS) * 60_000;
  return { role: index % 2 === 0 ? "user" : "assistant", content: corpus.text(index), id: `m${index}`, timestamp };
}

/** Shorter than any client waits for an answer. */
const FLUSH_MS = 60_000;
const MOST_FLUSHES = 240;

/** Waits until nothing is left to capture or to embed. */
export async function settle(url: string, user: string, progress: (line: string) => void): Promise<void> {
  for (let round = 0; round < MOST_FLUSHES; round += 1) {
    const { done, pending } = await post<{ done: boolean; pending: Record<string, number> }>(`${url}/v1/flush`, { user_id: user, timeout_ms: FLUSH_MS });
    if (done) return;
    progress(`still to do: ${Object.entries(pending).map(([work, count]) => `${work} ${count}`).join(", ")}`);
  }
  throw new Error(`The service did not finish its work in ${(MOST_FLUSHES * FLUSH_MS) / 60_000} minutes.`);
}
