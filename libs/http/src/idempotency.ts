import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { CortexError, wholeUser } from "@memory-cortex/models";
import type { Clock, IdSource, Realm } from "@memory-cortex/models";
import { QUOTING_KEY_PREFIX } from "@memory-cortex/store";
import type { IdempotencyRecord, Store } from "@memory-cortex/store";

import type { Reply } from "./route.ts";

export type IdempotencyStore = Pick<Store, "userExists" | "reserveIdempotent" | "releaseIdempotent" | "saveIdempotent">;

export interface IdempotencyOptions {
  store: IdempotencyStore;
  clock: Clock;
  /** Names each request among those of all processes. */
  ids: IdSource;
  /** How long a second request waits for the first with the same key before `idempotency_in_flight`. Default 30 s. */
  waitMs?: number;
  /** How long a key is this process's without a word from it, milliseconds: so long a killed process keeps others waiting. Default 60 s. */
  heldMs?: number;
  /** Between two looks for the answer of another process; milliseconds. */
  pause?: (milliseconds: number) => Promise<unknown>;
  /** An answer that could not be kept, or a key that could not be given back: the request itself is done. */
  onSaveFailure: (error: unknown) => void;
}

export interface KeyedRequest {
  /** The caller's Idempotency-Key. */
  key: string;
  userId: string;
  /** Keys of different callers and routes never meet: method, path and access. */
  scope: string;
  /** The answer may quote memories: it is dropped when one of them is erased. */
  quotes: boolean;
  body: unknown;
}

export interface KeyedReply {
  reply: Reply;
  replayed: boolean;
}

const KEPT_MS = 24 * 3_600_000;
const DEFAULT_WAIT_MS = 30_000;
const DEFAULT_HELD_MS = 60_000;
/** A key is held on to so many times while it is held. */
const HOLDS = 3;
const FIRST_LOOK_MS = 50;
const LONGEST_LOOK_MS = 1_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

const digest = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** The header's key, undefined without one. Throws `invalid_fields` unless it is 1 to 255 visible ASCII characters. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined || (typeof header === "string" && KEY.test(header))) return header;
  const message = "must be 1 to 255 visible ASCII characters";
  throw new CortexError("invalid_fields", { detail: `Idempotency-Key: ${message}`, errors: [{ path: "Idempotency-Key", code: "invalid_format", message }] });
}

export interface Idempotency {
  /**
   * Performs a request once per key, in whatever process: the key is reserved in the store before the work, and the answer (2xx only) is kept
   * 24 h with the user. Same key and body: the kept answer; other body: `idempotency_mismatch`; first one still running: waits for it. A
   * user who does not exist gets no file. What a killed process was at is done again: what it wrote by then is known by its content.
   */
  once(request: KeyedRequest, perform: () => Promise<Reply>): Promise<KeyedReply>;
}

interface Held {
  realm: Realm;
  key: string;
  owner: string;
}

/** Requests of this process wait for each other; for those of others the store is asked. */
export function idempotency(options: IdempotencyOptions): Idempotency {
  const running = new Map<string, Promise<unknown>>();
  return {
    async once(request, perform) {
      const key = `${request.quotes ? QUOTING_KEY_PREFIX : ""}${digest(`${request.scope}\n${request.key}`)}`;
      const slot = `${key}\n${request.userId}`;
      for (let first = running.get(slot); first !== undefined; first = running.get(slot)) {
        await settledWithin(first, options.waitMs ?? DEFAULT_WAIT_MS);
      }
      const held: Held = { realm: wholeUser(request.userId), key, owner: options.ids.next() };
      const attempt = performKept(options, held, { body: request.body, perform }).finally(() => running.delete(slot));
      running.set(slot, attempt);
      return await attempt;
    },
  };
}

async function performKept(options: IdempotencyOptions, held: Held, { body, perform }: { body: unknown; perform: () => Promise<Reply> }): Promise<KeyedReply> {
  const bodyHash = digest(JSON.stringify(body));
  const kept = await answerOrReservation(options, held);
  if (kept !== null) {
    if (kept.bodyHash !== bodyHash) throw new CortexError("idempotency_mismatch");
    return { reply: { status: kept.status, body: JSON.parse(kept.response) as unknown }, replayed: true };
  }
  const letGo = holdOn(options, held);
  try {
    const reply = await perform();
    const status = reply.status ?? 200;
    const isKept = status >= 200 && status < 300 && (await keep(options, held, { bodyHash, status, response: JSON.stringify(reply.body) }));
    if (!isKept) await release(options, held);
    return { reply, replayed: false };
  } catch (error) {
    await release(options, held);
    throw error;
  } finally {
    letGo();
  }
}

/** The kept answer; null once the key is this request's. Throws `idempotency_in_flight` when another process is at it for too long. */
async function answerOrReservation(options: IdempotencyOptions, held: Held): Promise<IdempotencyRecord | null> {
  const { waitMs = DEFAULT_WAIT_MS, pause = wait } = options;
  let look = FIRST_LOOK_MS;
  for (let waited = 0; ; waited += look, look = Math.min(LONGEST_LOOK_MS, look * 2)) {
    const found = await reserve(options, held);
    if (found.outcome === "answered") return found.record;
    if (found.outcome === "reserved") return null;
    if (waited >= waitMs) throw new CortexError("idempotency_in_flight");
    await pause(look);
  }
}

function reserve({ store, clock, heldMs = DEFAULT_HELD_MS }: IdempotencyOptions, { realm, key, owner }: Held): ReturnType<Store["reserveIdempotent"]> {
  const now = clock.now();
  return store.reserveIdempotent(realm, { key, owner, now, until: now + heldMs });
}

/** Says again and again that the request is still at work. */
function holdOn(options: IdempotencyOptions, held: Held): () => void {
  const timer = setInterval(() => void reserve(options, held).catch(options.onSaveFailure), (options.heldMs ?? DEFAULT_HELD_MS) / HOLDS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Whether the answer is kept now, and the key with it. */
async function keep({ store, clock, onSaveFailure }: IdempotencyOptions, { realm, key, owner }: Held, answer: Pick<IdempotencyRecord, "bodyHash" | "status" | "response">): Promise<boolean> {
  try {
    // An ingest of nothing worth keeping makes no user; neither may its answer.
    if (!(await store.userExists(realm))) return false;
    await store.saveIdempotent(realm, { key, owner, ...answer, expiresAt: clock.now() + KEPT_MS });
    return true;
  } catch (error) {
    onSaveFailure(error);
    return false;
  }
}

async function release({ store, onSaveFailure }: IdempotencyOptions, { realm, key, owner }: Held): Promise<void> {
  await store.releaseIdempotent(realm, { key, owner }).catch(onSaveFailure);
}

/** Resolves when the other request has ended, either way; throws `idempotency_in_flight` when that takes too long. */
async function settledWithin(first: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new CortexError("idempotency_in_flight"));
  }, milliseconds);
  try {
    await Promise.race([first.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
