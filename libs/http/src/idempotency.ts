import { createHash } from "node:crypto";

import { CortexError, wholeUser } from "@memory-cortex/models";
import type { Clock, Realm } from "@memory-cortex/models";
import { QUOTING_KEY_PREFIX } from "@memory-cortex/store";
import type { Store } from "@memory-cortex/store";

import type { Reply } from "./route.ts";

export type IdempotencyStore = Pick<Store, "userExists" | "getIdempotent" | "saveIdempotent">;

export interface IdempotencyOptions {
  store: IdempotencyStore;
  clock: Clock;
  /** How long a second request waits for the first with the same key before `idempotency_in_flight`. Default 30 s. */
  waitMs?: number;
  /** An answer that could not be kept: the request itself has succeeded. */
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
   * Performs a request once per key: the answer (2xx only) is kept 24 h in the user's own file. Same key and body: the kept answer;
   * other body: `idempotency_mismatch`; first one still running: waits for it. A user who does not exist gets no file.
   */
  once(request: KeyedRequest, perform: () => Promise<Reply>): Promise<KeyedReply>;
}

/** Keeps first answers in the store; requests in flight are known to this process only. */
export function idempotency(options: IdempotencyOptions): Idempotency {
  const running = new Map<string, Promise<unknown>>();
  return {
    async once(request, perform) {
      const key = `${request.quotes ? QUOTING_KEY_PREFIX : ""}${digest(`${request.scope}\n${request.key}`)}`;
      const slot = `${key}\n${request.userId}`;
      for (let first = running.get(slot); first !== undefined; first = running.get(slot)) {
        await settledWithin(first, options.waitMs ?? DEFAULT_WAIT_MS);
      }
      const attempt = performKept(options, { ...request, key }, perform).finally(() => running.delete(slot));
      running.set(slot, attempt);
      return await attempt;
    },
  };
}

async function performKept(options: IdempotencyOptions, request: KeyedRequest, perform: () => Promise<Reply>): Promise<KeyedReply> {
  const realm = wholeUser(request.userId);
  const bodyHash = digest(JSON.stringify(request.body));
  const kept = await options.store.getIdempotent(realm, { key: request.key, now: options.clock.now() });
  if (kept !== null) {
    if (kept.bodyHash !== bodyHash) throw new CortexError("idempotency_mismatch");
    return { reply: { status: kept.status, body: JSON.parse(kept.response) as unknown }, replayed: true };
  }
  const reply = await perform();
  const status = reply.status ?? 200;
  if (status >= 200 && status < 300) await keep(options, realm, { key: request.key, bodyHash, status, body: reply.body });
  return { reply, replayed: false };
}

async function keep(options: IdempotencyOptions, realm: Realm, answer: { key: string; bodyHash: string; status: number; body: unknown }): Promise<void> {
  const { body, ...record } = answer;
  try {
    // An ingest of nothing worth keeping makes no user; neither may its answer.
    if (!(await options.store.userExists(realm))) return;
    await options.store.saveIdempotent(realm, { ...record, response: JSON.stringify(body), expiresAt: options.clock.now() + KEPT_MS });
  } catch (error) {
    options.onSaveFailure(error);
  }
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
