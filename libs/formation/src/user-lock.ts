import { createKeyedLock } from "./conversations/keyed-lock.ts";
import type { KeyedLock } from "./conversations/keyed-lock.ts";

const locks = new WeakMap<object, KeyedLock>();

/**
 * The lock under which memories of a user are written, one for each open store: captures of two sessions, or a capture and a client, wait for
 * each other instead of deciding twice. What keeps a statement from being kept twice, by other processes too, is `decideAgain`.
 */
export function userLockOf(store: object): KeyedLock {
  let lock = locks.get(store);
  if (lock === undefined) locks.set(store, (lock = createKeyedLock()));
  return lock;
}
