import { CortexClientError } from "@memory-cortex/client";
import type { CortexClient } from "@memory-cortex/client";
import { join } from "node:path";

import type { ServiceWatch } from "../plugin.ts";
import { tryLock } from "../state/try-lock.ts";
import type { SpoolEntry } from "./plan-capture.ts";
import type { Spool } from "./spool.ts";

/** Hands what waits to the service, in order. */
export interface Sender {
  /** Sends until nothing waits, the service fails, or the time is up. Never rejects. */
  drain(timeoutMs: number): Promise<{ sent: number; waiting: number }>;
  /** Drains now, and again later for as long as something waits; the process may end meanwhile. */
  start(): void;
  stop(): void;
}

export interface SenderParts {
  spool: Spool;
  folder: string;
  /** What the latest registration gave. */
  current: () => { client: Pick<CortexClient, "ingest">; timeoutMs: number; service: ServiceWatch; log: { warn: (sentence: string) => void } };
  onSent: (entry: SpoolEntry) => void;
  now: () => number;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Another process that sends writes its lock anew with each piece. */
const LOCK_STALE_MS = 70_000;
/** Removing rewrites the file: after a crash in between, pieces are sent again under the same key, and kept once. */
const REMOVE_EVERY = 20;
/** The service will never take these; waiting for them would keep all others from it. */
const HOPELESS = new Set([400, 409, 413, 415, 422]);

/** The token is not for this user or this drawer: whoever gave it can mend that, and others need not wait for it. */
const NOT_FOR_THIS_USER = new Set(["unknown_user", "not_found", "forbidden"]);

type Outcome = "sent" | "dropped" | "held" | "later";

export function createSender(parts: SenderParts): Sender {
  let running: Promise<{ sent: number; waiting: number }> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;

  async function drainOnce(until: number): Promise<{ sent: number; waiting: number }> {
    const lock = await tryLock(join(parts.folder, "sending.lock"), { staleMs: LOCK_STALE_MS, freedByDeath: true });
    if (lock === null) return { sent: 0, waiting: (await parts.spool.waiting()).length };
    let sent = 0;
    try {
      for (;;) {
        const round = await sendRound(parts, { until, touch: lock.touch });
        sent += round.sent;
        if (round.stopped || round.handled === 0) return { sent, waiting: round.waiting };
      }
    } finally {
      await lock.release();
    }
  }

  function schedule(): void {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      void drain(LONGEST_WAIT_MS);
    }, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10)));
    timer.unref();
  }

  async function drain(timeoutMs: number): Promise<{ sent: number; waiting: number }> {
    // One that runs may have looked for the last time before this caller's piece was there.
    while (running !== null) await running;
    running = drainOnce(parts.now() + timeoutMs)
      .catch((error: unknown) => {
        parts.current().log.warn(`memory-cortex: conversations wait on disk and could not be sent: ${error instanceof Error ? error.message : String(error)}`);
        return { sent: 0, waiting: 1 };
      })
      .then((result) => {
        running = null;
        failures = result.waiting > 0 && result.sent === 0 ? failures + 1 : 0;
        if (result.waiting > 0) schedule();
        return result;
      });
    return running;
  }

  return {
    drain,
    start: () => void drain(LONGEST_WAIT_MS),
    stop: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

interface Round {
  sent: number;
  /** Sent or dropped. */
  handled: number;
  waiting: number;
  stopped: boolean;
}

/**
 * All that waits as of now, in order; a failure that may pass stops it, so that nothing overtakes what was said before. What the token is not for
 * holds up that user's pieces alone.
 */
async function sendRound(parts: SenderParts, { until, touch }: { until: number; touch: () => Promise<void> }): Promise<Round> {
  const waiting = await parts.spool.waiting();
  const done: Record<"sent" | "dropped", Set<string>> = { sent: new Set(), dropped: new Set() };
  let handled = 0;
  let sent = 0;
  let stopped = false;
  const flush = async (): Promise<void> => {
    for (const outcome of ["sent", "dropped"] as const) {
      if (done[outcome].size > 0) await parts.spool.remove(done[outcome], outcome);
      done[outcome] = new Set();
    }
  };
  const held = new Set<string>();
  for (const entry of waiting) {
    if (held.has(userOf(entry))) continue;
    const outcome = parts.now() >= until ? "later" : await sendEntry(parts, entry);
    if (outcome === "later") {
      stopped = true;
      break;
    }
    if (outcome === "held") {
      held.add(userOf(entry));
      continue;
    }
    handled += 1;
    if (outcome === "sent") sent += 1;
    done[outcome].add(entry.id);
    if (handled % REMOVE_EVERY === 0) await flush();
    await touch();
  }
  await flush();
  return { sent, handled, waiting: waiting.length - handled, stopped };
}

const userOf = ({ request: { user_id: user, namespace = "" } }: SpoolEntry): string => `${user}\0${namespace}`;

async function sendEntry({ current, onSent }: SenderParts, entry: SpoolEntry): Promise<Outcome> {
  const { client, timeoutMs, service, log } = current();
  try {
    await client.ingest(entry.request, { idempotencyKey: entry.id, timeoutMs, retries: 0 });
  } catch (error) {
    if (CortexClientError.isInstance(error) && HOPELESS.has(error.status) && !error.retryable) {
      log.warn(`memory-cortex: the service refused one piece of a conversation for good (${error.code}: ${error.detail}); it is dropped.`);
      return "dropped";
    }
    if (CortexClientError.isInstance(error) && NOT_FOR_THIS_USER.has(error.code)) {
      service.failed(new CortexClientError({ code: "forbidden", status: error.status, detail: error.detail, fix: error.fix, cause: error }));
      return "held";
    }
    service.failed(error);
    return "later";
  }
  service.answered();
  onSent(entry);
  return "sent";
}
