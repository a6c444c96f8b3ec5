import { createKeyedLock } from "./conversations/keyed-lock.ts";
import type { KeyedLock } from "./conversations/keyed-lock.ts";

const locks = new WeakMap<object, KeyedLock>();

/**
 * The lock under which memories of a user are written, one for each open store. Whoever looks whether a statement is known and then
 * writes it must hold it: captures of two sessions, or a capture and a client, would keep the statement twice.
 */
export function userLockOf(store: object): KeyedLock {
  let lock = locks.get(store);
  if (lock === undefined) locks.set(store, (lock = createKeyedLock()));
  return lock;
}
